/** The figures of the statistics by slow and obvious loops, to compare the server with. */
import { expect } from 'vitest';
import type { AllStatistics, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';
import { plainDistance } from './plain-distance.ts';

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

/** The server rounds ratios to four decimals. */
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

/** Sums by the beginning of the day, oldest first. */
function spansOf(records: readonly PlainRecord[], length: number) {
  const spans = [...new Set(records.map(({ performedOn }) => performedOn.slice(0, length)))].sort();
  return spans.map((span) => ({ span, ...sumOf(records.filter(({ performedOn }) => performedOn.startsWith(span))) }));
}

const monthsOf = (records: readonly PlainRecord[]) => spansOf(records, 7).map(({ span, ...rest }) => ({ month: span, ...rest }));

/** The whole years that the period touches. */
function yearsOf(all: readonly PlainRecord[], { from, to }: StatisticsPeriod, today: string) {
  const first = oldestFirst(all)[0]?.performedOn;
  return spansOf(all, 4)
    .filter(({ span }) => (from === undefined || span >= from.slice(0, 4)) && (to === undefined || span <= to.slice(0, 4)))
    .map(({ span, ...rest }) => {
      const isFirst = first?.startsWith(span) && !first.endsWith('-01-01');
      return { year: Number(span), since: isFirst ? first : null, until: span < today.slice(0, 4) ? null : today, ...rest };
    });
}

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
  const { top, others } = groupsOf(records, ({ operationName }) => lower(operationName));
  return { operations: top.map(({ newest, records: count, cost }) => ({ name: newest.operationName, records: count, cost })), others };
}

const lower = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');
const hasLetterOrDigit = (text: string): boolean => /\p{L}|\p{N}/u.test(text);

function partsOf(records: readonly PlainRecord[]) {
  const { top, others } = groupsOf(records, ({ partCode, partName }) => {
    if (hasLetterOrDigit(partCode)) return `code ${lower(partCode).replace(/[^\p{L}\p{N}]/gu, '')}`;
    return hasLetterOrDigit(partName) ? `name ${lower(partName)}` : undefined;
  });
  const parts = top.map(({ key, newest, records: count, cost, own }) => ({
    name: newest.partName,
    code: key.startsWith('code ') ? newest.partCode : '',
    records: count,
    cost,
    lastPrice: newest.price / 100,
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
    const previousCost = index === 0 ? null : sumOf(all.filter(({ performedOn }) => performedOn.startsWith(`${year - 1}-`))).cost;
    const change = previousCost && isWhole(year) && isWhole(year - 1) ? (cost - previousCost) / previousCost : null;
    return [{ year, since, until, cost, previousCost, change: about(change) }];
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

/** 18,433.97 is about 18,000. */
function twoDigits(value: number | null): number | null {
  if (value === null || value === 0) return value;
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.round(value / step) * step).toPrecision(12));
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
  const { cost } = sumOf(records);
  const { from = '0000-00-00', to = '9999-99-99' } = period;
  const distanceIn = plainDistance(all, meter);
  const whole = distanceIn(from, to);
  return {
    unit: meter.unit,
    records: records.length,
    totalCost: cost,
    ...whole,
    costPerUnit: about(whole.distance === null ? null : cost / whole.distance),
    months: monthsOf(records).map((row) => {
      const { distance } = distanceIn(later(from, `${row.month}-01`), earlier(to, `${row.month}-31`));
      return { ...row, distance };
    }),
    years: yearsOf(all, period, today).map((row) => ({ ...row, ...distanceIn(`${row.year}-01-01`, `${row.year}-12-31`) })),
    firstYear: yearsOf(all, {}, today)[0]?.year ?? null,
    ...operationsOf(records),
    extended: {
      ...partsOf(records),
      yearOverYear: yearOverYearOf(all, period, today),
      forecast: twoDigits(forecastOf(all, today)),
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
    const readings = all.filter(({ vehicleId }) => vehicleId === vehicle.id);
    const whole = plainDistance(readings, vehicle)(period.from ?? '0000-00-00', period.to ?? '9999-99-99');
    return {
      ...vehicle,
      ...sum,
      share: about(cost === 0 ? 0 : sum.cost / cost),
      ...whole,
      costPerUnit: about(whole.distance === null ? null : sum.cost / whole.distance),
    };
  });
  return {
    records: records.length,
    totalCost: cost,
    months: monthsOf(records),
    years: yearsOf(all, period, today),
    firstYear: yearsOf(all, {}, today)[0]?.year ?? null,
    ...{ hidden: 0, archived: 0 },
    ...operationsOf(records),
    extended: {
      vehicles: compared.sort((a, b) => b.cost - a.cost || a.id - b.id),
      ...partsOf(records),
      yearOverYear: yearOverYearOf(all, period, today),
      forecast: twoDigits(forecasts.length > 0 ? forecasts.reduce((sum, one) => sum + one, 0) : null),
    },
  } as AllStatistics;
}
