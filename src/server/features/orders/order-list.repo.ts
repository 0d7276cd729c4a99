import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { beginsWith, countFound, countOf, idOfRange, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import { ORDER_COLUMNS, type OrderRow } from './orders.repo.ts';

/** An order with the stored tariff of its user; null once the account was deleted. */
export interface ListedOrderRow {
  order: OrderRow;
  user: (TariffFacts & { email: string }) | undefined;
}

export interface OrderFilter {
  status: OrderStatus | 'all';
  /** Beginning of a code or an email, normalized as stored, or a user's number; all orders if none is set. */
  code: string | undefined;
  email: string | undefined;
  userId: number | undefined;
}

/** Queries for the administrator's list. Each uses an index, whatever the filter: 100,000 orders take no longer than 100. */
export function orderListRepo(db: Db) {
  const by = (column: 'code' | 'email', prefix: string, { status }: OrderFilter) => {
    const orders = db
      .selectFrom('orders')
      .select(idOfRange('orders.id'))
      .where(beginsWith(`orders.${column}`, prefix));
    return status === 'all' ? orders : orders.where('status', '=', status);
  };

  const ofUser = (userId: number, { status }: OrderFilter) => {
    const orders = db.selectFrom('orders').select(idOfRange('orders.id')).where('user_id', '=', userId);
    return status === 'all' ? orders : orders.where('status', '=', status);
  };

  function found(filter: OrderFilter) {
    const { status, code, email, userId } = filter;
    const orders = db.selectFrom('orders').select('orders.id');
    const [first, ...others] = [
      ...(code === undefined ? [] : [by('code', code, filter)]),
      ...(email === undefined ? [] : [by('email', email, filter)]),
      ...(userId === undefined ? [] : [ofUser(userId, filter)]),
    ];
    if (first) return others.reduce((query, other) => query.union(other), first);
    return status === 'all' ? orders.where('id', '>', 0) : orders.where('status', '=', status);
  }

  return {
    async count(filter: OrderFilter): Promise<number> {
      const { status, code, email, userId } = filter;
      if (code !== undefined || email !== undefined || userId !== undefined) return countFound(db, found(filter));
      return countOf(
        db,
        (status === 'all' ? ORDER_STATUSES : [status]).map((each) => `orders.${each}`),
      );
    },
    /** Newest first. */
    async list(filter: OrderFilter, slice: Slice): Promise<ListedOrderRow[]> {
      const rows = await db
        .selectFrom(idsOf(db, found(filter), slice))
        .innerJoin('orders', 'orders.id', 'page.id')
        .leftJoin('users', 'users.id', 'orders.user_id')
        .select(ORDER_COLUMNS)
        .select(['users.email as user_email', 'users.tariff as user_tariff'])
        .select(['users.tariff_start_date as user_start', 'users.tariff_end_date as user_end'])
        .orderBy('orders.id', 'desc')
        .execute();
      return rows.map(({ user_email: email, user_tariff: tariff, user_start, user_end, ...order }) => ({
        order,
        user: email && tariff ? { email, tariff, tariff_start_date: user_start, tariff_end_date: user_end } : undefined,
      }));
    },
  };
}

export type OrderListRepo = ReturnType<typeof orderListRepo>;
