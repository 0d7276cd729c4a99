import { addMonths } from '#contract/periods.ts';
import { DAY } from '#contract/time.ts';

/** Days are numbers here, as of `dayNumber`. */

export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** A day that the target month does not have becomes its last one: 31 January plus one month is the last day of February. */
export const plusMonths = (day: number, months: number): number => addMonths(day * DAY, months) / DAY;

export function endOfMonth(day: number): number {
  const date = new Date(day * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / DAY;
}

/** The day of an account at a moment (milliseconds): the one place that tells what "today" is for a plan. */
export const todayAt = (now: number, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
