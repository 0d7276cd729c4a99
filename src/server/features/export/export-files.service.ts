import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import type { Language } from '#contract/languages.ts';
import type { Caller } from '../../caller.ts';
import { begun } from '../../db/turns.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage } from '../../ports/images.ts';
import type { ZipPart } from '../../ports/zip.ts';
import type { ExportedEntries } from '../entries/exported-entries.service.ts';
import type { ExportedPayments } from '../income/income-list.service.ts';
import type { ExportedOrders } from '../orders/exported-orders.service.ts';
import type { ExportedPlans } from '../plan/exported-plans.service.ts';
import type { UsersService } from '../users/users.service.ts';
import type { ValuesService } from '../values/values.service.ts';
import type { ExportedVehicles, VehicleToExport } from '../vehicles/exported-vehicles.service.ts';
import { type CsvSettings, csvOfEntries, csvOfPlan, csvOfValues, fileNames } from './export-csv.rules.ts';
import { type JsonVehicle, jsonOf } from './export-json.rules.ts';
import { uniqueNames } from './file-names.rules.ts';

export interface ExportSources {
  users: Pick<UsersService, 'exportOf'>;
  orders: ExportedOrders;
  payments: ExportedPayments;
  vehicles: ExportedVehicles;
  entries: ExportedEntries;
  values: Pick<ValuesService, 'exportOf'>;
  plans: ExportedPlans;
  photos: { find(id: string): Promise<EncodedImage | undefined> };
  clock: Clock;
}

/** The account itself, read before the first file. */
export type ExportedAccount = Awaited<ReturnType<UsersService['exportOf']>>;

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif', 'image/webp': 'webp' };

/** The files of an export, one after the other, each read as it is written. */
export function exportFiles({ orders, payments, vehicles, entries, values, plans, photos, clock }: ExportSources) {
  /** Nothing for a photo that has been replaced since, or whose object is lost. */
  async function photoOf(imageId: string | null, path: string): Promise<ZipPart | undefined> {
    const found = imageId === null ? undefined : await photos.find(imageId);
    if (!found) return undefined;
    return { path: `${path}.${EXTENSIONS[found.mediaType] ?? 'bin'}`, isCompressible: false, content: piecesOf(found.bytes) };
  }

  /** The tables of a vehicle; without those that would be empty. */
  async function* tablesOf({ id }: VehicleToExport, folder: string, settings: CsvSettings): AsyncGenerator<ZipPart, void> {
    const names = fileNames(settings.language);
    for (const kind of ENTRY_KINDS) {
      const { isEmpty, pages } = await begun(entries.exportOf(id, [kind]));
      if (!isEmpty) yield { path: `${folder}/${names[kind]}.csv`, isCompressible: true, content: csvOfEntries(kind, pages, settings) };
    }
    const known = await values.exportOf(id);
    if (known.length > 0) yield { path: `${folder}/${names.values}.csv`, isCompressible: true, content: csvOfValues(known, settings) };
    const plan = await plans.linesOf(id);
    if (plan.length > 0) yield { path: `${folder}/${names.plan}.csv`, isCompressible: true, content: csvOfPlan(plan, settings) };
  }

  async function* jsonVehicles(caller: Caller, photoPaths: ReadonlyMap<number, string>): AsyncGenerator<JsonVehicle, void> {
    for await (const page of vehicles.exportOf(caller))
      for (const { id, vehicle } of page)
        yield {
          vehicle: {
            ...vehicle,
            photo: photoPaths.get(id) ?? null,
            values: await values.exportOf(id),
            plan: await plans.linesOf(id),
          },
          entries: entries.exportOf(id, ENTRY_KINDS),
          completions: plans.exportOf(id),
        };
  }

  /** `carnet.json` is the last one, since it names the photos. */
  return async function* filesOf(caller: Caller, { profile, imageId }: ExportedAccount, language: Language): AsyncGenerator<ZipPart, void> {
    const names = fileNames(language);
    const nameOf = uniqueNames();
    // A folder must not have the name of a file beside it.
    nameOf('carnet.json');
    const ownPhoto = await photoOf(imageId, nameOf(names.profile));
    if (ownPhoto) yield ownPhoto;
    const photoPaths = new Map<number, string>();
    for await (const page of vehicles.exportOf(caller)) {
      for (const found of page) {
        const folder = nameOf(`${found.vehicle.brand} ${found.vehicle.model}`);
        const photo = await photoOf(found.imageId, `${folder}/${names.photo}`);
        if (photo) photoPaths.set(found.id, photo.path);
        if (photo) yield photo;
        yield* tablesOf(found, folder, { language, vehicle: found.vehicle });
      }
    }
    const content = jsonOf({
      exportedAt: isoTime(clock.now()),
      profile: { ...profile, photo: ownPhoto?.path ?? null },
      orders: orders.exportOf(caller.userId),
      payments: payments.exportOf(caller.userId),
      vehicles: jsonVehicles(caller, photoPaths),
    });
    yield { path: 'carnet.json', isCompressible: true, content };
  };
}

/** A photo at once would hold up others while its checksum is computed. */
const PIECE = 128 * 1024;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
