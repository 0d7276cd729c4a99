/** The figures of the statistics by slow and obvious loops, to compare the server with. */
import { expect } from 'vitest';
import type { AllStatistics, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';

export interface PlainRecord {
  id: number;
  vehicleId: number;
  operationName: string;
  partName: string;
  partCode: string;
  /** Cents. */
  price: number;
  /** Tenths. */
  reading: number;
  performedOn: string;
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

/** The server rounds ratios to four decimals and the forecast to cents. */
const about = (value: number | null, decimals = 3): unknown => (value === null ? null : expect.closeTo(value, decimals));

const inPeriod = (records: readonly PlainRecord[], { from, to }: StatisticsPeriod): PlainRecord[] =>
  records.filter(({ performedOn }) => (from === undefined || performedOn >= from) && (to === undefined || performedOn <= to));

const oldestFirst = (records: readonly PlainRecord[]): PlainRecord[] =>
  records.toSorted((a, b) => (a.performedOn === b.performedOn ? a.id - b.id : a.performedOn < b.performedOn ? -1 : 1));

function sumOf(records: readonly PlainRecord[]): { records: number; cost: number } {
  let cents = 0;
  for (const { price } of records) cents += price;
  return { records: records.length, cost: cents / 100 };
}

function distanceOf(records: readonly PlainRecord[], unit: ReadingUnit): number | null {
  const readings = records.map(({ reading }) => reading).filter((reading) => reading !== 0);
  if (unit === 'year' || new Set(readings).size < 2) return null;
  return (Math.max(...readings) - Math.min(...readings)) / 10;
}

/** Tenths that the highest reading grew by at each record with a reading, by the record's id; the first one has nothing to grow from. */
function growthOf(records: readonly PlainRecord[], unit: ReadingUnit): Map<number, number> {
  const growth = new Map<number, number>();
  if (distanceOf(records, unit) === null) return growth;
  let highest: number | undefined;
  for (const { id, reading } of oldestFirst(records)) {
    if (reading === 0) continue;
    if (highest !== undefined) growth.set(id, Math.max(0, reading - highest));
    highest = Math.max(highest ?? 0, reading);
  }
  return growth;
}

/** Sums by the beginning of the day, oldest first. */
function spansOf(records: readonly PlainRecord[], unit: ReadingUnit, length: number) {
  const growth = growthOf(records, unit);
  const spans = [...new Set(records.map(({ performedOn }) => performedOn.slice(0, length)))].sort();
  return spans.map((span) => {
    const own = records.filter(({ performedOn }) => performedOn.startsWith(span));
    const grown = own.flatMap(({ id }) => growth.get(id) ?? []);
    const tenths = grown.reduce((sum, one) => sum + one, 0);
    return { span, ...sumOf(own), distance: grown.length > 0 ? tenths / 10 : null };
  });
}

const monthsOf = (records: readonly PlainRecord[], unit: ReadingUnit) =>
  spansOf(records, unit, 7).map(({ span, ...rest }) => ({ month: span, ...rest }));
const yearsOf = (records: readonly PlainRecord[], unit: ReadingUnit) =>
  spansOf(records, unit, 4).map(({ span, ...rest }) => ({ year: Number(span), ...rest }));

/** Records by the key of `keyOf`, costliest first: the first 20, and the others. */
function groupsOf(records: readonly PlainRecord[], keyOf: (record: PlainRecord) => string | undefined) {
  const keys = [...new Set(records.flatMap((record) => keyOf(record) ?? []))];
  const groups = keys.map((key) => {
    const own = oldestFirst(records.filter((record) => keyOf(record) === key));
    return { key, newest: own.at(-1) as PlainRecord, ...sumOf(own), own };
  });
  groups.sort((a, b) => b.cost - a.cost || b.records - a.records || (a.key < b.key ? -1 : 1));
  return { top: groups.slice(0, 20), others: sumOf(groups.slice(20).flatMap(({ own }) => own)) };
}

function operationsOf(records: readonly PlainRecord[]) {
  const { top, others } = groupsOf(records, ({ operationName }) => operationName.toLowerCase());
  return { operations: top.map(({ newest, records: count, cost }) => ({ name: newest.operationName, records: count, cost })), others };
}

const hasLetterOrDigit = (text: string): boolean => /\p{L}|\p{N}/u.test(text);

function partsOf(records: readonly PlainRecord[]) {
  const { top, others } = groupsOf(records, ({ partCode, partName }) => {
    if (hasLetterOrDigit(partCode)) return `code ${partCode.toLowerCase()}`;
    return hasLetterOrDigit(partName) ? `name ${partName.toLowerCase()}` : undefined;
  });
  const parts = top.map(({ key, newest, records: count, cost }) => ({
    name: newest.partName,
    code: key.startsWith('code ') ? newest.partCode : '',
    records: count,
    cost,
    lastPrice: newest.price / 100,
    lastDay: newest.performedOn,
  }));
  return { parts, otherParts: others };
}

function yearOverYearOf(records: readonly PlainRecord[], period: StatisticsPeriod, today: string) {
  const years = yearsOf(records, 'year');
  const isWhole = (year: number): boolean =>
    `${year}-12-31` < today && (period.from ?? '') <= `${year}-01-01` && (period.to ?? '9999-12-31') >= `${year}-12-31`;
  return years.map(({ year, cost }) => {
    const before = sumOf(records.filter(({ performedOn }) => performedOn.startsWith(`${year - 1}-`))).cost;
    const previousCost = year === years[0]?.year ? null : before;
    const change = previousCost && isWhole(year) && isWhole(year - 1) ? (cost - previousCost) / previousCost : null;
    return { year, cost, previousCost, change: about(change) };
  });
}

/** The month before, YYYY-MM. */
function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** Of all records of one vehicle. */
function forecastOf(records: readonly PlainRecord[], today: string): number | null {
  const first = oldestFirst(records)[0]?.performedOn.slice(0, 7);
  if (first === undefined) return null;
  const months: string[] = [];
  for (let month = monthBefore(today.slice(0, 7)); month > first && months.length < 36; month = monthBefore(month)) months.push(month);
  if (months.length < 6) return null;
  const { cost } = sumOf(records.filter(({ performedOn }) => months.includes(performedOn.slice(0, 7))));
  return (12 * cost) / months.length;
}

/** What business sees of one vehicle. */
export function plainVehicle(all: readonly PlainRecord[], unit: ReadingUnit, period: StatisticsPeriod, today: string): VehicleStatistics {
  const records = inPeriod(all, period);
  const { cost } = sumOf(records);
  const distance = distanceOf(records, unit);
  return {
    unit,
    records: records.length,
    totalCost: cost,
    distance,
    costPerUnit: about(distance === null ? null : cost / distance),
    months: monthsOf(records, unit),
    years: yearsOf(records, unit),
    ...operationsOf(records),
    extended: {
      ...partsOf(records),
      yearOverYear: yearOverYearOf(records, period, today),
      forecast: about(forecastOf(all, today), 1),
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
  const { cost } = sumOf(records);
  const forecasts = vehicles.flatMap(
    ({ id }) =>
      forecastOf(
        all.filter(({ vehicleId }) => vehicleId === id),
        today,
      ) ?? [],
  );
  const compared = vehicles.map((vehicle) => {
    const own = records.filter(({ vehicleId }) => vehicleId === vehicle.id);
    const sum = sumOf(own);
    const distance = distanceOf(own, vehicle.unit);
    return {
      ...vehicle,
      ...sum,
      share: about(cost === 0 ? 0 : sum.cost / cost),
      distance,
      costPerUnit: about(distance === null ? null : sum.cost / distance),
    };
  });
  return {
    records: records.length,
    totalCost: cost,
    months: monthsOf(records, 'year').map(({ distance, ...rest }) => rest),
    years: yearsOf(records, 'year').map(({ distance, ...rest }) => rest),
    ...operationsOf(records),
    extended: {
      vehicles: compared.sort((a, b) => b.cost - a.cost || a.id - b.id),
      ...partsOf(records),
      yearOverYear: yearOverYearOf(records, period, today),
      forecast: about(forecasts.length > 0 ? forecasts.reduce((sum, one) => sum + one, 0) : null, 1),
    },
  } as AllStatistics;
}
