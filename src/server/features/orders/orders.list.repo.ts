import type { OrderStatus } from '#contract/tariffs.ts';
import { beginsWith, countFound, countOf, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { OrderRow } from './orders.repo.ts';

export type ListedOrderRow = OrderRow & { email: string | null };

export interface OrderFilter {
  statuses: readonly OrderStatus[];
  /** Beginning of a code or of an e-mail, each folded as it is kept; all when both are undefined. */
  code: string | undefined;
  email: string | undefined;
}

/** The administrator's list. Every read of it is by an index, whatever is filtered: 100,000 orders take no longer than 100. */
export function orderListRepo(db: Db) {
  const all = ({ statuses }: OrderFilter) => {
    const orders = db.selectFrom('orders').select('orders.id');
    // Of one status in the order of its index; the key's own order else.
    const [status, ...others] = statuses;
    return status && others.length === 0 ? orders.where('status', '=', status) : orders.where('orders.id', '>', 0);
  };
  const byCode = (filter: OrderFilter, code: string) =>
    db.selectFrom('orders').select('orders.id').where(beginsWith('orders.code', code)).where('status', 'in', filter.statuses);
  const byEmail = (filter: OrderFilter, email: string) =>
    db
      .selectFrom('users')
      .innerJoin('orders', 'orders.user_id', 'users.id')
      .select('orders.id')
      .where(beginsWith('users.email', email))
      .where('orders.status', 'in', filter.statuses);

  function found(filter: OrderFilter) {
    const { code, email } = filter;
    if (code !== undefined && email !== undefined) return byCode(filter, code).union(byEmail(filter, email));
    if (code !== undefined) return byCode(filter, code);
    return email === undefined ? all(filter) : byEmail(filter, email);
  }

  return {
    async count(filter: OrderFilter): Promise<number> {
      const isAll = filter.code === undefined && filter.email === undefined;
      if (isAll)
        return countOf(
          db,
          filter.statuses.map((status) => `orders.${status}`),
        );
      return countFound(db, found(filter));
    },
    /** Newest first. */
    async list(filter: OrderFilter, slice: Slice): Promise<ListedOrderRow[]> {
      return db
        .selectFrom(idsOf(db, found(filter), slice))
        .innerJoin('orders', 'orders.id', 'page.id')
        .leftJoin('users', 'users.id', 'orders.user_id')
        .selectAll('orders')
        .select('users.email')
        .orderBy('orders.id', 'desc')
        .execute();
    },
  };
}

export type OrderListRepo = ReturnType<typeof orderListRepo>;
