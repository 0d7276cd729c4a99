/** The figures of the statistics by slow and obvious loops, to compare the server with. */
import { expect } from 'vitest';
import {
  type AllStatistics,
  COST_GROUPS,
  type CostGroup,
  type Forecast,
  type StatisticsPeriod,
  type VehicleStatistics,
} from '#contract/statistics.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';
import { type PlainDistance, plainDistance } from './plain-distance.ts';

export interface PlainRecord {
  id: number;
  vehicleId: number;
  operationName: string;
  partName: string;
  partCode: string;
  /** Cents; null for a fill whose amount is not known, negative for a refund. */
  price: number | null;
  /** Tenths. */
  reading: number;
  performedOn: string;
  kind: 'work' | 'fill' | 'cost';
  /** Of a cost. */
  costGroup: CostGroup | 'loan' | null;
}

export interface PlainVehicle {
  id: number;
  vehicleType: VehicleType;
  brand: string;
  model: string;
  year: number;
  number: string;
  unit: ReadingUnit;
}

/** The server rounds ratios to four decimals. */
const about = (value: number | null, decimals = 3): unknown => (value === null ? null : expect.closeTo(value, decimals));

const inPeriod = (records: readonly PlainRecord[], { from, to }: StatisticsPeriod): PlainRecord[] =>
  records.filter(({ performedOn }) => (from === undefined || performedOn >= from) && (to === undefined || performedOn <= to));

const oldestFirst = (records: readonly PlainRecord[]): PlainRecord[] =>
  records.toSorted((a, b) => (a.performedOn === b.performedOn ? a.id - b.id : a.performedOn < b.performedOn ? -1 : 1));

function sumOf(records: readonly PlainRecord[]): { records: number; cost: number } {
  let cents = 0;
  for (const { price } of records) cents += price ?? 0;
  return { records: records.length, cost: cents / 100 };
}

const isSpent = ({ costGroup }: PlainRecord): boolean => costGroup !== 'loan';
const isWork = ({ kind }: PlainRecord): boolean => kind === 'work';
const groupOf = ({ kind, costGroup }: PlainRecord): CostGroup | 'loan' | null =>
  kind === 'work' ? 'maintenance' : kind === 'fill' ? 'energy' : costGroup;

function groupsOf(records: readonly PlainRecord[]) {
  return COST_GROUPS.map((group) => ({ group, ...sumOf(records.filter((record) => groupOf(record) === group)) })).filter(
    ({ records: count }) => count > 0,
  );
}

const spentOf = (records: readonly PlainRecord[]) => ({
  ...sumOf(records),
  groups: Object.fromEntries(groupsOf(records).map(({ group, cost }) => [group, cost])),
});

function totalOf(records: readonly PlainRecord[]) {
  const spent = records.filter(isSpent);
  return {
    records: spent.length,
    totalCost: sumOf(spent).cost,
    groups: groupsOf(spent),
    loan: sumOf(records.filter((record) => !isSpent(record))),
    withoutAmount: spent.filter(({ price }) => price === null).length,
  };
}

/** What was spent by the beginning of the day, oldest first. */
function spansOf(all: readonly PlainRecord[], length: number) {
  const records = all.filter(isSpent);
  const spans = [...new Set(records.map(({ performedOn }) => performedOn.slice(0, length)))].sort();
  return spans.map((span) => ({ span, ...spentOf(records.filter(({ performedOn }) => performedOn.startsWith(span))) }));
}

const monthsOf = (records: readonly PlainRecord[]) => spansOf(records, 7).map(({ span, ...rest }) => ({ month: span, ...rest }));

/** The whole years that the period touches. */
function yearsOf(all: readonly PlainRecord[], { from, to }: StatisticsPeriod, today: string) {
  const first = oldestFirst(all.filter(isSpent))[0]?.performedOn;
  return spansOf(all, 4)
    .filter(({ span }) => (from === undefined || span >= from.slice(0, 4)) && (to === undefined || span <= to.slice(0, 4)))
    .map(({ span, ...rest }) => {
      const isFirst = first?.startsWith(span) && !first.endsWith('-01-01');
      return { year: Number(span), since: isFirst ? first : null, until: span < today.slice(0, 4) ? null : today, ...rest };
    });
}

