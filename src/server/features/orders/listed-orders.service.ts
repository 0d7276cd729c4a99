import { fromCents, toCents } from '#contract/money.ts';
import type { ListedOrder, Order, OwnOrder } from '#contract/orders.ts';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IncomeRepos } from '../income/bookings.service.ts';
import { toIncome } from '../income/income-wire.rules.ts';
import type { ClosedOrdersRepo } from './closed-orders.repo.ts';
import type { ListedOrderRow, OrderSectionsRepo } from './order-sections.repo.ts';
import { toClosedOrder, toListedOrder } from './orders.rows.ts';
import { missingOf } from './orders.rules.ts';

export interface ListedOrderRepos extends IncomeRepos {
  orderSections: OrderSectionsRepo;
  closedOrders: ClosedOrdersRepo;
}

/** The order as its user sees it. */
export async function withPayments({ income }: IncomeRepos, order: Order): Promise<OwnOrder> {
  const payments = await income.listByOrders([order.order_code]);
  const missing = order.status === 'processing' ? missingOf({ amount_due: toCents(order.amount_due) }, payments) : 0;
  return { ...order, missing: fromCents(missing), payments: payments.map(toIncome) };
}

export type ListedOrdersService = ReturnType<typeof listedOrdersService>;

/** Orders as the administrator's list shows them, with their payments and what they were before. */
export const listedOrdersService = ({ clock }: { clock: Clock }) => {
  async function partsOf({ income, closedOrders }: ListedOrderRepos, codes: readonly string[]) {
    const [payments, replaced] = [await income.listByOrders(codes), await closedOrders.listReplaced(codes)];
    return (code: string) => ({
      rows: payments.filter((payment) => payment.order_code === code),
      previous: replaced
        .filter((former) => former.code === code)
        .map(({ code: _, amount_due, ...former }) => ({ ...former, amount_due: fromCents(amount_due) })),
    });
  }

  async function listedOf(repos: ListedOrderRepos, rows: readonly ListedOrderRow[]): Promise<ListedOrder[]> {
    const now = clock.now();
    const codes = rows.map(({ order }) => order.code);
    const of = await partsOf(repos, codes);
    return rows.map((row) => {
      const { rows: payments, previous } = of(row.order.code);
      const missing = row.order.status === 'processing' ? missingOf(row.order, payments) : 0;
      return { ...toListedOrder(row, now), payments: payments.map(toIncome), missing: fromCents(missing), previous };
    });
  }

  return {
    listedOf,

    /** The order as the list shows it, after a change in the same transaction. 404 for an unknown code. */
    async find(repos: ListedOrderRepos, code: string): Promise<ListedOrder> {
      const row = await repos.orderSections.find(code);
      if (!row) throw new AppError('tariffApi.order.404');
      const [order] = await listedOf(repos, [row]);
      return order as ListedOrder;
    },

    /** The closed orders with these codes. */
    async closedOf(repos: ListedOrderRepos, codes: readonly string[]): Promise<ListedOrder[]> {
      const closed = await repos.closedOrders.list(codes);
      if (closed.length === 0) return [];
      const of = await partsOf(repos, codes);
      return closed.map((row) => {
        const { rows, previous } = of(row.code);
        return { ...toClosedOrder(row), payments: rows.map(toIncome), previous };
      });
    },
  };
};
