import { addMonths, monthsBetween } from '#contract/periods.ts';
import type { OrderStatus, PaidTariff } from '#contract/tariffs.ts';
import { isoTime } from '../../ports/clock.ts';
import { BASIC, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';

export interface Period {
  tariff_start_date: string;
  tariff_end_date: string;
}

export interface PaidPeriod extends Period {
  tariff: PaidTariff;
}

/** The stored columns of an order that say which period it paid for; the dates are null until it is completed. */
export interface PaidOrder {
  status: OrderStatus;
  tariff_change: PaidTariff;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
}

/** A period that starts now (milliseconds); the end is exclusive. */
export const periodFrom = (now: number, months: number): Period => ({
  tariff_start_date: isoTime(now),
  tariff_end_date: isoTime(addMonths(now, months)),
});

/** The period by months after its end; undefined if no period of the tariff is running. */
export function continued(user: TariffFacts, tariff: PaidTariff, months: number, now: number): PaidPeriod | undefined {
  const { tariff_start_date, tariff_end_date } = user;
  if (tariffInForce(user, now) !== tariff || !tariff_start_date || !tariff_end_date) return undefined;
  return { tariff, tariff_start_date, tariff_end_date: isoTime(addMonths(Date.parse(tariff_end_date), months)) };
}

/** Whether the order paid for the period that the user has: no other order and no manual change has replaced it. It may have been continued. */
export function isInForce(
  { tariff_start_date: start, tariff_end_date: end }: Omit<PaidOrder, 'status' | 'tariff_change'>,
  user: TariffFacts,
) {
  return start !== null && end !== null && user.tariff_start_date === start && (user.tariff_end_date ?? '') >= end;
}

/** Whether the period that the order paid for is running. */
export function isPeriodRunning(order: PaidOrder, user: TariffFacts | undefined, now: number): boolean {
  const { status, tariff_end_date: end } = order;
  if (status !== 'completed' || !user || end === null || now >= Date.parse(end)) return false;
  return tariffInForce(user, now) !== 'basic' && isInForce(order, user);
}

/** The months by which the running period that the order paid for was continued after its end. */
export function continuedMonths(order: PaidOrder, user: TariffFacts | undefined, now: number): number {
  if (!isPeriodRunning(order, user, now)) return 0;
  return monthsBetween(order.tariff_end_date as string, user?.tariff_end_date as string);
}

/**
 * What a user has without a deleted order: if it paid for the running period, the months by which that was continued begin now, otherwise
 * basic. Undefined if nothing changes.
 */
export function withoutOrder(order: PaidOrder, user: TariffFacts, now: number): PaidPeriod | typeof BASIC | undefined {
  if (!isPeriodRunning(order, user, now)) return undefined;
  const months = continuedMonths(order, user, now);
  return months === 0 ? BASIC : { tariff: order.tariff_change, ...periodFrom(now, months) };
}

/** When another period continued that of an order (ISO 8601 UTC): at the start of a later one, or at its end if it goes on. */
export function continuedAt({ tariff_start_date: start, tariff_end_date: end }: Period, user: TariffFacts): string | null {
  const { tariff_start_date: nextStart, tariff_end_date: nextEnd } = user;
  if (!nextStart || !nextEnd) return null;
  if (start < nextStart) return nextStart;
  return start === nextStart && end < nextEnd ? end : null;
}
