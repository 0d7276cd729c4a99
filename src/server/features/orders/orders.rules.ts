import type { ErrorCode } from '#contract/errors.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';

interface OrderTimes {
  confirmed_at: string | null;
  activation_undone_at: string | null;
}

/** Cents: the current monthly price times the months. */
export const amountDue = (centsAMonth: number, months: number): number => centsAMonth * months;

/** The error of a step, if any: only the next status is allowed, and a completed order has no next one. */
export function stepError(current: OrderStatus, wanted: OrderStatus): ErrorCode | undefined {
  if (current === 'completed') return 'tariffApi.status.completed';
  return ORDER_STATUSES.indexOf(wanted) === ORDER_STATUSES.indexOf(current) + 1 ? undefined : 'tariffApi.status.sequence';
}

/** When the grace time of a confirmed order began: at its confirmation, or when an administrator undid its activation. */
export const waitsFrom = ({ confirmed_at, activation_undone_at }: OrderTimes): string => activation_undone_at ?? confirmed_at ?? '';

/** Cents of US dollars that are missing of an order, from the records of its payments. */
export const missingOf = ({ amount_due }: { amount_due: number }, payments: readonly { dollars: number | null }[]): number =>
  Math.max(0, amount_due - payments.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0));
