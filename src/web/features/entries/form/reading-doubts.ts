import { parseNumber } from '#contract/numbers.ts';
import { type ReferenceReading, readingRule } from '#contract/records.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import type { LatestEntries } from '../list/cached-entries.ts';
import type { RecordDraft } from '../records/record-draft.ts';

/** Vehicle data that a record is compared with. */
export type VehicleFacts = Pick<Vehicle, 'vehicleType' | 'year' | 'mileage' | 'createdAt'>;

/** The last record on or before a day, and the first one after it. */
export interface Neighbours {
  before: ReferenceReading | null;
  after: ReferenceReading | null;
}

/** Why a value needs confirmation before it is saved; amounts are in the vehicle's unit. */
export type Doubt =
  | { field: 'reading'; kind: 'more' | 'less'; amount: number; day: string }
  | { field: 'reading'; kind: 'moreThanDetails'; amount: number }
  | { field: 'performedOn' | 'reading'; kind: 'beforeYear'; year: number };

interface Growth {
  /** Allowed growth on the same day. */
  atOnce: number;
  /** Additional allowed growth per day. */
  daily: number;
}

const KM_PER_MILE = 1.609344;
const KM: Growth = { atOnce: 1_500, daily: 400 };
/** For vehicles in commercial use. */
const COMMERCIAL_KM: Growth = { atOnce: 1_500, daily: 1_000 };
const HOURS: Growth = { atOnce: 24, daily: 12 };

/** The largest growth of a reading within `days` that needs no confirmation. */
function usualGrowth(days: number, unit: ReadingUnit, type: VehicleFacts['vehicleType']): number {
  if (unit === 'h') return HOURS.atOnce + HOURS.daily * days;
  const { atOnce, daily } = type === 'truck' || type === 'bus' ? COMMERCIAL_KM : KM;
  return (atOnce + daily * days) / (unit === 'mi' ? KM_PER_MILE : 1);
}

const daysBetween = (from: string, to: string): number => Math.abs(Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The neighbours of a day among the latest records; undefined if these do not reach back to it. `recordId` is excluded. */
export function neighboursIn(latest: LatestEntries, day: string, recordId: number | undefined): Neighbours | undefined {
  const newestFirst = latest.data.filter(({ id }) => id !== recordId);
  const before = newestFirst.find(({ performedOn }) => performedOn <= day);
  if (!before && latest.nextCursor !== null) return undefined;
  return { before: before ?? null, after: newestFirst.filter(({ performedOn }) => performedOn > day).at(-1) ?? null };
}

/** undefined if the reading is plausible next to that neighbour. */
function compare(
  reading: number,
  day: string,
  neighbour: ReferenceReading | null,
  unit: ReadingUnit,
  { vehicleType }: VehicleFacts,
): Doubt | undefined {
  if (!neighbour) return undefined;
  const isLater = neighbour.performedOn > day;
  const growth = isLater ? neighbour.reading - reading : reading - neighbour.reading;
  if (growth >= 0 && growth <= usualGrowth(daysBetween(neighbour.performedOn, day), unit, vehicleType)) return undefined;
  const difference = reading - neighbour.reading;
  return { field: 'reading', kind: difference > 0 ? 'more' : 'less', amount: Math.abs(difference), day: neighbour.performedOn };
}

/** The mileage in the details dates from the day the vehicle was added, or from a later day if it was corrected. */
function compareWithDetails(
  reading: number,
  day: string,
  { before, after }: Neighbours,
  unit: ReadingUnit,
  facts: VehicleFacts,
): Doubt | undefined {
  if (facts.mileage === null) return undefined;
  const added = facts.createdAt.slice(0, 10);
  const isCovered = day < added ? after : before;
  const usual = day < added ? 0 : usualGrowth(daysBetween(added, day), unit, facts.vehicleType);
  const amount = reading - facts.mileage;
  return isCovered || amount <= usual ? undefined : { field: 'reading', kind: 'moreThanDetails', amount };
}

function doubtOfReading(reading: number, day: string, neighbours: Neighbours, unit: ReadingUnit, facts: VehicleFacts): Doubt | undefined {
  if (unit === 'year') return reading < facts.year ? { field: 'reading', kind: 'beforeYear', year: facts.year } : undefined;
  return (
    compare(reading, day, neighbours.before, unit, facts) ??
    compare(reading, day, neighbours.after, unit, facts) ??
    compareWithDetails(reading, day, neighbours, unit, facts)
  );
}

/** Doubts about a date and a reading that are valid by themselves; without `neighbours` the reading is not compared. */
export function doubtsOf(
  { performedOn, reading }: Pick<RecordDraft, 'performedOn' | 'reading'>,
  neighbours: Neighbours | undefined,
  unit: ReadingUnit,
  facts: VehicleFacts,
): Doubt[] {
  const year = Number(performedOn.slice(0, 4));
  const ofDay: Doubt[] = performedOn !== '' && year < facts.year ? [{ field: 'performedOn', kind: 'beforeYear', year: facts.year }] : [];
  const parsed = parseNumber(reading, readingRule(unit));
  if (!parsed.ok || performedOn === '' || !neighbours) return ofDay;
  const ofReading = doubtOfReading(parsed.value, performedOn, neighbours, unit, facts);
  return ofReading ? [...ofDay, ofReading] : ofDay;
}
