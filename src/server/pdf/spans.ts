import type { MonthCost, YearCost } from '#contract/statistics.ts';

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

/** The years with records, newest first. */
export const yearSpans = (years: readonly YearCost[]): SpanCost[] =>
  years
    .map(({ year, since, until, records, cost, distance = null }) => ({ when: String(year), since, until, records, cost, distance }))
    .reverse();

/** The 12 months up to `day`, newest first, including empty ones. A record of the next day, which has begun elsewhere, moves them. */
export function monthsUntil(months: readonly MonthCost[], day: string): SpanCost[] {
  const found = new Map(months.map((month) => [month.month, month]));
  const end = Math.max(numberOf(day), numberOf(months.at(-1)?.month ?? day));
  return Array.from({ length: MONTHS }, (_, index) => {
    const when = monthOf(end - index);
    const { records = 0, cost = 0, distance = null } = found.get(when) ?? {};
    return { when, records, cost, distance };
  });
}
