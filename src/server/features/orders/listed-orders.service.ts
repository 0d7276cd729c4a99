import type { Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import type { ListedOrder, OwnOrder } from '#contract/orders.ts';
import { AppError } from '../../app-error.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IncomeRepos, IncomeRow } from '../income/bookings.service.ts';
import { toIncome } from '../income/income-wire.rules.ts';
import type { ClosedOrdersRepo } from './closed-orders.repo.ts';
import type { ListedOrderRow, OrderSectionsRepo } from './order-sections.repo.ts';
import type { OrderRow } from './orders.repo.ts';
import { toClosedOrder, toListedOrder, toOrder } from './orders.rows.ts';
import { missingOf, waitsFrom } from './orders.rules.ts';
import { missingIn } from './transfers.rules.ts';

export interface ListedOrderRepos extends IncomeRepos {
  orderSections: OrderSectionsRepo;
  closedOrders: ClosedOrdersRepo;
}

interface Deps {
  clock: Clock;
  /** Milliseconds between the confirmation of a payment and the start of its tariff. */
  grace: number;
}

type Missing = Pick<OwnOrder, 'missing' | 'missing_transfer'>;

const NOTHING_MISSING: Missing = { missing: 0, missing_transfer: null };

/** What is missing while the order awaits payment, also in the currency of the transfer in a language. */
function missingPart(order: OrderRow, payments: readonly IncomeRow[], language?: Language): Missing {
  if (order.status !== 'processing') return NOTHING_MISSING;
  const missing = missingOf(order, payments);
  const inTransfer = missingIn(order, missing, payments, language);
  return { missing: fromCents(missing), missing_transfer: inTransfer === null ? null : fromCents(inTransfer) };
}

/** The order as its user sees it in a language. */
export async function withPayments({ income }: IncomeRepos, order: OrderRow, language: Language): Promise<OwnOrder> {
  const payments = await income.listByOrders([order.code]);
  return { ...toOrder(order, language), ...missingPart(order, payments, language), payments: payments.map(toIncome) };
}

export type ListedOrdersService = ReturnType<typeof listedOrdersService>;

/** Orders as the administrator's list shows them, with their payments and what they were before. */
export const listedOrdersService = ({ clock, grace }: Deps) => {
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
      const { status, confirmed_at } = row.order;
      const completes_at = status === 'confirmed' && confirmed_at !== null ? isoTime(Date.parse(waitsFrom(row.order)) + grace) : null;
      return { ...toListedOrder(row, now), completes_at, ...missingPart(row.order, payments), payments: payments.map(toIncome), previous };
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
        return { ...toClosedOrder(row), completes_at: null, ...NOTHING_MISSING, payments: rows.map(toIncome), previous };
      });
    },
  };
};
