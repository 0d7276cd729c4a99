import type { Doubt } from '#contract/records.ts';
import { AppError } from '../../app-error.ts';
import type { ChangeableVehicle } from '../vehicles/vehicle-locks.service.ts';
import { type DoubtReason, type Meter, type Reading, reasonsOf } from './doubt.rules.ts';
import type { EntryFields } from './entries.repo.ts';
import { pointOf, toReferenceReading, unitOf } from './reading.rules.ts';
import type { ReadingRow, ReadingsRepo } from './readings.repo.ts';
import { type CountedPoint, counted, type Reset, type ShownPoint } from './segments.rules.ts';

type Entry = Pick<EntryFields, 'performed_on' | 'reading'> & { reset?: Reset | undefined };

/** What an entry is compared with, and why it is doubtful. */
interface Compared {
  reasons: DoubtReason[];
  before: ReadingRow | undefined;
  after: ReadingRow | undefined;
}

type Facts = Meter & { year: number };

/** On the one odometer of the vehicle. */
async function compared(readings: ReadingsRepo, { id }: ChangeableVehicle, entry: Entry, facts: Facts, except?: number): Promise<Compared> {
  const before = await readings.findBefore(id, entry.performed_on, except);
  const after = await readings.findAfter(id, entry.performed_on, except);
  return { before, after, reasons: reasonsOf(shownOf(entry), { before: readingOf(before), after: readingOf(after) }, facts) };
}

/** Counted on over replaced odometers; the entry can be the first reading of a new one. */
async function comparedInOrder(
  readings: ReadingsRepo,
  { id }: ChangeableVehicle,
  entry: Entry,
  facts: Facts,
  except?: number,
): Promise<Compared> {
  const rows = await readings.listAll(id, except);
  const typed: ShownPoint = { ...shownOf(entry), id: except ?? Number.MAX_SAFE_INTEGER, isRight: 0, reset: entry.reset };
  const ordered = counted([...rows.map(pointOf), typed], facts);
  const at = ordered.findIndex((point) => point.id === typed.id);
  const [before, point, after] = [ordered[at - 1], ordered[at] as CountedPoint, ordered[at + 1]];
  const rowOf = (other: CountedPoint | undefined): ReadingRow | undefined => rows.find((row) => row.id === other?.id);
  const next = rowOf(after);
  return {
    before: rowOf(before),
    // What the old odometer showed last, if the entry precedes a new one.
    after: next && { ...next, reading: after?.reset?.oldReading ?? next.reading },
    reasons: reasonsOf(point, { before: before ?? null, after: after ?? null }, facts, true),
  };
}

/** The doubt about an entry of a vehicle, compared with other typed entries than `except`; undefined if there is none (decision 32). */
async function doubtOf(readings: ReadingsRepo, vehicle: ChangeableVehicle, entry: Entry, except?: number): Promise<Doubt | undefined> {
  const facts = { vehicleType: vehicle.vehicle_type, unit: unitOf(vehicle), year: vehicle.year };
  const isReplaced = entry.reading > 0 && (entry.reset !== undefined || (await readings.listReplaced([vehicle.id])).length > 0);
  const { before, after, reasons } = await (isReplaced ? comparedInOrder : compared)(readings, vehicle, entry, facts, except);
  return reasons.length === 0 ? undefined : { reasons, before: toReferenceReading(before), after: toReferenceReading(after) };
}

/** Throws 409 for a doubtful entry if the caller wants to be asked; otherwise whether it is doubtful. */
export async function assertNoDoubt(
  readings: ReadingsRepo,
  vehicle: ChangeableVehicle,
  entry: Entry,
  { ask, except }: { ask: boolean | undefined; except?: number },
): Promise<boolean> {
  const doubt = await doubtOf(readings, vehicle, entry, except);
  if (doubt && ask) throw new AppError('entriesApi.doubtful', { data: doubt });
  return doubt !== undefined;
}

const shownOf = ({ performed_on, reading }: Entry): Reading => ({ performedOn: performed_on, reading });

const readingOf = (row: { performed_on: string; reading: number } | undefined): Reading | null =>
  row ? { performedOn: row.performed_on, reading: row.reading } : null;
