import { addMonths } from '#contract/periods.ts';
import { TARIFFS, type Tariff } from '#contract/tariffs.ts';
import type { ListedUser } from '#contract/users.admin.ts';

export interface TariffValues {
  tariff: Tariff;
  payment_months: string;
  /** Whether a period of the same tariff continues after its end, or is replaced by one that starts now. */
  start: 'end' | 'now';
  /** Whether the administrator agrees that the running period ends early. */
  isLossAccepted: boolean;
  reason: string;
}

type Period = Pick<ListedUser, 'tariff' | 'tariff_start_date' | 'tariff_end_date'>;

/** Whether the wanted tariff can continue the running period. */
export const canContinue = (current: Period, { tariff }: Pick<TariffValues, 'tariff'>): boolean =>
  tariff !== 'basic' && current.tariff === tariff && current.tariff_end_date !== null;

/** End of the wanted period in milliseconds; undefined for basic, which has none. */
export function endOf(current: Period, wanted: TariffValues, now: number): number | undefined {
  if (wanted.tariff === 'basic') return undefined;
  const from = canContinue(current, wanted) && wanted.start === 'end' ? Date.parse(current.tariff_end_date ?? '') : now;
  return addMonths(from, Number(wanted.payment_months));
}

/** Whether the user loses a part of the running period: it would end early, or continue with a lower tariff. */
export function isLoss(current: Period, wanted: TariffValues, now: number): boolean {
  if (current.tariff === 'basic' || current.tariff_end_date === null) return false;
  const isLower = TARIFFS.indexOf(wanted.tariff) < TARIFFS.indexOf(current.tariff);
  return isLower || (endOf(current, wanted, now) ?? now) < Date.parse(current.tariff_end_date);
}

/** The request body, with the period that the administrator saw. */
export function inputOf({ tariff, tariff_start_date, tariff_end_date }: Period, wanted: TariffValues) {
  const given = { seen: { tariff, tariff_start_date, tariff_end_date }, ...(wanted.reason && { reason: wanted.reason }) };
  if (wanted.tariff === 'basic') return { tariff: wanted.tariff, ...given };
  const isContinued = canContinue({ tariff, tariff_start_date, tariff_end_date }, wanted) && wanted.start === 'end';
  return { tariff: wanted.tariff, payment_months: Number(wanted.payment_months), ...(isContinued && { from_end: true }), ...given };
}