/** Records by the key of `keyOf`, costliest first: the first 20, and the others. */
function namesOf(records: readonly PlainRecord[], keyOf: (record: PlainRecord) => string | undefined) {
  const keys = [...new Set(records.flatMap((record) => keyOf(record) ?? []))];
  const groups = keys.map((key) => {
    const own = oldestFirst(records.filter((record) => keyOf(record) === key));
    return { key, newest: own.at(-1) as PlainRecord, ...sumOf(own), own };
  });
  groups.sort((a, b) => b.cost - a.cost || b.records - a.records || (a.key < b.key ? -1 : 1));
  return { top: groups.slice(0, 20), others: sumOf(groups.slice(20).flatMap(({ own }) => own)) };
}

function operationsOf(records: readonly PlainRecord[]) {
  const { top, others } = namesOf(records.filter(isWork), ({ operationName }) => lower(operationName));
  return { operations: top.map(({ newest, records: count, cost }) => ({ name: newest.operationName, records: count, cost })), others };
}

const lower = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');
const hasLetterOrDigit = (text: string): boolean => /\p{L}|\p{N}/u.test(text);

function partsOf(all: readonly PlainRecord[]) {
  const records = all.filter(isWork);
  const { top, others } = namesOf(records, ({ partCode, partName }) => {
    if (hasLetterOrDigit(partCode)) return `code ${lower(partCode).replace(/[^\p{L}\p{N}]/gu, '')}`;
    return hasLetterOrDigit(partName) ? `name ${lower(partName)}` : undefined;
  });
  const parts = top.map(({ key, newest, records: count, cost, own }) => ({
    name: newest.partName,
    code: key.startsWith('code ') ? newest.partCode : '',
    records: count,
    cost,
    lastPrice: Number(newest.price) / 100,
    lastDay: newest.performedOn,
    hasOtherNames: new Set(own.map(({ partName }) => lower(partName))).size > 1,
  }));
  const withoutPart = sumOf(records.filter(({ partCode, partName }) => !hasLetterOrDigit(partCode) && !hasLetterOrDigit(partName)));
  return { parts, otherParts: others, withoutPart };
}

function yearOverYearOf(all: readonly PlainRecord[], period: StatisticsPeriod, today: string) {
  const years = yearsOf(all, {}, today);
  const isWhole = (year: number): boolean => `${year}-12-31` < today && !years.some((other) => other.year === year && other.since);
  const shown = yearsOf(all, period, today).map(({ year }) => year);
  return years.flatMap(({ year, since, until, cost }, index) => {
    if (!shown.includes(year)) return [];
    const before = all.filter((record) => isSpent(record) && record.performedOn.startsWith(`${year - 1}-`));
    const previousCost = index === 0 ? null : sumOf(before).cost;
    const change = previousCost && previousCost > 0 && isWhole(year) && isWhole(year - 1) ? (cost - previousCost) / previousCost : null;
    return [{ year, since, until, cost, previousCost, change: about(change) }];
  });
}

/** The month before, YYYY-MM. */
function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** The whole months before today, newest first, after that of the first record, at most so many. */
function monthsBefore(today: string, first: string, most: number): string[] {
  const months: string[] = [];
  for (let month = monthBefore(today.slice(0, 7)); month > first.slice(0, 7) && months.length < most; month = monthBefore(month))
    months.push(month);
  return months;
}

