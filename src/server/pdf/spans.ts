import type { VehicleStatistics } from '#contract/statistics.ts';

const MONTHS = 12;

/** Number of a month since year 0, from a day or a month, and back. */
const numberOf = (day: string): number => Number(day.slice(0, 4)) * MONTHS + Number(day.slice(5, 7)) - 1;
const monthOf = (number: number): string =>
  `${String(Math.floor(number / MONTHS)).padStart(4, '0')}-${String((number % MONTHS) + 1).padStart(2, '0')}`;

/** A month or a year with what was done in it. */
export interface SpanCost {
  /** YYYY-MM or YYYY. */
  when: string;
  records: number;
  cost: number;
  distance: number | null;
  /** For an incomplete year (`YearLimits`). */
  since?: string | null;
  until?: string | null;
}

type Figures = Pick<VehicleStatistics, 'months' | 'years' | 'distances'>;

/** The years with records or a distance, newest first; that of `day` is not over. */
export function yearSpans({ years, distances }: Pick<Figures, 'years' | 'distances'>, day: string): SpanCost[] {
  const counted = new Set(years.map(({ year }) => year));
  const driven = distances.years.filter(({ year }) => !counted.has(year));
  const spans = [
    ...years.map(({ year, since, until, records, cost, distance }) => ({ when: String(year), since, until, records, cost, distance })),
    ...driven.map(({ year, distance }) => {
      const when = String(year);
      return { when, until: day.startsWith(when) ? day : null, records: 0, cost: 0, distance };
    }),
  ];
  return spans.sort((a, b) => Number(b.when) - Number(a.when));
}

/** The 12 months up to `day`, newest first, including empty ones. A record of the next day, which has begun elsewhere, moves them. */
export function monthsUntil({ months, distances }: Pick<Figures, 'months' | 'distances'>, day: string): SpanCost[] {
  const found = new Map(months.map((month) => [month.month, month]));
  const driven = new Map(distances.months.map(({ month, distance }) => [month, distance]));
  const end = Math.max(numberOf(day), numberOf(months.at(-1)?.month ?? day));
  return Array.from({ length: MONTHS }, (_, index) => {
    const when = monthOf(end - index);
    const { records = 0, cost = 0 } = found.get(when) ?? {};
    return { when, records, cost, distance: driven.get(when) ?? null };
  });
}
