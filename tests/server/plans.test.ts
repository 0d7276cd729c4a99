import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from '#contract/tariffs.ts';
import { sliceOf } from '#server/db/paging.ts';
import type { Db, Store } from '#server/db/store.ts';
import { type MessageQuery, messageListRepo } from '#server/features/feedback/message-list.repo.ts';
import { type OrderFilter, orderListRepo } from '#server/features/orders/order-list.repo.ts';
import { userListRepo } from '#server/features/users/user-list.repo.ts';
import { type AuditFilter, auditRepo } from '#server/infra/audit/audit.repo.ts';
import { DATABASES } from '#tests/support/app.ts';
import { codeOf, emailOf, fillAdminLists, fillMessages } from '#tests/support/many-rows.ts';
import { plansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';

/** Enough rows for a planner to choose an index by its cost. */
const COUNT = 20_000;
const PAGE_SIZE = 20;

type Listing = (db: Db) => Promise<unknown>;

const SAMPLE = 12_345;

/** A page of a list with its total, as the service reads it. */
const pageOf =
  (count: (db: Db) => Promise<number>, list: (db: Db, slice: NonNullable<ReturnType<typeof sliceOf>>) => Promise<unknown[]>) =>
  (where: 'first' | 'middle' | 'last'): Listing =>
  async (db) => {
    const total = await count(db);
    const pages = Math.ceil(total / PAGE_SIZE);
    const page = { first: 1, middle: Math.ceil(pages / 2), last: pages }[where];
    const slice = sliceOf({ page, pageSize: PAGE_SIZE }, total);
    if (!slice) throw new Error('There is nothing to list.');
    expect((await list(db, slice)).length).toBe(slice.limit);
  };

const orders = (filter: Partial<OrderFilter>) => {
  const whole = { status: 'all' as const, code: undefined, email: undefined, ...filter };
  return pageOf(
    (db) => orderListRepo(db).count(whole),
    (db, slice) => orderListRepo(db).list(whole, slice),
  );
};
const users = (q: string) =>
  pageOf(
    (db) => userListRepo(db).count(q),
    (db, slice) => userListRepo(db).list(q, slice),
  );
const auditLog = (filter: AuditFilter) =>
  pageOf(
    (db) => auditRepo(db).count(filter),
    (db, slice) => auditRepo(db).list(filter, slice),
  );

const messages = (query: MessageQuery) =>
  pageOf(
    (db) => messageListRepo(db).count(query),
    (db, slice) => messageListRepo(db).list(query, slice),
  );

const LISTS: [string, ReturnType<typeof pageOf>][] = [
  ['all orders', orders({})],
  ...ORDER_STATUSES.map((status): [string, ReturnType<typeof pageOf>] => [`${status} orders`, orders({ status })]),
  ['orders by the beginning of a code', orders({ code: codeOf(SAMPLE).slice(0, 3) })],
  ['orders by the beginning of an email', orders({ email: emailOf(SAMPLE).slice(0, 8) })],
  ['orders by the beginning of both', orders({ code: 'D', email: 'd' })],
  ['completed orders by the beginning of an email', orders({ status: 'completed', email: emailOf(SAMPLE).slice(0, 3) })],
  ['all users', users('')],
  ['users by the beginning of an email', users(emailOf(SAMPLE).slice(0, 8))],
  ['all messages', messages({ status: 'all', terms: [], isBroad: false })],
  ['unanswered messages', messages({ status: 'waiting', terms: [], isBroad: false })],
  ['answered messages', messages({ status: 'answered', terms: [], isBroad: false })],
  ['messages with a rare word', messages({ status: 'all', terms: [emailOf(SAMPLE).slice(0, 8)], isBroad: false })],
  ['answered messages with several words', messages({ status: 'answered', terms: ['word3', 'word'], isBroad: false })],
  ['messages with frequent words', messages({ status: 'answered', terms: ['word1', 'word'], isBroad: true })],
  ['the whole audit log', auditLog([])],
  ['the audit log of an order', auditLog([{ column: 'subject', prefix: `order ${codeOf(SAMPLE)}` }])],
];

describe.each(DATABASES)(`among ${COUNT} orders and users on %s`, { timeout: 120_000 }, (kind) => {
  let database: SharedDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await aDatabase(kind);
    store = await database.open();
    await fillAdminLists(store, COUNT);
    await fillMessages(store, COUNT);
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  describe.each(LISTS)('%s', (_, page) => {
    test.each(['first', 'middle', 'last'] as const)('the %s page searches an index and scans nothing', async (where) => {
      const plans = await plansOf(store, page(where));
      expect(plans.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
      expect(plans.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
    });
  });

  test('detects a scan', async () => {
    const scanned = await plansOf(store, (db) => db.selectFrom('orders').selectAll().where('payment_months', '=', 3).execute());
    expect(scanned.flatMap(({ scans }) => scans)).toHaveLength(1);
    const counted = await plansOf(store, (db) =>
      db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute(),
    );
    expect(counted.flatMap(({ scans }) => scans)).toHaveLength(1);
  });
});