/** The expected costs of one vehicle by part. */
function expectedOf(all: readonly PlainRecord[], today: string): Omit<Forecast, 'total'> | undefined {
  const records = oldestFirst(all.filter(isSpent));
  const first = records[0]?.performedOn;
  if (first === undefined) return undefined;
  const costIn = (months: readonly string[], groups: readonly (CostGroup | 'loan' | null)[]): number =>
    sumOf(records.filter((record) => months.includes(record.performedOn.slice(0, 7)) && groups.includes(groupOf(record)))).cost;
  const [threeYears, year] = [monthsBefore(today, first, 36), monthsBefore(today, first, 12)];
  if (threeYears.length < 6) return undefined;
  return {
    energy: (12 * costIn(year, ['energy'])) / year.length,
    irregular: (12 * costIn(threeYears, ['maintenance', 'running', 'accessories'])) / threeYears.length,
    standing: costIn(monthsBefore(today, '0000-00', 12), ['standing']),
  };
}

function forecastOf(vehicles: readonly (readonly PlainRecord[])[], today: string): Forecast | null {
  const known = vehicles.flatMap((records) => expectedOf(records, today) ?? []);
  if (known.length === 0) return null;
  const parts = { energy: 0, irregular: 0, standing: 0 };
  for (const { energy, irregular, standing } of known) {
    parts.energy += energy;
    parts.irregular += irregular;
    parts.standing += standing;
  }
  return {
    total: twoDigits(parts.energy + parts.irregular + parts.standing),
    ...{ energy: twoDigits(parts.energy), irregular: twoDigits(parts.irregular), standing: twoDigits(parts.standing) },
  };
}

/** 18,433.97 is about 18,000. */
function twoDigits(value: number): number {
  if (value === 0) return value;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.round(value / step) * step).toPrecision(12));
}

const LEAST = { km: 100, mi: 60, h: 5, year: Number.POSITIVE_INFINITY };

/** What a unit costs, if the distance is long enough. */
function perUnit(cost: number, distance: number | null, unit: ReadingUnit): unknown {
  return distance === null || distance < LEAST[unit] ? null : about(cost / distance);
}

function unitCosts(all: readonly PlainRecord[], distance: number | null, unit: ReadingUnit) {
  const spent = all.filter(isSpent);
  const energy = sumOf(spent.filter((record) => groupOf(record) === 'energy')).cost;
  return {
    costPerUnit: perUnit(sumOf(spent).cost, distance, unit),
    runningCostPerUnit: perUnit(sumOf(spent.filter((record) => groupOf(record) !== 'standing')).cost, distance, unit),
    energyCost: energy === 0 ? null : perUnit(unit === 'h' ? energy : 100 * energy, distance, unit),
  };
}

function averageOf({ distance, days }: PlainDistance, unit: ReadingUnit) {
  if (distance === null || !days) return null;
  const count = (new Date(days.to).getTime() - new Date(days.from).getTime()) / 86_400_000;
  if (count < 30) return null;
  const digits = unit === 'h' ? 1 : 0;
  const year = (distance / count) * 365;
  return { since: days.from, until: days.to, month: Number((year / 12).toFixed(digits)), year: Number(year.toFixed(digits)) };
}

/** Each month and year of the history that has a distance. */
function distancesOf(
  all: readonly PlainRecord[],
  { from = '0000-00-00', to = '9999-99-99' }: StatisticsPeriod,
  distanceIn: (from: string, to: string) => PlainDistance,
) {
  const days = all.map(({ performedOn }) => performedOn).sort();
  const months: { month: string; distance: number }[] = [];
  const years: { year: number; distance: number }[] = [];
  for (let year = Number(days[0]?.slice(0, 4) ?? 2000); year <= Number(days.at(-1)?.slice(0, 4) ?? 1999); year += 1) {
    const { distance } = distanceIn(`${year}-01-01`, `${year}-12-31`);
    if (distance !== null && from <= `${year}-12-31` && to >= `${year}-01-01`) years.push({ year, distance });
    for (let number = 1; number <= 12; number += 1) {
      const month = `${year}-${String(number).padStart(2, '0')}`;
      const [start, end] = [later(from, `${month}-01`), earlier(to, `${month}-31`)];
      const ofMonth = start <= end ? distanceIn(start, end).distance : null;
      if (ofMonth !== null) months.push({ month, distance: ofMonth });
    }
  }
  return { months, years };
}

