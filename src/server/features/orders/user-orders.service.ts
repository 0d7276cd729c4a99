import type { TariffChange } from '#contract/accounts.admin.ts';
import type { Income } from '#contract/income.ts';
import { INCOME_SHOWN, TARIFF_CHANGES_SHOWN, USER_ORDERS_SHOWN } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos } from '../../infra/audit/audit.service.ts';
import type { IncomeRepos } from '../income/bookings.service.ts';
import { toIncome } from '../income/income-wire.rules.ts';
import { HISTORY_ACTIONS, tariffHistory } from '../periods/tariff-history.rules.ts';
import type { OrdersRepo } from './orders.repo.ts';
import { toOrder } from './orders.rows.ts';

interface Deps {
  work: Work<AuditRepos & IncomeRepos & { orders: OrdersRepo }>;
}

interface UserOrders {
  /** The newest ones. */
  orders: Order[];
  order_count: number;
  /** The newest ones. */
  payments: Income[];
  tariff_changes: TariffChange[];
}

export type UserOrdersService = ReturnType<typeof userOrdersService>;

const ALWAYS = { from: undefined, to: undefined };

/** Orders and tariffs of a user, for administrators. */
export const userOrdersService = ({ work: { repos } }: Deps) => ({
  async list(userId: number): Promise<UserOrders> {
    const orders = await repos.orders.listByUser(userId, TARIFF_CHANGES_SHOWN);
    const ids: number[] = [];
    for (const action of HISTORY_ACTIONS) ids.push(...(await repos.audit.listNewest({ userId, action }, ALWAYS, TARIFF_CHANGES_SHOWN)));
    const entries = ids.length === 0 ? [] : await repos.audit.listByIds(ids);
    return {
      orders: orders.slice(0, USER_ORDERS_SHOWN).map((order) => toOrder(order)),
      payments: (await repos.income.listByUser(userId, INCOME_SHOWN)).map(toIncome),
      order_count: await repos.orders.countByUser(userId),
      tariff_changes: tariffHistory(orders, entries, TARIFF_CHANGES_SHOWN),
    };
  },
});
