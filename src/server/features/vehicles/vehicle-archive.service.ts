import { ARCHIVED_MAX } from '#contract/limits.ts';
import { SECOND } from '#contract/time.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { AppError } from '../../app-error.ts';
import { type AuthorizedVehicleId, authorizeVehicle } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { totalsOf } from '../entries/entry-sums.service.ts';
import { addShownReadings } from '../entries/shown-reading.service.ts';
import { limitOf, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { VehicleAccess } from './vehicle-access.service.ts';
import { type ArchivedFacts, restorableFrom, restoreError } from './vehicle-archive.rules.ts';
import type { VehicleRepos } from './vehicle-writes.service.ts';
import type { VehiclesRepo } from './vehicles.repo.ts';
import { toVehicle } from './vehicles.rows.ts';

interface Deps {
  work: Work<VehicleRepos>;
  access: VehicleAccess;
  vehicles: { get(caller: Caller, vehicleId: number, year?: string): Promise<Vehicle> };
  clock: Clock;
}

export type VehicleArchiveService = ReturnType<typeof vehicleArchiveService>;

/** The archive: vehicles that can only be read, restored or deleted (docs/product.md, Archive). */
export function vehicleArchiveService({ work, access, vehicles, clock }: Deps) {
  return {
    /** The archived vehicles, the last archived first; `year` is YYYY. */
    async list(caller: Caller, year = isoTime(clock.now()).slice(0, 4)): Promise<Vehicle[]> {
      const { userId, limit } = caller;
      const rows = await work.repos.vehicles.listArchived(userId);
      const own = rows.flatMap((row) => authorizeVehicle(row, userId) ?? []);
      const ids = own.map(({ id }) => id).sort((a, b) => a - b);
      const totals = await totalsOf(work.repos.sums, caller, ids, year, true);
      await addShownReadings(work.repos.readings, own, totals);
      const { active } = await work.repos.vehicles.countByOwner(userId);
      return rows.map((row) => {
        const archivedLater = rows.filter(({ archived_at }) => archived_at > row.archived_at).length;
        const facts = { archivedAt: Date.parse(row.archived_at), active, archivedLater, limit };
        return toVehicle(row, totals.get(row.id), { facts, now: clock.now() });
      });
    },

    /** 403 if the archive is full. Also archives a vehicle beyond the limit of the tariff. Changes nothing for an archived vehicle. */
    async archive(caller: Caller, vehicleId: number, year?: string): Promise<Vehicle> {
      const { id } = (await access.find(caller, vehicleId)).vehicle;
      await work.inTransaction(async ({ vehicles: repo }) => {
        const { archivedAt } = await lock(repo, caller, id);
        if (archivedAt !== null) return;
        const { archived } = await repo.countByOwner(caller.userId);
        if (archived >= ARCHIVED_MAX) throw new AppError('carsApi.archiveLimit');
        await repo.updateArchivedAt(id, isoTime(clock.now()));
      });
      return vehicles.get(caller, id, year);
    },

    /** 403 before the vehicle can be restored, and if the tariff has no room for it. Changes nothing for a vehicle that is not archived. */
    async restore(caller: Caller, vehicleId: number, year?: string): Promise<Vehicle> {
      const { id } = (await access.find(caller, vehicleId)).vehicle;
      await work.inTransaction(async ({ vehicles: repo }) => {
        const { archivedAt, tariff } = await lock(repo, caller, id);
        if (archivedAt === null) return;
        const now = clock.now();
        const facts = await findFacts(repo, { userId: caller.userId, limit: limitOf(tariffInForce(tariff, now)) }, archivedAt);
        const error = restoreError(facts, now);
        const wait = restorableFrom(facts) - now;
        if (error) throw new AppError(error, wait > 0 ? { retryAfter: Math.ceil(wait / SECOND) } : {});
        await repo.updateArchivedAt(id, null);
      });
      return vehicles.get(caller, id, year);
    },
  };
}

/**
 * Locks the owner, which serializes their parallel requests, and then the vehicle, which its other changes lock. 401 or 404 if one of them
 * was deleted.
 */
async function lock(
  repo: VehiclesRepo,
  { userId }: Caller,
  id: AuthorizedVehicleId,
): Promise<{ archivedAt: string | null; tariff: TariffFacts }> {
  const tariff = await repo.lockOwner(userId);
  if (!tariff) throw new AppError('api.401');
  const row = await repo.lock(id);
  if (!row) throw new AppError('carsApi.404');
  return { archivedAt: row.archived_at, tariff };
}

/** The facts about a vehicle that was archived at `archivedAt`. */
export async function findFacts(
  repo: VehiclesRepo,
  { userId, limit }: Pick<Caller, 'userId' | 'limit'>,
  archivedAt: string,
): Promise<ArchivedFacts> {
  const { active } = await repo.countByOwner(userId);
  return { archivedAt: Date.parse(archivedAt), active, archivedLater: await repo.countArchivedAfter(userId, archivedAt), limit };
}