/** The months that the period has from the first cost until today are counted one by one. */
function isUnderYear(all: readonly PlainRecord[], { from, to }: StatisticsPeriod, today: string): boolean {
  const first = oldestFirst(all.filter(isSpent))[0]?.performedOn ?? '9999-99';
  const start = later(from ?? first, first).slice(0, 7);
  let months = 0;
  for (let month = earlier(to ?? today, today).slice(0, 7); month >= start && months < 12; month = monthBefore(month)) months += 1;
  return months < 12;
}

const later = (day: string, other: string): string => (day > other ? day : other);
const earlier = (day: string, other: string): string => (day < other ? day : other);

/** What business sees of one vehicle. */
export function plainVehicle(
  all: readonly PlainRecord[],
  meter: Pick<PlainVehicle, 'vehicleType' | 'unit'>,
  period: StatisticsPeriod,
  today: string,
): VehicleStatistics {
  const records = inPeriod(all, period);
  const { from = '0000-00-00', to = '9999-99-99' } = period;
  const distanceIn = plainDistance(all, meter);
  const { days, ...whole } = distanceIn(from, to);
  return {
    unit: meter.unit,
    ...totalOf(records),
    ...whole,
    distances: distancesOf(all, period, distanceIn),
    average: averageOf({ ...whole, days }, meter.unit),
    ...unitCosts(records, whole.distance, meter.unit),
    ...{ depreciation: null, fullCostPerUnit: null },
    isUnderYear: isUnderYear(all, period, today),
    months: monthsOf(records).map((row) => {
      const { distance } = distanceIn(later(from, `${row.month}-01`), earlier(to, `${row.month}-31`));
      return { ...row, distance };
    }),
    years: yearsOf(all, period, today).map((row) => {
      const { distance, distanceReason } = distanceIn(`${row.year}-01-01`, `${row.year}-12-31`);
      return { ...row, distance, distanceReason };
    }),
    firstYear: yearsOf(all, {}, today)[0]?.year ?? null,
    ...operationsOf(records),
    extended: {
      ...partsOf(records),
      yearOverYear: yearOverYearOf(all, period, today),
      forecast: forecastOf([all], today),
    },
  } as VehicleStatistics;
}

/** What business sees of all vehicles. */
export function plainAll(
  vehicles: readonly PlainVehicle[],
  all: readonly PlainRecord[],
  period: StatisticsPeriod,
  today: string,
): AllStatistics {
  const records = inPeriod(all, period);
  const ownOf = (vehicleId: number) => all.filter((record) => record.vehicleId === vehicleId);
  const cost = totalOf(records).totalCost;
  const compared = vehicles.map((vehicle) => {
    const sum = sumOf(inPeriod(ownOf(vehicle.id), period).filter(isSpent));
    const { days, ...whole } = plainDistance(ownOf(vehicle.id), vehicle)(period.from ?? '0000-00-00', period.to ?? '9999-99-99');
    return {
      ...vehicle,
      ...sum,
      share: about(cost === 0 ? 0 : sum.cost / cost),
      ...whole,
      costPerUnit: perUnit(sum.cost, whole.distance, vehicle.unit),
    };
  });
  return {
    ...totalOf(records),
    months: monthsOf(records),
    years: yearsOf(all, period, today),
    firstYear: yearsOf(all, {}, today)[0]?.year ?? null,
    ...{ hidden: 0, archived: 0 },
    ...operationsOf(records),
    extended: {
      vehicles: compared.sort((a, b) => b.cost - a.cost || a.id - b.id),
      ...partsOf(records),
      yearOverYear: yearOverYearOf(all, period, today),
      forecast: forecastOf(
        vehicles.map(({ id }) => ownOf(id)),
        today,
      ),
    },
  } as AllStatistics;
}
