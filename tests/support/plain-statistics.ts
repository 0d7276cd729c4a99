/** The figures of the statistics by slow and obvious loops, to compare the server with. */
import type { AllStatistics, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';
import { plainDistance } from './plain-distance.ts';
import {
  about,
  averageOf,
  distancesOf,
  earlier,
  forecastOf,
  inPeriod,
  isOwn,
  isSpent,
  isUnderYear,
  isWork,
  later,
  oldestFirst,
  otherCurrenciesOf,
  type PlainRecord,
  perUnit,
  spentOf,
  sumOf,
  totalOf,
  unitCosts,
} from './plain-spending.ts';

export interface PlainVehicle {
  id: number;
  vehicleType: VehicleType;
  brand: string;
  model: string;
  year: number;
  number: string;
  unit: ReadingUnit;
}

/** What was spent by the beginning of the day, oldest first. */
function spansOf(all: readonly PlainRecord[], length: number) {
  const records = all.filter(isSpent);
  const spans = [...new Set(records.map(({ performedOn }) => performedOn.slice(0, length)))].sort();
  return spans.map((span) => ({ span, ...spentOf(records.filter(({ performedOn }) => performedOn.startsWith(span))) }));
}

const monthsOf = (records: readonly PlainRecord[]) =>
  spansOf(records.filter(isOwn), 7).map(({ span, ...rest }) => ({ month: span, ...rest }));

/** The whole years that the period touches. */
function yearsOf(all: readonly PlainRecord[], { from, to }: StatisticsPeriod, today: string) {
  const first = oldestFirst(all.filter(isSpent))[0]?.performedOn;
  return spansOf(all, 4)
    .filter(({ span }) => (from === undefined || span >= from.slice(0, 4)) && (to === undefined || span <= to.slice(0, 4)))
    .map(({ span }) => {
      const isFirst = first?.startsWith(span) && !first.endsWith('-01-01');
      const spent = all.filter((record) => isSpent(record) && record.performedOn.startsWith(span));
      return {
        ...{ year: Number(span), since: isFirst ? first : null, until: span < today.slice(0, 4) ? null : today },
        ...{ ...spentOf(spent.filter(isOwn)), otherCurrencies: otherCurrenciesOf(spent) },
      };
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
  const { top, others } = namesOf(
    records.filter((record) => isWork(record) && isOwn(record)),
    ({ operationName }) => lower(operationName),
  );
  return { operations: top.map(({ newest, records: count, cost }) => ({ name: newest.operationName, records: count, cost })), others };
}

const lower = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');
const hasLetterOrDigit = (text: string): boolean => /\p{L}|\p{N}/u.test(text);

function partsOf(all: readonly PlainRecord[]) {
  const records = all.filter((record) => isWork(record) && isOwn(record));
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
  const isWhole = (year: number): boolean =>
    `${year}-12-31` < today && !years.some((other) => other.year === year && (other.since || other.otherCurrencies.length > 0));
  const shown = yearsOf(all, period, today).map(({ year }) => year);
  return years.flatMap(({ year, since, until, cost }, index) => {
    if (!shown.includes(year)) return [];
    const before = all.filter((record) => isSpent(record) && isOwn(record) && record.performedOn.startsWith(`${year - 1}-`));
    const previousCost = index === 0 ? null : sumOf(before).cost;
    const change = previousCost && previousCost > 0 && isWhole(year) && isWhole(year - 1) ? (cost - previousCost) / previousCost : null;
    return [{ year, since, until, cost, previousCost, change: about(change) }];
  });
}

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
    const spent = inPeriod(ownOf(vehicle.id), period).filter(isSpent);
    const sum = sumOf(spent.filter(isOwn));
    const { days, ...whole } = plainDistance(ownOf(vehicle.id), vehicle)(period.from ?? '0000-00-00', period.to ?? '9999-99-99');
    return {
      ...vehicle,
      ...sum,
      otherCurrencies: otherCurrenciesOf(spent),
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
