import { ENDING_DAYS, REVENUE_MONTHS } from '#contract/revenue.ts';
import { DAY } from '#contract/time.ts';
import { isoTime } from '../../ports/clock.ts';

/** Two times (ISO 8601 UTC); each query says which of them is included. */
export interface TimeSpan {
  from: string;
  until: string;
}

export interface Month extends TimeSpan {
  /** YYYY-MM. */
  month: string;
  /** The end of the next month: by then a user has paid, or has continued a period, or counts as lost. */
  limit: string;
  isFinal: boolean;
}

/** Months that one statement reads. With all 12, SQLite blocks other requests for too long, and PostgreSQL is slower (decision 46). */
export const MONTHS_AT_ONCE = 3;

/** Later than every stored time. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** The last 12 calendar months in UTC up to that of `now` (milliseconds), oldest first. */
export function lastMonths(now: number): Month[] {
  const today = new Date(now);
  const startOf = (index: number): number => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (REVENUE_MONTHS - 1) + index, 1);
  return Array.from({ length: REVENUE_MONTHS }, (_, index) => ({
    month: isoTime(startOf(index)).slice(0, 7),
    from: isoTime(startOf(index)),
    until: isoTime(startOf(index + 1)),
    limit: isoTime(startOf(index + 2)),
    isFinal: startOf(index + 2) <= now,
  }));
}

/** The ends of periods that run at `now`: in the next 30 days, and later. */
export function endsFrom(now: number): { soon: TimeSpan; later: TimeSpan } {
  const border = isoTime(now + ENDING_DAYS * DAY);
  return { soon: { from: isoTime(now), until: border }, later: { from: border, until: END_OF_TIME } };
}
