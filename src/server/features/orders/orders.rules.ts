import type { ErrorCode } from '#contract/errors.ts';
import { addMonths, monthsBetween } from '#contract/periods.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { isoTime } from '../../ports/clock.ts';
import { type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';

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

interface OrderPeriod {
  status: OrderStatus;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
}

/**
 * Whether the period that the order paid for is running: no other order and no manual change has replaced it. It may have been continued
 * by hand.
 */
export function isPeriodRunning(order: OrderPeriod, user: TariffFacts | undefined, now: number): boolean {
  const { status, tariff_start_date: start, tariff_end_date: end } = order;
  if (status !== 'completed' || end === null || now >= Date.parse(end)) return false;
  if (!user?.tariff_end_date || tariffInForce(user, now) === 'basic') return false;
  return user.tariff_start_date === start && user.tariff_end_date >= end;
}

/** The months by which the running period that the order paid for was continued after its end. */
export function continuedMonths(order: OrderPeriod, user: TariffFacts | undefined, now: number): number {
  if (!isPeriodRunning(order, user, now)) return 0;
  return monthsBetween(order.tariff_end_date as string, user?.tariff_end_date as string);
}

/** The error of a step, if any: only the next status is allowed, and a completed order has no next one. */
export function stepError(current: OrderStatus, wanted: OrderStatus): ErrorCode | undefined {
  if (current === 'completed') return 'tariffApi.status.completed';
  return ORDER_STATUSES.indexOf(wanted) === ORDER_STATUSES.indexOf(current) + 1 ? undefined : 'tariffApi.status.sequence';
}
