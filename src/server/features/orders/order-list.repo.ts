import type { OrderStatus } from '#contract/tariffs.ts';
import { beginsWith, countFound, idOfRange, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import { type ListedOrderRow, type OrderDates, rangeOf, readListed } from './order-sections.repo.ts';

/** A search; at least one of its texts, users or cents is set. */
export interface OrderFilter extends OrderDates {
  status: OrderStatus | 'all';
  /** Beginning of a code or an email, normalized as stored, or the users who ordered. */
  code: string | undefined;
  /** Whole codes. */
  codes: readonly string[];
  email: string | undefined;
  userIds: readonly number[];
  /** Cents: the amount of an order that awaits payment or the start of its tariff, or that of its transfer. */
  cents?: number | undefined;
}

/** Completed orders are too many to be searched by an amount, which no index begins with. */
const OPEN: readonly OrderStatus[] = ['processing', 'confirmed'];

/** The search of the administrator's list. Each query uses an index; that of an amount reads all open orders, the others only what matches. */
export function orderListRepo(db: Db) {
  const by = (column: 'code' | 'email', prefix: string, { status }: OrderFilter) => {
    const orders = db
      .selectFrom('orders')
      .select(idOfRange('orders.id'))
      .where(beginsWith(`orders.${column}`, prefix));
    return status === 'all' ? orders : orders.where('status', '=', status);
  };

  const withCodes = ({ codes, status }: OrderFilter) => {
    const orders = db.selectFrom('orders').select(idOfRange('orders.id')).where('code', 'in', codes);
    return status === 'all' ? orders : orders.where('status', '=', status);
  };

  const ofUsers = ({ userIds, status }: OrderFilter) => {
    const orders = db.selectFrom('orders').select(idOfRange('orders.id')).where('user_id', 'in', userIds);
    return status === 'all' ? orders : orders.where('status', '=', status);
  };

  // The status as a range: for an equal one, PostgreSQL reads all of the partial index of open orders.
  const ofAmount = (cents: number, status: OrderStatus) =>
    db
      .selectFrom('orders')
      .select(idOfRange('orders.id'))
      .where(beginsWith('orders.status', status))
      .where(({ eb, or }) => or([eb('amount_due', '=', cents), eb('transfers', 'like', `%"cents":${cents},%`)]));

  function amountParts({ cents, status }: OrderFilter) {
    if (cents === undefined) return [];
    return OPEN.filter((each) => status === 'all' || status === each).map((each) => ofAmount(cents, each));
  }

  function matches(filter: OrderFilter) {
    const { code, codes, email, userIds } = filter;
    const [first, ...others] = [
      ...(code === undefined ? [] : [by('code', code, filter)]),
      ...(codes.length === 0 ? [] : [withCodes(filter)]),
      ...(email === undefined ? [] : [by('email', email, filter)]),
      ...(userIds.length === 0 ? [] : [ofUsers(filter)]),
      ...amountParts(filter),
    ];
    if (!first) throw new Error('A search needs a code, an email or users.');
    return others.reduce((query, other) => query.union(other), first);
  }

  function found(filter: OrderFilter) {
    if (filter.from === undefined && filter.to === undefined) return matches(filter);
    const { from, to } = rangeOf(filter);
    return db
      .selectFrom(matches(filter).as('matching'))
      .innerJoin('orders', 'orders.id', 'matching.id')
      .select('orders.id')
      .where('orders.created_at', '>=', from)
      .where('orders.created_at', '<', to);
  }

  return {
    /** Which of the codes are those of orders. */
    async listCodes(codes: readonly string[]): Promise<string[]> {
      if (codes.length === 0) return [];
      const rows = await db.selectFrom('orders').select('code').where('code', 'in', codes).orderBy('code').execute();
      return rows.map(({ code }) => code);
    },
    async count(filter: OrderFilter): Promise<number> {
      return countFound(db, found(filter));
    },
    /** Newest first. */
    async list(filter: OrderFilter, slice: Slice): Promise<ListedOrderRow[]> {
      const rows = await readListed(db, db.selectFrom(idsOf(db, found(filter), slice)).select('page.id'));
      return rows.sort((one, other) => other.order.id - one.order.id);
    },
  };
}

export type OrderListRepo = ReturnType<typeof orderListRepo>;
