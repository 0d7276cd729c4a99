import type { Doubt } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../app-error.ts';
import type { ChangeableVehicle } from '../vehicles/vehicle-locks.service.ts';
import { type Neighbours, type Reading, reasonsOf } from './doubt.rules.ts';
import type { EntryFields } from './entries.repo.ts';
import { toReferenceReading, unitOf } from './reading.rules.ts';
import type { ReadingsRepo } from './readings.repo.ts';

type Entry = Pick<EntryFields, 'performed_on' | 'reading'>;

/** The doubt about an entry of a vehicle, compared with other entries than `except`; undefined if there is none (decision 32). */
async function doubtOf(readings: ReadingsRepo, vehicle: ChangeableVehicle, entry: Entry, except?: number): Promise<Doubt | undefined> {
  const before = await readings.findBefore(vehicle.id, entry.performed_on, except);
  const after = await readings.findAfter(vehicle.id, entry.performed_on, except);
  const typed = { performedOn: entry.performed_on, reading: entry.reading };
  const facts = { vehicleType: vehicle.vehicle_type, unit: unitOf(vehicle), year: vehicle.year };
  const neighbours = { before: readingOf(before), after: readingOf(after) };
  const reasons = reasonsOf(typed, neighbours, facts);
  const details = detailsOf(vehicle, typed, neighbours);
  const isAboveDetails = details !== undefined && reasonsOf(typed, details.neighbours, facts).includes('higher');
  if (isAboveDetails && !reasons.includes('higher')) reasons.push('higher');
  if (reasons.length === 0) return undefined;
  return {
    reasons,
    before: toReferenceReading(before),
    after: toReferenceReading(after),
    details: isAboveDetails ? details.mileage / TENTHS : null,
  };
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

const readingOf = (row: { performed_on: string; reading: number } | undefined): Reading | null =>
  row ? { performedOn: row.performed_on, reading: row.reading } : null;

/**
 * The mileage of the details is a reading of the day on which the vehicle was added. It matters only where no other reading says more: it
 * can have been corrected later, so a lower reading is not doubtful.
 */
function detailsOf(
  { mileage, created_at }: ChangeableVehicle,
  { performedOn }: Reading,
  { before, after }: Neighbours,
): { mileage: number; neighbours: Neighbours } | undefined {
  if (mileage === null || mileage === 0) return undefined;
  const added = created_at.slice(0, 10);
  const details = { performedOn: added, reading: mileage };
  if (performedOn >= added) return before ? undefined : { mileage, neighbours: { before: details, after: null } };
  return after || (before && before.reading > mileage) ? undefined : { mileage, neighbours: { before: null, after: details } };
}
