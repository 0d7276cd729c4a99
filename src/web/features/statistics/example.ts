import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';

/** Invented work: months before the current one, and the cost in hryvnias. */
const WORKS = [
  { name: 'tyres', ago: 11, cost: 1_600 },
  { name: 'oil', ago: 10, cost: 3_850 },
  { name: 'wipers', ago: 9, cost: 720 },
  { name: 'brakes', ago: 7, cost: 5_400 },
  { name: 'tyres', ago: 5, cost: 1_600 },
  { name: 'alignment', ago: 5, cost: 1_200 },
  { name: 'oil', ago: 3, cost: 4_100 },
  { name: 'battery', ago: 1, cost: 4_950 },
] as const;
export type ExampleWork = (typeof WORKS)[number]['name'];

/** Roughly the worth of a hryvnia, so that the amounts look real. */
const RATES: Record<Currency, number> = { UAH: 1, USD: 0.025, EUR: 0.02, PLN: 0.1, GBP: 0.02 };
/** Distance of a month. */
const PER_MONTH: Record<ReadingUnit, number | null> = { km: 1_150, mi: 710, h: 9, year: null };

/** `month` of today moved back, YYYY-MM. */
function monthAgo(today: string, ago: number): string {
  return new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - ago, 1)).toISOString().slice(0, 7);
}

interface Group {
  key: string;
  records: number;
  cost: number;
}

/** Sums by key, in the order of the works. */
function summed(works: readonly { cost: number }[], keys: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  works.forEach(({ cost }, index) => {
    const key = keys[index] ?? '';
    const group = groups.get(key) ?? { key, records: 0, cost: 0 };
    groups.set(key, { key, records: group.records + 1, cost: group.cost + cost });
  });
  return [...groups.values()];
}

/** The figures of the invented work in the last 12 months. */
export function exampleStatistics(
  today: string,
  { unit, currency, nameOf }: { unit: ReadingUnit; currency: Currency; nameOf: (work: ExampleWork) => string },
): VehicleStatistics {
  const works = WORKS.map(({ cost, ...work }) => ({ ...work, cost: cost * RATES[currency] }));
  const perMonth = PER_MONTH[unit];
  const byMonth = summed(
    works,
    works.map(({ ago }) => monthAgo(today, ago)),
  );
  const byName = summed(
    works,
    works.map(({ name }) => nameOf(name)),
  );
  const totalCost = works.reduce((sum, { cost }) => sum + cost, 0);
  const distance = perMonth === null ? null : perMonth * (byMonth.length - 1);
  return {
    ...{ unit, records: works.length, totalCost, distance, distanceReason: null },
    costPerUnit: distance === null ? null : totalCost / distance,
    months: byMonth.map(({ key, ...sum }, index) => ({ month: key, ...sum, distance: index === 0 ? null : perMonth })),
    years: [],
    firstYear: null,
    operations: byName.map(({ key, ...sum }) => ({ name: key, ...sum })).sort((a, b) => b.cost - a.cost),
    ...{ others: { records: 0, cost: 0 }, extended: null },
  };
}
