import type { ErrorCode } from '#contract/errors.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { isoTime } from '../../ports/clock.ts';

export interface Period {
  tariff_start_date: string;
  tariff_end_date: string;
}

/**
 * That many calendar months later in UTC, at the same time of day; a day that the month does not have becomes its last one
 * (product decisions, part 3: 31 January and one month is the last day of February).
 */
export function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/** From now on; the end is the first moment that is not paid any more. */
export const periodFrom = (now: number, months: number): Period => ({
  tariff_start_date: isoTime(now),
  tariff_end_date: isoTime(addMonths(now, months)),
});

/** Cents: the monthly price at this moment, for all months. */
export const amountDue = (centsAMonth: number, months: number): number => centsAMonth * months;

/** What speaks against a step: only the next status may follow, and nothing follows completed (specification 4). */
export function stepError(current: OrderStatus, wanted: OrderStatus): ErrorCode | undefined {
  if (current === 'completed') return 'tariffApi.status.completed';
  return ORDER_STATUSES.indexOf(wanted) === ORDER_STATUSES.indexOf(current) + 1 ? undefined : 'tariffApi.status.sequence';
}
