import { COST_GROUPS, type CostGroup, type Spent, type Sum, type VehicleStatistics } from '#contract/statistics.ts';
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

interface Invented {
  ago: number;
  cost: number;
  group: CostGroup;
  /** Of work. */
  name?: ExampleWork;
}

/** Fuel of each month, and an insurance; a bicycle has neither. */
const OTHERS: readonly Invented[] = [
  ...Array.from({ length: 11 }, (_, index): Invented => ({ ago: 11 - index, cost: 2_100 + 90 * (index % 4), group: 'energy' })),
  { ago: 4, cost: 3_400, group: 'standing' },
];

const sumOf = (entries: readonly Invented[]): Sum => ({
  records: entries.length,
  cost: entries.reduce((sum, { cost }) => sum + cost, 0),
});

/** Sums by key, in the order of the first entries. */
function summed<Key extends string>(entries: readonly Invented[], keyOf: (entry: Invented) => Key): { key: Key; sum: Sum }[] {
  const keys = [...new Set(entries.map(keyOf))];
  return keys.map((key) => ({ key, sum: sumOf(entries.filter((entry) => keyOf(entry) === key)) }));
}

/** The sums of entries, also by group. */
function spentOf(entries: readonly Invented[]): Spent {
  const groups = summed(entries, ({ group }) => group);
  return { ...sumOf(entries), groups: Object.fromEntries(groups.map(({ key, sum }) => [key, sum.cost])) };
}

/** The figures of the invented entries in the last 12 months. */
export function exampleStatistics(
  today: string,
  { unit, currency, nameOf }: { unit: ReadingUnit; currency: Currency; nameOf: (work: ExampleWork) => string },
): VehicleStatistics {
  const perMonth = PER_MONTH[unit];
  const works = WORKS.map((work): Invented => ({ ...work, group: 'maintenance' }));
  const entries = [...works, ...(perMonth === null ? [] : OTHERS)]
    .map((entry) => ({ ...entry, cost: entry.cost * RATES[currency] }))
    .sort((a, b) => b.ago - a.ago);
  const total = sumOf(entries);
  const months = summed(entries, ({ ago }) => monthAgo(today, ago)).map(({ key }) => key);
  const distances = perMonth === null ? [] : months.slice(1).map((month) => ({ month, distance: perMonth }));
  const distance = perMonth === null ? null : perMonth * distances.length;
  const perUnit = (counted: readonly Invented[], units = 1): number | null =>
    distance === null ? null : (units * sumOf(counted).cost) / distance;
  return {
    ...{ unit, records: total.records, totalCost: total.cost, otherCurrencies: [], distance, distanceReason: null },
    groups: COST_GROUPS.flatMap((group) => {
      const sum = sumOf(entries.filter((entry) => entry.group === group));
      return sum.records > 0 ? [{ group, ...sum }] : [];
    }),
    ...{ loan: { records: 0, cost: 0, otherCurrencies: [] }, withoutAmount: 0, isUnderYear: false, average: null },
    ...{ depreciation: null, fullCostPerUnit: null },
    costPerUnit: perUnit(entries),
    runningCostPerUnit: perUnit(entries.filter(({ group }) => group !== 'standing')),
    energyCost: perUnit(
      entries.filter(({ group }) => group === 'energy'),
      unit === 'h' ? 1 : 100,
    ),
    distances: { months: distances, years: [] },
    months: months.map((month, index) => ({
      ...{ month, distance: index === 0 ? null : perMonth },
      ...spentOf(entries.filter(({ ago }) => monthAgo(today, ago) === month)),
    })),
    ...{ years: [], firstYear: null, others: { records: 0, cost: 0 }, extended: null },
    operations: summed(
      entries.filter(({ name }) => name),
      ({ name }) => (name ? nameOf(name) : ''),
    )
      .map(({ key, sum }) => ({ name: key, ...sum }))
      .sort((a, b) => b.cost - a.cost),
  };
}
