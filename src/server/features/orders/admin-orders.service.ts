import { LANGUAGES } from '#contract/languages.ts';
import { INCOME_AMOUNT_MAX, ORDER_USERS_MAX } from '#contract/limits.ts';
import { toCents } from '#contract/money.ts';
import { parseNumber } from '#contract/numbers.ts';
import { normalizeOrderCode, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';
import type { ListedOrder, OrderCounts } from '#contract/orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { sliceOf, slicesOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime, storedTime } from '../../ports/clock.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { SellerService } from '../payments/seller.service.ts';
import type { PeriodsService } from '../periods/periods.service.ts';
import { tariffEntry } from '../periods/tariff-history.rules.ts';
import type { AdminListQuery, UsersService } from '../users/users.service.ts';
import type { ListedOrderRepos, ListedOrdersService } from './listed-orders.service.ts';
import { meantCodes, similarCodes } from './meant-codes.rules.ts';
import type { OrderFilter, OrderListRepo } from './order-list.repo.ts';
import type { OrderDates, OrderSectionsRepo } from './order-sections.repo.ts';
import type { OrderRepos, OrderStepsService } from './order-steps.service.ts';
import { orderDeletedMail } from './orders.mails.ts';
import { toOrder } from './orders.rows.ts';
import { missingOf } from './orders.rules.ts';
import { missingIn } from './transfers.rules.ts';

export interface AdminOrderRepos extends OrderRepos, AuditRepos, ListedOrderRepos {
  orderList: OrderListRepo;
  orderSections: OrderSectionsRepo;
}

interface Deps {
  work: Work<AdminOrderRepos>;
  listed: ListedOrdersService;
  steps: OrderStepsService;
  periods: Pick<PeriodsService, 'endPaid'>;
  seller: Pick<SellerService, 'lineFor'>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
  users: Pick<UsersService, 'search'>;
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
  /** Codes that may be meant if a search finds nothing. */
  similar: string[];
}

export const datesOf = ({ from, to }: OrderQuery): OrderDates => ({ from: storedTime(from), to: storedTime(to) });

export const statusesOf = ({ status }: OrderQuery): readonly OrderStatus[] => (status === 'all' ? ORDER_STATUSES : [status]);

/** The cents of an amount that is typed in any way; undefined for other texts, and for a bare whole number, which is that of a user. */
function centsOf(q: string): number | undefined {
  if (/^\s*\d+\s*$/.test(q)) return undefined;
  const parsed = parseNumber(q, { decimals: 2, max: INCOME_AMOUNT_MAX });
  return parsed.ok && parsed.value > 0 ? toCents(parsed.value) : undefined;
}

/** Codes of orders that are paid in part and of which these cents are missing, in dollars or as their users see it in a language. */
async function codesMissing({ orders, income }: AdminOrderRepos, cents: number): Promise<string[]> {
  const partly = await orders.listPartlyPaid();
  const byCode = Map.groupBy(await income.listByOrders(partly.map(({ code }) => code)), ({ order_code }) => order_code);
  const misses = (order: (typeof partly)[number]): boolean => {
    const payments = byCode.get(order.code) ?? [];
    const missing = missingOf(order, payments);
    return missing === cents || LANGUAGES.some((language) => missingIn(order, missing, payments, language) === cents);
  };
  return partly.filter(misses).map(({ code }) => code);
}

/** Searches emails, users, amounts, the codes in `q`, codes that begin with it, if that is possible, and those of `partly` paid orders. */
function filterOf({ q, status, ...dates }: Listing, userIds: readonly number[], partly: readonly string[]): OrderFilter {
  const code = normalizeOrderCode(q);
  const isCode = code !== '' && code.length <= ORDER_CODE_LENGTH && [...code].every((letter) => ORDER_CODE_LETTERS.includes(letter));
  return {
    status,
    ...datesOf({ status, ...dates }),
    code: isCode ? code : undefined,
    codes: [...meantCodes(q), ...partly],
    email: q === '' ? undefined : q.toLowerCase(),
    userIds,
    cents: centsOf(q),
  };
}

export type AdminOrdersService = ReturnType<typeof adminOrdersService>;

/** The administrator's operations on orders. Every change is written to the audit log. */
export const adminOrdersService = ({ work, listed, steps, periods, seller, audit, mails, clock, checkouts, users }: Deps) => {
  /** Whole codes also find closed orders, which are in no filter. */
  async function findClosed({ q, status, from, to, page }: Listing): Promise<ListedOrder[]> {
    if (status !== 'all' || from !== undefined || to !== undefined || page !== 1) return [];
    return listed.closedOf(work.repos, meantCodes(q));
  }

  async function search(listing: Listing): Promise<OrderPage> {
    const { orderList } = work.repos;
    const { ids, isPartial } = await users.search(listing.q);
    const cents = centsOf(listing.q);
    const partly = cents === undefined ? [] : await codesMissing(work.repos, cents);
    const filter = filterOf(listing, ids.slice(0, ORDER_USERS_MAX), partly);
    const total = await orderList.count(filter);
    const slice = sliceOf(listing, total);
    const rows = slice ? await orderList.list(filter, slice) : [];
    const closed = await findClosed(listing);
    const data = [...(await listed.listedOf(work.repos, rows)), ...closed];
    const similar = data.length === 0 ? await orderList.listCodes(similarCodes(listing.q)) : [];
    return { data, total: total + closed.length, is_more: isPartial || ids.length > ORDER_USERS_MAX, counts: null, similar };
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
    const data = await listed.listedOf(work.repos, await orderSections.list(sections, dates));
    return { data, total: totals.reduce((sum, count) => sum + count, 0), is_more: false, counts, similar: [] };
  }

  return {
    /**
     * Orders that await payment first, then paid and completed ones, each newest first. `q` is the beginning of a code or an email, or finds
     * users by a part of name, email or phone, or by number, or open orders by their amount; what it finds is newest first.
     */
    list: (listing: Listing): Promise<OrderPage> => (listing.q === '' ? listAll(listing) : search(listing)),

    /**
     * Deletes an order.
     * - If it paid for the running period, what it paid for ends: months by which the period was continued begin now, otherwise the user
     *   returns to basic.
     * - The activation of a later order can no longer be undone: it would give back what the deleted order paid for.
     * - The user gets an email about an order that can no longer be paid or activated, and about a changed period.
     * - 404 for an unknown code. 409 if `expected` is set and the status differs: the order may have been paid since the administrator
     *   loaded it.
     */
    async remove(
      admin: AdminCaller,
      code: string,
      { expected, reason }: { expected: OrderStatus | undefined; reason: string },
    ): Promise<void> {
      await work.inTransaction(async (repos) => {
        const locked = await steps.lockOrderAndUser(repos, code);
        if (expected && locked && locked.order.status !== expected) throw new AppError('tariffApi.status.changed');
        if (!locked || !(await repos.orders.delete(locked.order.id, locked.order.status))) throw new AppError('tariffApi.order.404');
        repos.after(() => checkouts.closeAll(code));
        await repos.closedOrders.insert(locked.order, 'deleted', isoTime(clock.now()));
        const { order, user } = locked;
        if (user && order.status !== 'completed')
          await mails.queue(repos, orderDeletedMail(user, order, await seller.lineFor(repos, user.language)));
        const entry = { actor: admin.email, action: 'order.delete', subject: `order ${code}`, userId: order.user_id } as const;
        await audit.write(repos, { ...entry, before: toOrder(order), reason });
        if (user && order.status === 'completed') await repos.orders.forgetBefore(user.id, order.id);
        const rest = user && (await periods.endPaid(repos, user, order));
        if (user && rest && rest.tariff !== 'basic') await audit.write(repos, tariffEntry(admin.email, user, rest));
      });
    },
  };
};
