import type { Answer } from '#contract/endpoint.ts';
import type { removeImport } from '#contract/imports.ts';
import { IMPORT_KEPT_SHOWN } from '#contract/limits.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { uidsOf } from '../entries/imported-entries.service.ts';
import { exportedVehicleOf } from '../vehicles/exported-vehicles.service.ts';
import type { VehiclesRepo } from '../vehicles/vehicles.service.ts';
import { discard, itemsOf } from './import-parts.service.ts';
import type { WriteRepos } from './import-writes.service.ts';
import type { ImportRow } from './imports.repo.ts';
import type { StoredImport } from './stored-import.rules.ts';

type Undone = Answer<typeof removeImport>;

const AT_ONCE = 500;

/** How a vehicle is, to see whether it was changed; undefined if it was deleted. */
export async function shapeOf(repos: Pick<WriteRepos, 'vehicles' | 'values'>, caller: Caller, id: number): Promise<string | undefined> {
  const row = await repos.vehicles.find(caller.userId, id);
  if (!row) return undefined;
  const values = await repos.values.list(id as AuthorizedVehicleId);
  return JSON.stringify([exportedVehicleOf(row), row.image_id, values]);
}

/** Takes away what an import has added and nobody has changed since, in the transaction of its caller. */
export async function undoImport(
  repos: WriteRepos,
  caller: Caller,
  { id }: ImportRow,
  added: NonNullable<StoredImport['added']>,
): Promise<Undone> {
  const undone: Undone = { removed: 0, keptCount: 0, kept: [] };
  await removeEntries(repos, id, added.at, undone);
  for await (const { ids } of itemsOf(repos.imports, id, 'line', AT_ONCE))
    undone.removed += await repos.plans.deleteUnchanged(ids, added.at);
  const created = new Set(added.vehicles.map((vehicle) => vehicle.id));
  // The vehicle may have been deleted; then nothing is deleted here.
  for (const { vehicleId, day } of added.values)
    if (!created.has(vehicleId)) await repos.values.delete(vehicleId as ChangeableVehicleId, day);
  for (const vehicle of added.vehicles) undone.removed += await removeVehicle(repos, caller, vehicle);
  await discard(repos.imports, id);
  return undone;
}

async function removeEntries(repos: WriteRepos, importId: number, at: string, undone: Undone): Promise<void> {
  for await (const { ids } of itemsOf(repos.imports, importId, 'entry', AT_ONCE)) {
    const entries = await repos.entries.listByIds(ids);
    const unchanged = entries.filter((entry) => entry.changed_at === at);
    await repos.entries.deleteMany(unchanged.map((entry) => entry.id));
    undone.removed += unchanged.length;
    undone.keptCount += entries.length - unchanged.length;
    for (const entry of entries)
      if (entry.changed_at !== at && undone.kept.length < IMPORT_KEPT_SHOWN)
        undone.kept.push({ vehicleId: entry.vehicle_id, id: entry.id, kind: entry.kind, performedOn: entry.performed_on });
  }
}

/** A vehicle with anything that was added or changed since stays. Returns how many mileages of the details were deleted with it. */
async function removeVehicle(repos: WriteRepos, caller: Caller, { id, shape }: { id: number; shape: string }): Promise<number> {
  if ((await shapeOf(repos, caller, id)) !== shape) return 0;
  const vehicleId = id as Parameters<VehiclesRepo['delete']>[0];
  const mileages = await repos.mileages.count(vehicleId);
  if ((await uidsOf(repos.entries, vehicleId)).size > mileages || (await repos.plans.listUids(vehicleId)).length > 0) return 0;
  const image = await repos.vehicles.delete(vehicleId);
  if (image !== undefined) await repos.images.delete(image);
  return mileages;
}
