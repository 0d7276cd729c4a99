/** What was spent, distances and the forecast by slow and obvious loops, to compare the server with. */
import { expect } from 'vitest';
import { COST_GROUPS, type CostGroup, type Forecast, type StatisticsPeriod } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { PlainDistance } from './plain-distance.ts';

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
  currency: Currency;
}

/** The currency of the account in these tests. */
const OWN = 'UAH';

export const isOwn = ({ currency }: PlainRecord): boolean => currency === OWN;

/** What was spent in each other currency, if it amounts to anything. */
export function otherCurrenciesOf(records: readonly PlainRecord[]) {
  const others = [];
  for (const currency of ['USD', 'EUR'] as const) {
    const same = records.filter((record) => record.currency === currency && record.price !== null);
    if (sumOf(same).cost !== 0) others.push({ currency, count: same.length, amount: sumOf(same).cost });
  }
  return others;
}

/** The server rounds ratios to four decimals. */
export const about = (value: number | null, decimals = 3): unknown => (value === null ? null : expect.closeTo(value, decimals));

export const inPeriod = (records: readonly PlainRecord[], { from, to }: StatisticsPeriod): PlainRecord[] =>
  records.filter(({ performedOn }) => (from === undefined || performedOn >= from) && (to === undefined || performedOn <= to));

export const oldestFirst = (records: readonly PlainRecord[]): PlainRecord[] =>
  records.toSorted((a, b) => (a.performedOn === b.performedOn ? a.id - b.id : a.performedOn < b.performedOn ? -1 : 1));

export function sumOf(records: readonly PlainRecord[]): { records: number; cost: number } {
  let cents = 0;
  for (const { price } of records) cents += price ?? 0;
  return { records: records.length, cost: cents / 100 };
}

export const isSpent = ({ costGroup }: PlainRecord): boolean => costGroup !== 'loan';
export const isWork = ({ kind }: PlainRecord): boolean => kind === 'work';
const groupOf = ({ kind, costGroup }: PlainRecord): CostGroup | 'loan' | null =>
  kind === 'work' ? 'maintenance' : kind === 'fill' ? 'energy' : costGroup;

function groupsOf(records: readonly PlainRecord[]) {
  return COST_GROUPS.map((group) => ({ group, ...sumOf(records.filter((record) => groupOf(record) === group)) })).filter(
    ({ records: count }) => count > 0,
  );
}

export const spentOf = (records: readonly PlainRecord[]) => ({
  ...sumOf(records),
  groups: Object.fromEntries(groupsOf(records).map(({ group, cost }) => [group, cost])),
});

export function totalOf(all: readonly PlainRecord[]) {
  const records = all.filter(isOwn);
  const spent = records.filter(isSpent);
  const loans = all.filter((record) => !isSpent(record));
  return {
    records: spent.length,
    totalCost: sumOf(spent).cost,
    otherCurrencies: otherCurrenciesOf(all.filter(isSpent)),
    groups: groupsOf(spent),
    loan: { ...sumOf(loans.filter(isOwn)), otherCurrencies: otherCurrenciesOf(loans) },
    withoutAmount: spent.filter(({ price }) => price === null).length,
  };
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
function expectedOf(all: readonly PlainRecord[], today: string): Omit<Forecast, 'total' | 'planned'> | undefined {
  const records = oldestFirst(all.filter((record) => isSpent(record) && isOwn(record)));
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

/** Without the service plan. */
export function forecastOf(vehicles: readonly (readonly PlainRecord[])[], today: string): Forecast | null {
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
    planned: 0,
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
export function perUnit(cost: number, distance: number | null, unit: ReadingUnit): unknown {
  return distance === null || distance < LEAST[unit] ? null : about(cost / distance);
}

export function unitCosts(all: readonly PlainRecord[], distance: number | null, unit: ReadingUnit) {
  const spent = all.filter((record) => isSpent(record) && isOwn(record));
  const energy = sumOf(spent.filter((record) => groupOf(record) === 'energy')).cost;
  return {
    costPerUnit: perUnit(sumOf(spent).cost, distance, unit),
    runningCostPerUnit: perUnit(sumOf(spent.filter((record) => groupOf(record) !== 'standing')).cost, distance, unit),
    energyCost: energy === 0 ? null : perUnit(unit === 'h' ? energy : 100 * energy, distance, unit),
  };
}

export function averageOf({ distance, days }: PlainDistance, unit: ReadingUnit) {
  if (distance === null || !days) return null;
  const count = (new Date(days.to).getTime() - new Date(days.from).getTime()) / 86_400_000;
  if (count < 30) return null;
  const digits = unit === 'h' ? 1 : 0;
  const year = (distance / count) * 365;
  return { since: days.from, until: days.to, month: Number((year / 12).toFixed(digits)), year: Number(year.toFixed(digits)) };
}

/** Each month and year of the history that has a distance. */
export function distancesOf(
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
export function isUnderYear(all: readonly PlainRecord[], { from, to }: StatisticsPeriod, today: string): boolean {
  const first = oldestFirst(all.filter((record) => isSpent(record) && isOwn(record)))[0]?.performedOn ?? '9999-99';
  const start = later(from ?? first, first).slice(0, 7);
  let months = 0;
  for (let month = earlier(to ?? today, today).slice(0, 7); month >= start && months < 12; month = monthBefore(month)) months += 1;
  return months < 12;
}

export const later = (day: string, other: string): string => (day > other ? day : other);
export const earlier = (day: string, other: string): string => (day < other ? day : other);
