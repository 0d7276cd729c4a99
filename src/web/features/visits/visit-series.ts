import { DAY } from '#contract/time.ts';
import type { VisitDay } from '#contract/visits.ts';

export interface Count {
  /** YYYY-MM-DD for a day, YYYY-MM for a month (UTC). */
  when: string;
  count: number;
}

export const DAYS = 30;
export const MONTHS = 12;

function summed(visits: readonly VisitDay[], keyOf: (day: string) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { visit_date: day, visit_count: count } of visits) sums.set(keyOf(day), (sums.get(keyOf(day)) ?? 0) + count);
  return sums;
}

/** The last 30 days up to today, oldest first; days without a visit count as 0. */
export function lastDays(visits: readonly VisitDay[], now: number): Count[] {
  const counts = summed(visits, (day) => day);
  return Array.from({ length: DAYS }, (_, index) => {
    const when = new Date(now - (DAYS - 1 - index) * DAY).toISOString().slice(0, 10);
    return { when, count: counts.get(when) ?? 0 };
  });
}

/** The last 12 months up to the current one, oldest first. */
export function lastMonths(visits: readonly VisitDay[], now: number): Count[] {
  const counts = summed(visits, (day) => day.slice(0, 7));
  const today = new Date(now);
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (MONTHS - 1 - index), 1);
    const when = new Date(first).toISOString().slice(0, 7);
    return { when, count: counts.get(when) ?? 0 };
  });
}

export const totalOf = (counts: readonly Count[]): number => counts.reduce((total, { count }) => total + count, 0);
