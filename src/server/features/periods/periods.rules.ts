import { RENEWAL_DAYS } from '#contract/limits.ts';
import { addMonths, monthsBetween } from '#contract/periods.ts';
import type { OrderStatus, PaidTariff } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';
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

/** Sorts after every time. */
const LATER = '~';

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

/** Whether the end of the running period is so near that the same tariff can be ordered again. */
export const canRenew = (user: TariffFacts, tariff: PaidTariff, now: number): boolean =>
  tariffInForce(user, now) === tariff && Date.parse(user.tariff_end_date ?? '') - now <= RENEWAL_DAYS * DAY;

/** The period of an order that is completed now: it continues a running one of the same tariff, otherwise it starts now. */
export function periodOfOrder(
  order: { tariff_change: PaidTariff; payment_months: number },
  user: TariffFacts | undefined,
  now: number,
): Period {
  const { tariff_change: tariff, payment_months: months } = order;
  const end = user && tariffInForce(user, now) === tariff ? user.tariff_end_date : null;
  return end ? { tariff_start_date: end, tariff_end_date: isoTime(addMonths(Date.parse(end), months)) } : periodFrom(now, months);
}

/** Whether the order paid for a part of the period that the user has: no other order and no manual change has replaced it. */
export function isInForce(
  { tariff_start_date: start, tariff_end_date: end }: Omit<PaidOrder, 'status' | 'tariff_change'>,
  user: TariffFacts,
) {
  return start !== null && end !== null && (user.tariff_start_date ?? LATER) <= start && (user.tariff_end_date ?? '') >= end;
}

/** Whether the period that the order paid for is running, or continues the running one. */
export function isPeriodRunning(order: PaidOrder, user: TariffFacts | undefined, now: number): boolean {
  const { status, tariff_end_date: end } = order;
  if (status !== 'completed' || !user || end === null || now >= Date.parse(end)) return false;
  return tariffInForce(user, now) !== 'basic' && isInForce(order, user);
}

/** Whether the user has what the activation of the order brought, and nothing has followed: it can be undone. */
export function isLastPeriod(order: PaidOrder, former: TariffFacts, user: TariffFacts, now: number): boolean {
  const { tariff_start_date: start, tariff_end_date: end, tariff_change: tariff } = order;
  const begin = former.tariff === tariff && former.tariff_end_date === start ? former.tariff_start_date : start;
  return isPeriodRunning(order, user, now) && user.tariff === tariff && user.tariff_start_date === begin && user.tariff_end_date === end;
}

/** The months by which the period that the order paid for was continued after its end. */
export function continuedMonths(order: PaidOrder, user: TariffFacts | undefined, now: number): number {
  if (!isPeriodRunning(order, user, now)) return 0;
  return monthsBetween(order.tariff_end_date as string, user?.tariff_end_date as string);
}

/**
 * What a user has without a deleted order: if it paid for the running period, the months by which that was continued begin now, otherwise
 * basic. If it continues the running period, those months begin at the end of that. Undefined if nothing changes.
 */
export function withoutOrder(order: PaidOrder, user: TariffFacts, now: number): PaidPeriod | typeof BASIC | undefined {
  if (!isPeriodRunning(order, user, now)) return undefined;
  const months = continuedMonths(order, user, now);
  const { tariff_change: tariff, tariff_start_date: start } = order;
  if (start !== null && start > isoTime(now) && user.tariff_start_date)
    return { tariff, tariff_start_date: user.tariff_start_date, tariff_end_date: isoTime(addMonths(Date.parse(start), months)) };
  return months === 0 ? BASIC : { tariff: order.tariff_change, ...periodFrom(now, months) };
}

/** The periods of renewals that followed a deleted order: they begin at the start of what the user has now. */
export function movedPeriods<T extends Period>(paid: readonly T[], deleted: PaidOrder, rest: { tariff_start_date: string | null }): T[] {
  const { tariff_start_date: start, tariff_end_date: end } = deleted;
  const from = rest.tariff_start_date ?? '';
  // An order that continues the running period has nothing after it that would begin now.
  if (start === null || end === null || start > from) return [];
  let next = from;
  return paid
    .filter((period) => period.tariff_start_date >= end)
    .sort((one, other) => (one.tariff_start_date < other.tariff_start_date ? -1 : 1))
    .map((period) => {
      const months = monthsBetween(period.tariff_start_date, period.tariff_end_date);
      const moved = { ...period, tariff_start_date: next, tariff_end_date: isoTime(addMonths(Date.parse(next), months)) };
      next = moved.tariff_end_date;
      return moved;
    });
}

/** When another period continued that of an order (ISO 8601 UTC): at the start of a later one, or at its end if that of the user goes on. */
export function continuedAt({ tariff_start_date: start, tariff_end_date: end }: Period, user: TariffFacts): string | null {
  const { tariff_start_date: nextStart, tariff_end_date: nextEnd } = user;
  if (!nextStart || !nextEnd) return null;
  if (start < nextStart) return nextStart;
  return end < nextEnd ? end : null;
}
