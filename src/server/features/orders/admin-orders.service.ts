import { normalizeOrderCode, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { sliceOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { PeriodsService } from '../users/periods.service.ts';
import type { Page } from '../users/users.service.ts';
import type { OrderFilter, OrderListRepo } from './order-list.repo.ts';
import type { OrderRepos, OrderStepsService } from './order-steps.service.ts';
import { orderDeletedMail } from './orders.mails.ts';
import { toListedOrder, toOrder } from './orders.rows.ts';
import { isPeriodRunning } from './orders.rules.ts';

interface Deps {
  work: Work<OrderRepos & AuditRepos & { orderList: OrderListRepo }>;
  steps: OrderStepsService;
  periods: Pick<PeriodsService, 'end'>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue' | 'wake'>;
  clock: Clock;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
}

export interface OrderChange {
  status: OrderStatus;
  /** Dollars, as shown to the administrator. */
  amount_due?: number | undefined;
}

type Listing = Page & { status: OrderStatus | 'all' };

/** Searches emails, codes only if `q` can be the beginning of a code, and the number of a user only if it is one. */
function filterOf(q: string, status: Listing['status']): OrderFilter {
  const code = normalizeOrderCode(q);
  const isCode = code !== '' && code.length <= ORDER_CODE_LENGTH && [...code].every((letter) => ORDER_CODE_LETTERS.includes(letter));
  return {
    status,
    code: isCode ? code : undefined,
    email: q === '' ? undefined : q.toLowerCase(),
    userId: /^\d{1,15}$/.test(q) ? Number(q) : undefined,
  };
}

export type AdminOrdersService = ReturnType<typeof adminOrdersService>;

/** The administrator's operations on orders. Every change is written to the audit log. */
export const adminOrdersService = ({ work, steps, periods, audit, mails, clock, checkouts }: Deps) => ({
  /** Newest first; `q` is the beginning of a code or an email, or the number of a user. */
  async list({ q, status, ...page }: Listing): Promise<{ data: ListedOrder[]; total: number }> {
    const filter = filterOf(q, status);
    const total = await work.repos.orderList.count(filter);
    const slice = sliceOf(page, total);
    const rows = slice ? await work.repos.orderList.list(filter, slice) : [];
    return { data: rows.map(({ order, user }) => toListedOrder(order, user, clock.now())), total };
  },

  /**
   * Moves an order to the next status. 404 for an unknown code; 409 for any other status, and if the amount due is no longer the one
   * shown to the administrator.
   */
  async update(admin: AdminCaller, code: string, { status, amount_due }: OrderChange): Promise<ListedOrder> {
    const changed = await work.inTransaction(async (repos) => {
      const locked = await steps.lockOrderAndUser(repos, code);
      if (!locked) throw new AppError('tariffApi.order.404');
      const before = toOrder(locked.order);
      if (locked.order.status === 'processing' && amount_due !== undefined && amount_due !== before.amount_due) {
        throw new AppError('tariffApi.status.changed');
      }
      const row = await steps.step(repos, locked, status);
      const entry = { actor: admin.email, action: 'order.status', subject: `order ${code}`, userId: row.user_id } as const;
      await audit.write(repos, { ...entry, before, after: toOrder(row) });
      return toListedOrder(row, locked.user && (await repos.users.find(locked.user.id)), clock.now());
    });
    mails.wake();
    await checkouts.closeAll(code);
    return changed;
  },

  /**
   * Deletes an order. If it paid for the running period, the period ends and the user returns to basic. The user gets an email about an
   * order that can no longer be paid or activated, and about a period that ends. 404 for an unknown code, 409 if `expected` is set and the status differs: the order may have been paid since the administrator loaded it.
   */
  async remove(admin: AdminCaller, code: string, expected: OrderStatus | undefined): Promise<void> {
    await work.inTransaction(async (repos) => {
      const locked = await steps.lockOrderAndUser(repos, code);
      if (expected && locked && locked.order.status !== expected) throw new AppError('tariffApi.status.changed');
      if (!locked || !(await repos.orders.delete(locked.order.id, locked.order.status))) throw new AppError('tariffApi.order.404');
      const { order, user } = locked;
      if (user && order.status !== 'completed') await mails.queue(repos, orderDeletedMail(user, order));
      if (user && isPeriodRunning(order, user, clock.now())) await periods.end(repos, user);
      const entry = { actor: admin.email, action: 'order.delete', subject: `order ${code}`, userId: order.user_id } as const;
      await audit.write(repos, { ...entry, before: toOrder(order) });
    });
    mails.wake();
    await checkouts.closeAll(code);
  },
});
