import type { ErrorCode } from '#contract/errors.ts';
import { addMonths } from '#contract/periods.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { isoTime } from '../../ports/clock.ts';

export interface Period {
  tariff_start_date: string;
  tariff_end_date: string;
}

/** A period that starts now; the end is exclusive. */
export const periodFrom = (now: number, months: number): Period => ({
  tariff_start_date: isoTime(now),
  tariff_end_date: isoTime(addMonths(now, months)),
});

/** Cents: the current monthly price times the months. */
export const amountDue = (centsAMonth: number, months: number): number => centsAMonth * months;

/** The error of a step, if any: only the next status is allowed, and a completed order has no next one. */
export function stepError(current: OrderStatus, wanted: OrderStatus): ErrorCode | undefined {
  if (current === 'completed') return 'tariffApi.status.completed';
  return ORDER_STATUSES.indexOf(wanted) === ORDER_STATUSES.indexOf(current) + 1 ? undefined : 'tariffApi.status.sequence';
}
