import { ORDER_USERS_MAX } from '#contract/limits.ts';
import { normalizeOrderCode, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';
import type { ListedOrder, OrderCounts } from '#contract/orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { sliceOf, slicesOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, storedTime } from '../../ports/clock.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { PeriodsService } from '../periods/periods.service.ts';
import { tariffEntry } from '../periods/tariff-history.rules.ts';
import type { AdminListQuery, UsersService } from '../users/users.service.ts';
import type { OrderFilter, OrderListRepo } from './order-list.repo.ts';
import type { ListedOrderRow, OrderDates, OrderSectionsRepo } from './order-sections.repo.ts';
import type { OrderRepos, OrderStepsService } from './order-steps.service.ts';
import { orderDeletedMail } from './orders.mails.ts';
import { toListedOrder, toOrder } from './orders.rows.ts';

export interface AdminOrderRepos extends OrderRepos, AuditRepos {
  orderList: OrderListRepo;
  orderSections: OrderSectionsRepo;
}

interface Deps {
  work: Work<AdminOrderRepos>;
  steps: OrderStepsService;
  periods: Pick<PeriodsService, 'endPaid'>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
  users: Pick<UsersService, 'search'>;
}

export interface StatusRequest {
  status: OrderStatus;
  /** Dollars, as shown to the administrator. */
  amount_due?: number | undefined;
}

/** Times in ISO 8601, `to` excluded. */
export interface OrderQuery {
  status: OrderStatus | 'all';
  from?: string | undefined;
  to?: string | undefined;
}

type Listing = AdminListQuery & OrderQuery;

interface OrderPage {
  data: ListedOrder[];
  total: number;
  is_more: boolean;
  counts: OrderCounts | null;
}

export const datesOf = ({ from, to }: OrderQuery): OrderDates => ({ from: storedTime(from), to: storedTime(to) });

export const statusesOf = ({ status }: OrderQuery): readonly OrderStatus[] => (status === 'all' ? ORDER_STATUSES : [status]);

/** The order as the list shows it, after a change in the same transaction. */
export async function findListed({ orderSections }: AdminOrderRepos, code: string, now: number): Promise<ListedOrder> {
  const row = await orderSections.find(code);
  if (!row) throw new AppError('tariffApi.order.404');
  return toListedOrder(row, now);
}

/** Searches emails, users, and codes only if `q` can be the beginning of a code. */
function filterOf({ q, status, ...dates }: Listing, userIds: readonly number[]): OrderFilter {
  const code = normalizeOrderCode(q);
  const isCode = code !== '' && code.length <= ORDER_CODE_LENGTH && [...code].every((letter) => ORDER_CODE_LETTERS.includes(letter));
  return {
    status,
    ...datesOf({ status, ...dates }),
    code: isCode ? code : undefined,
    email: q === '' ? undefined : q.toLowerCase(),
    userIds,
  };
}

export type AdminOrdersService = ReturnType<typeof adminOrdersService>;

/** The administrator's operations on orders. Every change is written to the audit log. */
export const adminOrdersService = ({ work, steps, periods, audit, mails, clock, checkouts, users }: Deps) => {
  const shown = (row: ListedOrderRow): ListedOrder => toListedOrder(row, clock.now());

  async function search(listing: Listing): Promise<OrderPage> {
    const { orderList } = work.repos;
    const { ids, isPartial } = await users.search(listing.q);
    const filter = filterOf(listing, ids.slice(0, ORDER_USERS_MAX));
    const total = await orderList.count(filter);
    const slice = sliceOf(listing, total);
    const data = slice ? (await orderList.list(filter, slice)).map(shown) : [];
    return { data, total, is_more: isPartial || ids.length > ORDER_USERS_MAX, counts: null };
  }

  async function listAll(listing: Listing): Promise<OrderPage> {
    const { orderSections } = work.repos;
    const dates = datesOf(listing);
    const counts = await orderSections.countByStatus(dates);
    const statuses = statusesOf(listing);
    const totals = statuses.map((status) => counts[status]);
    const slices = slicesOf(listing, totals);
    const sections = statuses.flatMap((status, index) => {
      const slice = slices[index];
      return slice ? [{ status, slice }] : [];
    });
    const data = (await orderSections.list(sections, dates)).map(shown);
    return { data, total: totals.reduce((sum, count) => sum + count, 0), is_more: false, counts };
  }

  return {
    /**
     * Orders that await payment first, then paid and completed ones, each newest first. `q` is the beginning of a code or an email, or finds
     * users by a part of name, email or phone, or by number; what it finds is newest first.
     */
    list: (listing: Listing): Promise<OrderPage> => (listing.q === '' ? listAll(listing) : search(listing)),

    /**
     * Moves an order to the next status. 404 for an unknown code; 409 for any other status, and if the amount due is no longer the one
     * shown to the administrator.
     */
    async update(admin: AdminCaller, code: string, { status, amount_due }: StatusRequest): Promise<ListedOrder> {
      const changed = await work.inTransaction(async (repos) => {
        const locked = await steps.lockOrderAndUser(repos, code);
        if (!locked) throw new AppError('tariffApi.order.404');
        const before = toOrder(locked.order);
        if (locked.order.status === 'processing' && amount_due !== undefined && amount_due !== before.amount_due) {
          throw new AppError('tariffApi.status.changed');
        }
        repos.after(() => checkouts.closeAll(code));
        const row = await steps.step(repos, locked, status);
        const entry = { actor: admin.email, action: 'order.status', subject: `order ${code}`, userId: row.user_id } as const;
        await audit.write(repos, { ...entry, before, after: toOrder(row) });
        return findListed(repos, code, clock.now());
      });
      return changed;
    },

    /**
     * Undoes the confirmation of a payment. 404 for an unknown code; 409 if the tariff has started, if the order was paid by card, and if
     * it is not confirmed as the administrator saw it.
     */
    async undoPayment(admin: AdminCaller, code: string, confirmedAt: string | undefined): Promise<ListedOrder> {
      const changed = await work.inTransaction(async (repos) => {
        const locked = await steps.lockOrderAndUser(repos, code);
        if (!locked) throw new AppError('tariffApi.order.404');
        const row = await steps.undoConfirmation(repos, locked, confirmedAt);
        const entry = { actor: admin.email, action: 'order.undo', subject: `order ${code}`, userId: row.user_id } as const;
        await audit.write(repos, { ...entry, before: toOrder(locked.order), after: toOrder(row) });
        return findListed(repos, code, clock.now());
      });
      return changed;
    },

    /**
     * Deletes an order.
     * - If it paid for the running period, what it paid for ends: months by which the period was continued begin now, otherwise the user
     *   returns to basic.
     * - The user gets an email about an order that can no longer be paid or activated, and about a changed period.
     * - 404 for an unknown code. 409 if `expected` is set and the status differs: the order may have been paid since the administrator
     *   loaded it.
     */
    async remove(admin: AdminCaller, code: string, expected: OrderStatus | undefined): Promise<void> {
      await work.inTransaction(async (repos) => {
        const locked = await steps.lockOrderAndUser(repos, code);
        if (expected && locked && locked.order.status !== expected) throw new AppError('tariffApi.status.changed');
        if (!locked || !(await repos.orders.delete(locked.order.id, locked.order.status))) throw new AppError('tariffApi.order.404');
        repos.after(() => checkouts.closeAll(code));
        const { order, user } = locked;
        if (user && order.status !== 'completed') await mails.queue(repos, orderDeletedMail(user, order));
        const entry = { actor: admin.email, action: 'order.delete', subject: `order ${code}`, userId: order.user_id } as const;
        await audit.write(repos, { ...entry, before: toOrder(order) });
        const rest = user && (await periods.endPaid(repos, user, order));
        if (user && rest && rest.tariff !== 'basic') await audit.write(repos, tariffEntry(admin.email, user, rest));
      });
    },
  };
};
