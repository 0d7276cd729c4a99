import { IMPORT_NEW, IMPORT_NOWHERE, type ImportTarget } from '#contract/imports.ts';
import { PLAN_COMPLETIONS_MAX, VALUES_MAX, VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { toCents } from '#contract/money.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Drafts, PartName } from '../../imports/drafts.ts';
import type { ImageStore, ImagesService, StorableImage } from '../../infra/images/images.service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { importedEntry } from '../entries/imported-entries.rules.ts';
import { addImported, type ImportedEntriesRepo, uidsOf } from '../entries/imported-entries.service.ts';
import { type MileagesRepo, saveMileage } from '../entries/mileages.service.ts';
import type { ReadingsRepo } from '../entries/readings.service.ts';
import type { NotesRepo } from '../notes/notes.service.ts';
import { todayAt } from '../plan/days.rules.ts';
import { importedCompletion, importedLine } from '../plan/imported-plans.rules.ts';
import type { ImportedPlansRepo } from '../plan/imported-plans.service.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { ValuesRepo } from '../values/values.service.ts';
import { type Access, vehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { type ChangeableVehicle, lockForChange } from '../vehicles/vehicle-locks.service.ts';
import { vehicleColumns } from '../vehicles/vehicle-writes.service.ts';
import type { VehiclesRepo } from '../vehicles/vehicles.service.ts';
import type { Judge } from './import-judge.service.ts';
import { draftsOf, storedRows } from './import-parts.service.ts';
import type { ImportsRepo } from './imports.repo.ts';
import type { StoredImport } from './stored-import.rules.ts';
import { newVehicleOf } from './vehicle-checks.rules.ts';

/** The repositories of the transaction in which everything is added. */
export interface WriteRepos {
  imports: ImportsRepo;
  entries: ImportedEntriesRepo;
  plans: ImportedPlansRepo;
  vehicles: VehiclesRepo;
  mileages: MileagesRepo;
  readings: ReadingsRepo;
  values: ValuesRepo;
  notes: NotesRepo;
  images: ImageStore;
}

export interface Writing {
  repos: WriteRepos;
  caller: Caller;
  images: Pick<ImagesService, 'create'>;
  clock: Clock;
  tokens: Tokens;
  importId: number;
  stored: StoredImport;
  judge: Judge;
  /** The photos of new vehicles by their place in the file. */
  photos: ReadonlyMap<number, StorableImage>;
  at: string;
}

type Added = NonNullable<StoredImport['added']>;

/** More than the ids of some hundred rows would exceed the parameters of a statement. */
const IDS_AT_ONCE = 500;
const COMPLETIONS_AT_ONCE = 100;

/** Adds what a preview says, in the transaction of its caller. */
export async function writeImport(writing: Writing): Promise<{ vehicles: number[]; values: Added['values'] }> {
  const { repos, judge, stored, importId } = writing;
  await lockRoom(writing);
  const vehicles: number[] = [];
  const values: Added['values'] = [];
  for (const [index, { target }] of judge.placed.entries()) {
    if (!judge.accesses[index] || target === IMPORT_NOWHERE) continue;
    const { mileage, ...opened } = await open(writing, index, target);
    const { id } = opened.vehicle;
    for (const day of await addValues(writing, index, opened.vehicle)) values.push({ vehicleId: id, day });
    const lines = await addLines(writing, index, opened);
    const entries = await addEntries(writing, index, opened);
    const { currency } = opened.opened.vehicle;
    if (mileage !== undefined) await saveMileage(writing)(repos, { ...opened.vehicle, currency }, mileage);
    await addCompletions(writing, index, opened.vehicle, { lines, entries });
    if (target !== IMPORT_NEW) continue;
    vehicles.push(id);
    await repos.imports.insertItems(importId, 'vehicle', [id]);
    if (stored.head.vehicles[index]?.isArchived) await repos.vehicles.updateArchivedAt(id, writing.at);
  }
  return { vehicles, values };
}

/** 409 if the tariff or the account has less room than when the preview was computed. */
async function lockRoom({ repos: { vehicles }, caller: { userId }, judge, stored, clock }: Writing): Promise<void> {
  const facts = await vehicles.lockOwner(userId);
  if (!facts) throw new AppError('api.401');
  const limit = limitOf(tariffInForce(facts, clock.now()));
  const { active, archived } = await vehicles.countByOwner(userId);
  const added = stored.head.vehicles.filter((_, n) => judge.accesses[n] && judge.placed[n]?.target === IMPORT_NEW);
  const usable = added.filter(({ isArchived }) => !isArchived).length;
  const isOverTariff = limit !== null && usable > 0 && active + usable > limit;
  const isOverAccount = added.length > 0 && active + archived + added.length > VEHICLES_PER_ACCOUNT;
  if (isOverTariff || isOverAccount) throw new AppError('importsApi.changed');
}

/** The vehicle, locked; a new one is created. */
async function open({ repos, caller, stored, photos, at, images, clock }: Writing, index: number, target: ImportTarget) {
  const access = vehicleAccess({ vehicles: repos.vehicles, clock });
  if (typeof target === 'number') {
    const opened = await access.find(caller, target);
    return { opened, vehicle: await lockForChange(repos.vehicles, opened), mileage: undefined };
  }
  const [vehicle, photo] = [stored.head.vehicles[index], photos.get(index)];
  const fields = vehicle && newVehicleOf(vehicle, stored.answers[index]?.fields).fields;
  if (!fields || !photo) throw new AppError('importsApi.changed');
  const image_id = await images.create(repos.images, photo);
  const id = await repos.vehicles.insert({ ...vehicleColumns(fields), user_id: caller.userId, image_id, created_at: at });
  const opened = await access.find(caller, id);
  const locked = await lockForChange(repos.vehicles, opened);
  if (vehicle.note) await repos.notes.upsert(locked.id, vehicle.note);
  return { opened, vehicle: locked, mileage: fields.mileage };
}

async function addValues({ repos, importId }: Writing, index: number, vehicle: ChangeableVehicle): Promise<string[]> {
  const days = new Set((await repos.values.list(vehicle.id)).map(({ day }) => day));
  const added: string[] = [];
  for (const { day, kind, amount, currency } of await all(repos, importId, 'values', index)) {
    if (days.has(day) || days.size >= VALUES_MAX) continue;
    await repos.values.upsert(vehicle.id, { day, kind, amount: toCents(amount), currency });
    days.add(day);
    added.push(day);
  }
  return added;
}

/** Returns the ids of all lines of the plan by their uids, with those that were there. */
async function addLines({ repos, caller, importId, judge, at, clock }: Writing, index: number, { opened, vehicle }: Opened) {
  const ids = new Map((await repos.plans.listUids(vehicle.id)).map(({ uid, id }) => [uid, id]));
  const added: number[] = [];
  for (const row of await all(repos, importId, 'lines', index)) {
    if (judge.line(index, row).is !== 'fresh') continue;
    const line = importedLine(opened, row, todayAt(clock.now(), caller.timeZone));
    const { id } = await repos.plans.insert({ ...line, vehicle_id: vehicle.id, created_at: at, changed_at: at });
    ids.set(line.uid, id);
    added.push(id);
  }
  await repos.imports.insertItems(importId, 'line', added);
  return { ids, added: new Set(added) };
}

async function addEntries({ repos, caller, importId, stored, judge, at }: Writing, index: number, { opened, vehicle }: Opened) {
  const known = await uidsOf(repos.entries, vehicle.id);
  const added = new Map<string, number>();
  const mileages = new Set<string>();
  for await (const { rows } of draftsOf(storedRows(repos.imports, importId, stored), 'entries', index)) {
    const fresh = rows.flatMap((draft) => {
      const { row, is } = judge.entry(index, draft);
      return is === 'fresh' ? [row] : [];
    });
    // Restored or imported meanwhile.
    if (fresh.some(({ uid }) => known.has(uid))) throw new AppError('importsApi.changed');
    const columns = fresh.map((row) => importedEntry(opened, row, stored.head.currency));
    const ids = await addImported(repos.entries, columns, { vehicleId: vehicle.id, author: caller.userId, at });
    for (const [uid, id] of ids) added.set(uid, id);
    for (const { uid, extra } of fresh) if (extra.source === 'details') mileages.add(uid);
  }
  // A mileage goes with its vehicle.
  const ids = [...added].flatMap(([uid, id]) => (mileages.has(uid) ? [] : [id]));
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    await repos.imports.insertItems(importId, 'entry', ids.slice(start, start + IDS_AT_ONCE));
  return { known, added };
}

/** Adds the completions of lines that were added, and those of lines that were there by entries that were added. */
async function addCompletions({ repos, importId, at }: Writing, index: number, vehicle: ChangeableVehicle, found: Found): Promise<void> {
  const { lines, entries } = found;
  const done = new Set<string>();
  const rows = (await all(repos, importId, 'completions', index)).flatMap((completion) => {
    const line_id = lines.ids.get(completion.line);
    const entry_id = completion.entry === null ? null : (entries.added.get(completion.entry) ?? entries.known.get(completion.entry));
    if (line_id === undefined || entry_id === undefined) return [];
    if (!lines.added.has(line_id) && (completion.entry === null || !entries.added.has(completion.entry))) return [];
    if (entry_id !== null && done.has(`${line_id} ${entry_id}`)) return [];
    done.add(`${line_id} ${entry_id}`);
    return [{ ...importedCompletion(completion), vehicle_id: vehicle.id, line_id, entry_id, created_at: at }];
  });
  const room = PLAN_COMPLETIONS_MAX - (await repos.plans.countCompletions(vehicle.id));
  const fitting = rows.slice(0, Math.max(0, room));
  for (let start = 0; start < fitting.length; start += COMPLETIONS_AT_ONCE) {
    await nextTurn();
    await repos.plans.insertCompletions(fitting.slice(start, start + COMPLETIONS_AT_ONCE));
  }
}

interface Opened {
  opened: Access;
  vehicle: ChangeableVehicle;
}

interface Found {
  lines: { ids: ReadonlyMap<string, number>; added: ReadonlySet<number> };
  entries: { known: ReadonlyMap<string, number>; added: ReadonlyMap<string, number> };
}

async function all<Name extends PartName>({ imports }: WriteRepos, importId: number, name: Name, vehicle: number): Promise<Drafts[Name][]> {
  const found: Drafts[Name][] = [];
  for await (const { rows } of draftsOf({ imports, importId, isOldestFirst: true }, name, vehicle)) found.push(...rows);
  return found;
}
