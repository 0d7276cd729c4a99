/** The revenue figures, computed in the plainest way from whole rows and from the periods that users had. */
import type { MonthShare, PaidMonth, Revenue, TariffNow } from '#contract/revenue.ts';
import { PAID_TARIFFS, type Tariff } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';

export interface PlainUser {
  id: number;
  createdAt: string;
  tariff: Tariff;
  start: string | null;
  end: string | null;
}

/** `amount` is in cents. */
export interface PlainOrder {
  userId: number | null;
  tariff: Tariff;
  months: number;
  amount: number;
  status: string;
  confirmedAt: string | null;
  start: string | null;
  end: string | null;
}

/** A period as it was stored at some time; also of users that are deleted by now. */
export interface PlainPeriod {
  userId: number;
  start: string;
  end: string;
}

/** A payment, refund or correction. `change` and `dollars` are in cents. */
export interface PlainIncome {
  paidOn: string;
  kind: string;
  change: number;
  currency: string;
  dollars: number | null;
  tariff: Tariff | null;
}

export interface PlainHistory {
  income: readonly PlainIncome[];
  users: readonly PlainUser[];
  orders: readonly PlainOrder[];
  periods: readonly PlainPeriod[];
}

const MONTHS = 12;
const monthOf = (at: string): string => at.slice(0, 7);

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function monthsUntil(last: string): string[] {
  const [year = 0, number = 0] = last.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => {
    const count = year * 12 + number - 1 - (MONTHS - 1) + index;
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  });
}

const isPaid = ({ status, confirmedAt, amount }: PlainOrder): boolean => status !== 'processing' && confirmedAt !== null && amount > 0;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function paidIn(month: string, income: readonly PlainIncome[]): PaidMonth {
  const own = income.filter(({ paidOn }) => monthOf(paidOn) === month);
  const of = (tariff: Tariff): number => sumOf(own.filter((one) => one.tariff === tariff).map(({ dollars }) => dollars ?? 0)) / 100;
  const withdrawn = own.filter(({ kind, change }) => kind === 'correction' && change < 0).length;
  const sums = [...new Set(own.map(({ currency }) => currency))].sort().map((currency) => ({
    currency,
    amount: sumOf(own.filter((one) => one.currency === currency).map(({ change }) => change)) / 100,
  }));
  const payments = own.filter(({ kind }) => kind === 'payment').length - withdrawn;
  return { month, payments, amounts: { family: of('family'), business: of('business') }, sums };
}

function tariffsAt(now: number, { users, orders }: PlainHistory): TariffNow[] {
  const at = (time: string | null): number => Date.parse(time ?? '');
  const running = users.filter((user) => user.tariff !== 'basic' && at(user.start) <= now && now < at(user.end));
  const paid = PAID_TARIFFS.map((tariff) => {
    const own = orders.filter((order) => {
      const user = users.find(({ id }) => id === order.userId);
      const isHeld = user !== undefined && at(user.start) <= at(order.start) && at(order.start) <= now && at(user.end) >= at(order.end);
      return order.tariff === tariff && order.amount > 0 && order.status === 'completed' && isHeld && now < at(order.end);
    });
    const ending = own.filter((order) => at(order.end) <= now + 30 * DAY);
    const monthly = (some: readonly PlainOrder[]): number => sumOf(some.map(({ amount, months }) => amount / months)) / 100;
    return {
      ...{ tariff, users: running.filter((user) => user.tariff === tariff).length, paying: own.length, monthly: monthly(own) },
      ...{ ending: ending.length, at_stake: monthly(ending) },
    };
  });
  const basic = { tariff: 'basic' as const, users: users.length - running.length, paying: 0, monthly: 0, ending: 0, at_stake: 0 };
  return [basic, ...paid];
}

/** `counted` are those for which it happened in that month or the next one. */
function shareOf(month: string, now: string, events: readonly (string | undefined)[]): MonthShare {
  const counted = events.filter((event) => event !== undefined && monthOf(event) <= nextMonth(month)).length;
  return { month, of: events.length, counted, is_final: monthOf(now) > nextMonth(month) };
}

function conversionOf(month: string, now: string, { users, orders }: PlainHistory): MonthShare {
  const registered = users.filter((user) => monthOf(user.createdAt) === month);
  const firstPaid = registered.map(({ id }) =>
    orders.filter((order) => order.userId === id && isPaid(order)).map((o) => o.confirmedAt ?? ''),
  );
  return shareOf(
    month,
    now,
    firstPaid.map((times) => times.sort()[0]),
  );
}

/** `owners` are the users that the orders had before their accounts were deleted. */
function renewalOf(month: string, now: string, { orders, periods }: PlainHistory, owners: ReadonlyMap<PlainOrder, number>): MonthShare {
  const ended = orders.filter(({ amount, end }) => amount > 0 && end !== null && monthOf(end) === month && end < now);
  const nextStarts = ended.map((order) => {
    const own = periods.filter(({ userId }) => userId === owners.get(order));
    const starts = own.flatMap((period) => {
      if (period.start > (order.start ?? '')) return [period.start];
      // A renewal continues a period that has another start.
      const isOwn = period.start === order.start || own.some(({ start, end }) => start === period.start && end === order.start);
      return isOwn && period.end > (order.end ?? '') ? [order.end ?? ''] : [];
    });
    return starts.sort()[0];
  });
  return shareOf(month, now, nextStarts);
}

export function plainRevenue(history: PlainHistory, owners: ReadonlyMap<PlainOrder, number>, now: number): Revenue {
  const at = new Date(now).toISOString();
  const months = monthsUntil(monthOf(at));
  return {
    paid: months.map((month) => paidIn(month, history.income)),
    tariffs: tariffsAt(now, history),
    conversion: months.map((month) => conversionOf(month, at, history)),
    renewal: months.map((month) => renewalOf(month, at, history, owners)),
  };
}
