import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '#contract/tariffs.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { sliceOf, slicesOf } from '#server/db/paging.ts';
import type { Db, Store } from '#server/db/store.ts';
import { type MessageQuery, messageListRepo } from '#server/features/feedback/message-list.repo.ts';
import { orderExportRepo } from '#server/features/orders/order-export.repo.ts';
import { type OrderFilter, orderListRepo } from '#server/features/orders/order-list.repo.ts';
import { type OrderDates, orderSectionsRepo } from '#server/features/orders/order-sections.repo.ts';
import { ordersRepo } from '#server/features/orders/orders.repo.ts';
import { userListRepo } from '#server/features/users/user-list.repo.ts';
import { listTimes, type UserSection } from '#server/features/users/user-lists.rules.ts';
import { type UserSearchRepo, userSearchRepo } from '#server/features/users/user-search.repo.ts';
import { PIECE_MAX } from '#server/features/users/user-search.rules.ts';
import { type AuditRepo, auditRepo } from '#server/infra/audit/audit.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { codeOf, emailOf, fillAdminLists, fillMessages, personOf } from '#tests/support/many-rows.ts';
import { plansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';

/** Enough rows for a planner to choose an index by its cost. */
const COUNT = 20_000;
const PAGE_SIZE = 20;

type Listing = (db: Db) => Promise<unknown>;

const SAMPLE = 12_345;

const ALWAYS = { from: undefined, to: undefined };
/** Ends before the newest entries, so that a search from the newest entry would skip them one by one. */
const OLD_DAY = { from: isoTime(Date.now() - (COUNT - 1000) * MINUTE), to: isoTime(Date.now() - (COUNT - 2440) * MINUTE) };

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

const ordersFound = (filter: Partial<OrderFilter>) => {
  const whole = { status: 'all' as const, code: undefined, codes: [], email: undefined, userIds: [], ...ALWAYS, ...filter };
  return pageOf(
    (db) => orderListRepo(db).count(whole),
    (db, slice) => orderListRepo(db).list(whole, slice),
  );
};

const orders =
  (statuses: readonly OrderStatus[], dates: OrderDates = ALWAYS) =>
  (where: 'first' | 'middle' | 'last'): Listing =>
  async (db) => {
    const counts = await orderSectionsRepo(db).countByStatus(dates);
    const totals = statuses.map((status) => counts[status]);
    const pages = Math.ceil(totals.reduce((sum, count) => sum + count, 0) / PAGE_SIZE);
    const page = { first: 1, middle: Math.ceil(pages / 2), last: pages }[where];
    const slices = slicesOf({ page, pageSize: PAGE_SIZE }, totals);
    const sections = statuses.flatMap((status, index) => {
      const slice = slices[index];
      return slice ? [{ status, slice }] : [];
    });
    const rows = await orderSectionsRepo(db).list(sections, dates);
    expect(rows.length).toBe(sections.reduce((sum, { slice }) => sum + slice.limit, 0));
    expect(rows.length).toBeGreaterThan(0);
  };
const users = pageOf(
  (db) => userListRepo(db).count(),
  (db, slice) => userListRepo(db).list(slice),
);
const TIMES = listTimes(Date.now());
const usersIn = (section: UserSection) =>
  pageOf(
    async (db) => {
      const counts = await userListRepo(db).countSections(TIMES);
      return section === 'free' ? COUNT - counts.ended - counts.family - counts.business : counts[section];
    },
    (db, slice) => userListRepo(db).listSection(section, TIMES, slice),
  );
const auditLog = pageOf(
  (db) => auditRepo(db).count(),
  (db, slice) => auditRepo(db).list(slice),
);

/** A fifth of the users or more are in each of these, but few are locked or have a period that ends soon. */
const USER_SECTIONS: UserSection[] = ['free', 'ended', 'family', 'business', 'ending', 'locked'];
async function fillUserSections({ db }: Store): Promise<void> {
  const locked_at = TIMES.now;
  const parts = [
    { part: 0, values: { tariff: 'family', tariff_end_date: isoTime(Date.now() + 30 * DAY) } },
    { part: 1, values: { tariff: 'business', tariff_end_date: isoTime(Date.now() + 60 * DAY) } },
    { part: 2, values: { tariff: 'family', tariff_end_date: isoTime(Date.now() - DAY) } },
  ] as const;
  for (const { part, values } of parts)
    await db
      .updateTable('users')
      .set({ ...values, tariff_start_date: isoTime(0) })
      .where(sql<boolean>`id % 5 = ${part}`)
      .execute();
  await db
    .updateTable('users')
    .set({ tariff: 'family', locked_at, tariff_start_date: isoTime(0), tariff_end_date: TIMES.soon })
    .where(sql<boolean>`id % 100 = 4`)
    .execute();
}

const LIMIT = 101;
/** Searches of the log, and whether they find as many entries as they may. */
const AUDIT_SEARCHES: [string, (log: AuditRepo) => Promise<number[]>, 'many' | 'few'][] = [
  ['a common action', (log) => log.listNewest({ action: 'order.status' }, ALWAYS, LIMIT), 'many'],
  ['a common action on an old day', (log) => log.listNewest({ action: 'order.status' }, OLD_DAY, LIMIT), 'many'],
  ['a rare action that never happened', (log) => log.listNewest({ action: 'card.mismatch' }, ALWAYS, LIMIT), 'few'],
  ['a time', (log) => log.listNewest({}, OLD_DAY, LIMIT), 'many'],
  ['an administrator', (log) => log.listNewest({ actor: 'admin@example.com' }, ALWAYS, LIMIT), 'many'],
  ['an administrator and an action', (log) => log.listNewest({ actor: 'admin@example.com', action: 'card.paid' }, ALWAYS, LIMIT), 'few'],
  ['a user', (log) => log.listNewest({ userId: SAMPLE }, ALWAYS, LIMIT), 'few'],
  ['an email', (log) => log.listByPrefix({ column: 'email', prefix: emailOf(SAMPLE) }, [], ALWAYS, LIMIT), 'few'],
  ['the beginning of many emails', (log) => log.listByPrefix({ column: 'email', prefix: 'o' }, [], ALWAYS, LIMIT), 'many'],
  ['many emails and an action', (log) => log.listByPrefix({ column: 'email', prefix: 'o' }, ['order.status'], OLD_DAY, LIMIT), 'many'],
  ['a code', (log) => log.listByPrefix({ column: 'subject', prefix: `order ${codeOf(SAMPLE)}` }, [], ALWAYS, LIMIT), 'few'],
];

const EMAIL = emailOf(SAMPLE);
const SURNAME = personOf(SAMPLE).last_name.toLowerCase();
/** Searches for users, whose pieces are stored for every fifth one. */
const USER_SEARCHES: [string, (search: UserSearchRepo) => Promise<unknown>][] = [
  ['the number of frequent pieces', async (search) => expect(await search.countPieces('e', 1_000)).toBe(1_000)],
  ['a part of an email', async (search) => expect(await search.listIds(EMAIL.slice(2, 10), [])).not.toEqual([])],
  ['a whole email', async (search) => expect(await search.listIds(EMAIL.slice(0, PIECE_MAX), [EMAIL])).toHaveLength(1)],
  ['a part of an email and a name', async (search) => expect(await search.listIds(EMAIL.slice(2, 10), [SURNAME])).not.toEqual([])],
  ['frequent parts among the newest users', async (search) => expect(await search.listNewestIds(['example'], 1_000)).toHaveLength(1_000)],
];

const messages = (query: MessageQuery) =>
  pageOf(
    (db) => messageListRepo(db).count(query),
    (db, slice) => messageListRepo(db).list(query, slice),
  );

const LISTS: [string, ReturnType<typeof pageOf>][] = [
  ['all orders', orders(ORDER_STATUSES)],
  ...ORDER_STATUSES.map((status): [string, ReturnType<typeof pageOf>] => [`${status} orders`, orders([status])]),
  ['orders of an old day', orders(ORDER_STATUSES, OLD_DAY)],
  ['completed orders of an old day', orders(['completed'], OLD_DAY)],
  ['orders of an old day by the beginning of an email', ordersFound({ email: 'o', ...OLD_DAY })],
  ['orders by the beginning of a code', ordersFound({ code: codeOf(SAMPLE).slice(0, 3) })],
  ['orders by the beginning of an email', ordersFound({ email: emailOf(SAMPLE).slice(0, 8) })],
  ['orders by whole codes', ordersFound({ codes: [codeOf(SAMPLE), codeOf(SAMPLE + 1)] })],
  ['orders by the beginning of both', ordersFound({ code: 'D', email: 'd' })],
  ['completed orders by the beginning of an email', ordersFound({ status: 'completed', email: emailOf(SAMPLE).slice(0, 3) })],
  ['all users', users],
  ...USER_SECTIONS.map((section): [string, ReturnType<typeof pageOf>] => [`${section} users`, usersIn(section)]),
  ['all messages', messages({ status: 'all', terms: [], isBroad: false })],
  ['unanswered messages', messages({ status: 'waiting', terms: [], isBroad: false })],
  ['answered messages', messages({ status: 'answered', terms: [], isBroad: false })],
  ['messages with a rare word', messages({ status: 'all', terms: [emailOf(SAMPLE).slice(0, 8)], isBroad: false })],
  ['answered messages with several words', messages({ status: 'answered', terms: ['word3', 'word'], isBroad: false })],
  ['messages with frequent words', messages({ status: 'answered', terms: ['word1', 'word'], isBroad: true })],
  ['the whole audit log', auditLog],
  ['orders by their amount', ordersFound({ cents: 900 })],
  ['orders of some users', ordersFound({ email: 'oksana', userIds: [SAMPLE, SAMPLE + 1, 7] })],
];

/** The totals of these lists read all entries of an index. */
const WHOLE = ['all orders', ...ORDER_STATUSES.map((status) => `${status} orders`), 'all users', 'the whole audit log'];

describe.each(DATABASES)(`among ${COUNT} orders and users on %s`, { timeout: 120_000 }, (kind) => {
  let database: SharedDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await aDatabase(kind);
    store = await database.open();
    await fillAdminLists(store, COUNT, { findable: 5 });
    await fillMessages(store, COUNT);
    await fillUserSections(store);
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  describe.each(LISTS)('%s', (name, page) => {
    test.each(['first', 'middle', 'last'] as const)('the %s page searches an index and scans nothing', async (where) => {
      const plans = await plansOf(store, page(where));
      const others = WHOLE.includes(name) ? plans.filter(({ sql }) => !sql.includes('count(')) : plans;
      expect(others.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
      expect(plans.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
    });
  });

  test.each(AUDIT_SEARCHES)('a search of the log for %s searches an index and scans nothing', async (_, search, found) => {
    const plans = await plansOf(store, async (db) => {
      const ids = await search(auditRepo(db));
      expect(ids.length === LIMIT).toBe(found === 'many');
    });
    expect(plans.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
    expect(plans.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
  });

  const EXPORTS: [string, Listing][] = [
    ['sums of an old day', (db) => orderExportRepo(db).sum(['completed'], OLD_DAY)],
    ['all orders', (db) => orderExportRepo(db).list('all', ALWAYS, undefined, LIMIT)],
    ['orders of an old day', (db) => orderExportRepo(db).list('completed', OLD_DAY, undefined, LIMIT)],
    ['later orders', (db) => orderExportRepo(db).list('completed', OLD_DAY, { created_at: OLD_DAY.to, id: 1 }, LIMIT)],
    ['new orders', (db) => ordersRepo(db).announce(LIMIT)],
  ];
  test.each(EXPORTS)('%s of the export and the digest search an index and scan nothing', async (_, read) => {
    const plans = await plansOf(store, read);
    expect(plans.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
    expect(plans.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
  });

  test.each(USER_SEARCHES)('a search for %s searches an index and scans nothing', async (_, search) => {
    const plans = await plansOf(store, (db) => search(userSearchRepo(db)));
    expect(plans.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
    expect(plans.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
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
