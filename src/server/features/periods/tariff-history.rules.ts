import type { TariffChange } from '#contract/accounts.admin.ts';
import type { Tariff } from '#contract/tariffs.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import type { PaidOrder } from './periods.rules.ts';

/** Actions of the audit log that tell of periods which no order shows: those set by hand, and those of deleted orders. */
export const HISTORY_ACTIONS = ['user.tariff', 'order.delete'] as const;

/** An entry of the audit log. */
interface Entry {
  action: string;
  at: string;
  actor: string;
  before: string | null;
  after: string | null;
  reason: string | null;
}

interface LoggedPeriod {
  tariff_start_date: string | null;
  tariff_end_date: string | null;
}
/** The entry of a change of a user's tariff that no order shows. */
export function tariffEntry(actor: string, user: TariffFacts & { id: number }, after: TariffFacts) {
  const { id, tariff, tariff_start_date, tariff_end_date } = user;
  const before = { tariff, tariff_start_date, tariff_end_date };
  return { actor, action: 'user.tariff', subject: `user ${id}`, userId: id, before, after } as const;
}

/** The columns of an order that the history shows. */
type OrderInHistory = PaidOrder & { code: string; completed_at: string | null };

type LoggedTariff = LoggedPeriod & { tariff: Tariff };
type LoggedOrder = LoggedPeriod & { tariff_change: Tariff; order_code: string; status: string };

const ofOrder = (order: OrderInHistory): TariffChange[] =>
  order.completed_at === null
    ? []
    : [
        {
          at: order.completed_at,
          source: 'order',
          tariff: order.tariff_change,
          tariff_start_date: order.tariff_start_date,
          tariff_end_date: order.tariff_end_date,
          order_code: order.code,
          actor: null,
          reason: null,
        },
      ];

function ofEntry({ action, at, actor, before, after, reason }: Entry): TariffChange[] {
  if (action === 'user.tariff' && after !== null) {
    const { tariff, tariff_start_date, tariff_end_date } = JSON.parse(after) as LoggedTariff;
    return [{ at, source: 'manual', tariff, tariff_start_date, tariff_end_date, order_code: null, actor, reason }];
  }
  if (action !== 'order.delete' || before === null) return [];
  const { status, tariff_change, tariff_start_date, tariff_end_date, order_code } = JSON.parse(before) as LoggedOrder;
  if (status !== 'completed') return [];
  return [{ at, source: 'deletedOrder', tariff: tariff_change, tariff_start_date, tariff_end_date, order_code, actor, reason }];
}

/** The changes of a user's tariff, newest first; of one moment, orders first. */
export const tariffHistory = (orders: readonly OrderInHistory[], entries: readonly Entry[], limit: number): TariffChange[] =>
  [...orders.flatMap(ofOrder), ...entries.flatMap(ofEntry)].sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at)).slice(0, limit);
