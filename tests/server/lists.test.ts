import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedOrder } from '#contract/orders.ts';
import { ORDER_STATUSES, type Tariff } from '#contract/tariffs.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { type ListedUser, USER_LISTS, type UserList } from '#contract/users.admin.ts';
import { usersRepo } from '#server/features/users/users.repo.ts';
import { storeSearchText } from '#server/features/users/users.service.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { codeOf, emailOf, fillAdminLists } from '#tests/support/many-rows.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';

const COUNT = 230;

describe.each(DATABASES)('the admin lists on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let orders: ListedOrder[];
  let users: ListedUser[];
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
    await fillAdminLists(app.store, COUNT);
    const rows = await app.store.db
      .selectFrom('orders')
      .leftJoin('users', 'users.id', 'orders.user_id')
      .select(['code as order_code', 'orders.status', 'users.email', 'orders.user_id'])
      .orderBy('orders.id', 'desc')
      .execute();
    orders = rows as ListedOrder[];
    users = (await app.store.db.selectFrom('users').select(['id as user_id', 'email']).orderBy('id', 'desc').execute()) as ListedUser[];
  });
  afterAll(() => app.close());

  const read = async (path: string) => (await app.request('GET', path, { token: admin.token })).body;

  /** All rows of a list, collected page by page. */
  async function whole<T>(path: string, query: Record<string, string>, pageSize: number): Promise<{ rows: T[]; total: number }> {
    const rows: T[] = [];
    for (let page = 1; ; page += 1) {
      const {
        data,
        users: people,
        total,
      } = await read(`${path}?${new URLSearchParams({ ...query, page: `${page}`, pageSize: `${pageSize}` })}`);
      const part = (data ?? people) as T[];
      rows.push(...part);
      if (part.length < pageSize) {
        expect((await read(`${path}?${new URLSearchParams({ ...query, page: '999999999' })}`)).total).toBe(total);
        return { rows, total };
      }
    }
  }

  const codes = (list: readonly ListedOrder[]) => list.map(({ order_code }) => order_code);

  const byStatus = () => ORDER_STATUSES.flatMap((status) => orders.filter((order) => order.status === status));

  test.each([1, 7, 20, 23, 100])('pages of %i orders add up to the whole list, unpaid ones first, then newest first', async (pageSize) => {
    const { rows, total } = await whole<ListedOrder>('/api/admin/orders', {}, pageSize);
    expect(codes(rows)).toEqual(codes(byStatus()));
    expect(total).toBe(COUNT);
    expect(rows.map(({ email }) => email)).toEqual(byStatus().map(({ email }) => email));
  });

  test.each(ORDER_STATUSES)('the list of %s orders contains those of that status', async (status) => {
    const expected = orders.filter((order) => order.status === status);
    const { rows, total } = await whole<ListedOrder>('/api/admin/orders', { status }, 20);
    expect(codes(rows)).toEqual(codes(expected));
    expect(total).toBe(expected.length);
  });

  test('finds orders by the beginning of a code, by any part of an email in any letter case, by the number of a user, and by nothing else', async () => {
    const some = [
      codeOf(7),
      codeOf(7).slice(0, 1),
      codeOf(9).slice(0, 2).toLowerCase(),
      emailOf(8),
      'O',
      'd',
      'DM',
      '2',
      '70',
      'maria.',
      'ria.',
      'example.org',
      'x',
      '@',
      '-',
      '%',
      '_',
      'ї',
    ];
    for (const q of [...some, `${codeOf(7).slice(0, 4)} ${codeOf(7).slice(4)}`])
      for (const status of ['all', 'completed'] as const) {
        const folded = q.replace(/[\s-]/g, '').toUpperCase();
        const expected = orders
          .filter((order) => status === 'all' || order.status === status)
          .filter(
            ({ order_code, email, user_id }) =>
              (folded !== '' && order_code.startsWith(folded)) ||
              (/\D/.test(q) ? email?.includes(q.toLowerCase()) : email?.startsWith(q)) ||
              String(user_id) === q,
          );
        const { rows, total } = await whole<ListedOrder>('/api/admin/orders', { q, status }, 7);
        expect({ q, status, total, codes: codes(rows) }).toEqual({ q, status, total: expected.length, codes: codes(expected) });
      }
  });

  test('finds users by any part of an email or by number', async () => {
    for (const q of ['', 'o', 'OLENA', 'maria.', 'ria.', emailOf(8), 'example', '.org', '%', '_', '7', '70', '7000', '999999999999999']) {
      const expected = users
        .filter(({ email, user_id }) => (/^\d{1,3}$/.test(q) ? String(user_id) === q : email.includes(q.toLowerCase())))
        .map(({ user_id }) => user_id);
      const { rows, total } = await whole<ListedUser>('/api/admin/users', { q }, 7);
      expect({ q, total, ids: rows.map(({ user_id }) => user_id) }).toEqual({ q, total: expected.length, ids: expected });
    }
  });

  test('lists users by tariff in force, with an end soon, and locked, each with its number, also within a search', async () => {
    const now = app.clock.now();
    const facts = users.map(({ user_id: id, email }, n) => {
      const end = [-1, 0, HOUR, 13 * DAY, 14 * DAY, 14 * DAY + HOUR, 90 * DAY][n % 7] as number;
      const locked_at = n % 11 === 0 ? isoTime(now - (n % 5) * DAY) : null;
      const tariff = (['basic', 'family', 'business', 'family'] as const)[n % 4] as Tariff;
      const dates = { tariff_start_date: isoTime(now - 100 * DAY), tariff_end_date: isoTime(now + end) };
      return { id, email, locked_at, tariff, ...(tariff === 'basic' ? { tariff_start_date: null, tariff_end_date: null } : dates) };
    });
    for (const { id, email, ...values } of facts) await app.store.db.updateTable('users').set(values).where('id', '=', id).execute();
    type Fact = (typeof facts)[number];
    const isPaid = ({ tariff_end_date: end }: Fact) => end !== null && Date.parse(end) > now;
    const byEnd = (one: Fact, other: Fact) => String(one.tariff_end_date).localeCompare(String(other.tariff_end_date)) || one.id - other.id;
    const ended = facts.filter((user) => user.tariff !== 'basic' && !isPaid(user)).sort((one, other) => byEnd(other, one));
    const expected: Record<UserList, Fact[]> = {
      all: facts,
      basic: [...ended, ...facts.filter(({ tariff }) => tariff === 'basic')],
      family: facts.filter((user) => user.tariff === 'family' && isPaid(user)).sort(byEnd),
      business: facts.filter((user) => user.tariff === 'business' && isPaid(user)).sort(byEnd),
      ending: facts.filter((user) => isPaid(user) && Date.parse(String(user.tariff_end_date)) <= now + 14 * DAY).sort(byEnd),
      locked: facts
        .filter(({ locked_at }) => locked_at)
        .sort((one, other) => String(other.locked_at).localeCompare(String(one.locked_at)) || other.id - one.id),
    };
    const countsOf = (of: (list: Fact[]) => Fact[]) =>
      Object.fromEntries(Object.entries(expected).map(([list, found]) => [list, of(found).length]));
    for (const list of USER_LISTS) {
      const { rows, total } = await whole<ListedUser>('/api/admin/users', { list }, 7);
      expect({ list, total, ids: rows.map(({ user_id }) => user_id) }).toEqual({
        list,
        total: expected[list].length,
        ids: expected[list].map(({ id }) => id),
      });
      expect(total).toBeGreaterThan(3);
      const found = expected[list].filter(({ email }) => email.includes('maria')).sort((one, other) => other.id - one.id);
      const searched = await whole<ListedUser>('/api/admin/users', { list, q: 'maria' }, 2);
      expect({ list, ids: searched.rows.map(({ user_id }) => user_id) }).toEqual({ list, ids: found.map(({ id }) => id) });
    }
    expect((await read('/api/admin/users')).counts).toEqual(countsOf((list) => list));
    expect((await read('/api/admin/users?list=locked&q=maria')).counts).toEqual(
      countsOf((list) => list.filter(({ email }) => email.includes('maria'))),
    );
  });

  test('keeps the order of a deleted account without an email, and the counts correct', async () => {
    const user = await aUser(app);
    await app.store.db
      .insertInto('orders')
      .values({
        ...{ code: codeOf(COUNT + 1), user_id: user.id, tariff_change: 'family', payment_months: 1, amount_due: 300, status: 'processing' },
        ...{
          created_at: '2026-01-01T00:00:00.000Z',
          confirmed_at: null,
          completed_at: null,
          tariff_start_date: null,
          tariff_end_date: null,
        },
      })
      .execute();
    const find = async (q: string) => (await read(`/api/admin/orders?q=${q}`)) as { data: ListedOrder[]; total: number };
    expect(await find(user.email)).toMatchObject({ total: 1, data: [{ order_code: codeOf(COUNT + 1), email: user.email }] });
    await checkIntegrity(app.store);
    const person = { id: user.id, first_name: 'Олена', last_name: 'Коваль', phone: null, email: `another-${user.email}` };
    await app.store.db
      .updateTable('users')
      .set({ email: person.email } as never)
      .where('id', '=', user.id)
      .execute();
    await storeSearchText({ users: usersRepo(app.store.db) }, person);
    expect((await find('another-')).total).toBe(1);
    await app.store.db.deleteFrom('users').where('id', '=', user.id).execute();
    expect((await find('another-')).total).toBe(0);
    expect((await find(codeOf(COUNT + 1))).data).toMatchObject([{ email: null, user_id: null }]);
    await checkIntegrity(app.store);
    await app.store.db
      .updateTable('orders')
      .set({ status: 'confirmed' })
      .where('code', '=', codeOf(COUNT + 1))
      .execute();
    await checkIntegrity(app.store);
    await app.store.db
      .deleteFrom('orders')
      .where('code', '=', codeOf(COUNT + 1))
      .execute();
    await checkIntegrity(app.store);
  });
});
