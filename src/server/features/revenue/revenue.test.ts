import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ORDER_STATUSES, PAID_TARIFFS } from '#contract/tariffs.ts';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser } from '#tests/support/builders.ts';
import { codeOf } from '#tests/support/many-rows.ts';
import { activatePayments, anAdmin, anOrder, postOrder } from '#tests/support/orders.ts';
import { type PlainOrder, type PlainPeriod, plainRevenue } from '#tests/support/plain-revenue.ts';
import { seeded } from '#tests/support/random-records.ts';

const SEEDS = [1, 2, 6];
const OPERATIONS = 120;
/** The last minutes of a month and of a year. */
const START = Date.parse('2025-12-31T23:50:00Z');

describe.each(DATABASES)('revenue on %s', (kind) => {
  let app: TestApp;
  let now: number;
  /** By code: the user of each order, even after the account was deleted. */
  let owners: Map<string, number>;
  let periods: PlainPeriod[];
  beforeEach(async () => {
    app = await testApp(kind);
    now = START;
    app.clock.now = () => now;
    [owners, periods] = [new Map(), []];
    await activatePayments(app);
  });
  afterEach(() => app.close());

  const token = async () => (await anAdmin(app)).token;
  const figures = async () => {
    const { status, body } = await app.request('GET', '/api/statistics/revenue', { token: await token() });
    expect(status).toBe(200);
    return body.data;
  };
  const allUsers = () =>
    app.store.db
      .selectFrom('users')
      .select(['id', 'created_at as createdAt', 'tariff', 'tariff_start_date as start', 'tariff_end_date as end'])
      .orderBy('id')
      .execute();
  const allOrders = () =>
    app.store.db
      .selectFrom('orders')
      .select(['code', 'user_id as userId', 'tariff_change as tariff', 'payment_months as months', 'amount_due as amount', 'status'])
      .select(['confirmed_at as confirmedAt', 'tariff_start_date as start', 'tariff_end_date as end'])
      .orderBy('id')
      .execute();

  const allIncome = () =>
    app.store.db
      .selectFrom('income')
      .select(['paid_on as paidOn', 'kind', 'change', 'currency', 'dollars', 'tariff'])
      .orderBy('id')
      .execute();

  /** Remembers what later changes remove: the owners of orders, and the periods of users. */
  async function observe(): Promise<void> {
    for (const { code, userId } of await allOrders()) if (userId !== null) owners.set(code, userId);
    for (const { id, start, end } of await allUsers()) {
      const isKnown = periods.some((period) => period.userId === id && period.start === start && period.end === end);
      if (start !== null && end !== null && !isKnown) periods.push({ userId: id, start, end });
    }
  }

  async function expectPlain(): Promise<void> {
    const [users, orders] = [await allUsers(), await allOrders()];
    const ownerOf = new Map(orders.map((order): [PlainOrder, number] => [order, owners.get(order.code) ?? 0]));
    expect(await figures()).toEqual(plainRevenue({ users, orders, periods, income: await allIncome() }, ownerOf, now));
  }

  const byHand = (id: number, body: Record<string, unknown>, adminToken: string) =>
    app.request('PATCH', `/api/admin/users/${id}/tariff`, { token: adminToken, body });

  /** One random operation of a user, an administrator or the clock. Rejected ones change nothing. */
  async function perform(random: () => number, hasChangesByHand: boolean): Promise<void> {
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    now += 1 + Math.floor(random() * MINUTE);
    const users = await allUsers();
    const user = pick(users);
    const choice = random();
    if (!user || choice < 0.12) return void (await aUser(app));
    if (choice < 0.3) {
      now += pick([10 * MINUTE, HOUR, 3 * DAY, 15 * DAY, 29 * DAY, 31 * DAY, 75 * DAY]);
      return void (await app.runJobs());
    }
    const admin = await token();
    if (choice < 0.55) {
      const months = pick([1, 1, 1, 2, 3, 12]);
      return void (await postOrder(
        app,
        { token: await aSession(app, user.id) },
        { tariff_change: pick(PAID_TARIFFS), payment_months: months },
      ));
    }
    const order = pick(await allOrders());
    if (order && choice < 0.85) {
      const open = (await allOrders()).find(({ status, userId }) => status !== 'completed' && userId === user.id) ?? order;
      const status = ORDER_STATUSES[ORDER_STATUSES.indexOf(open.status) + 1];
      return void (await app.request('PATCH', `/api/admin/orders/${open.code}`, { token: admin, body: { status } }));
    }
    if (order && choice < 0.87)
      return void (await app.request('POST', `/api/admin/orders/${order.code}/undo-payment`, { token: admin, body: {} }));
    if (choice < 0.89)
      return void (await app.request('PATCH', '/api/prices/price', {
        token: admin,
        body: [{ tariff: 'family', price: pick([0, 3, 4.01]) }],
      }));
    if (!hasChangesByHand) return;
    if (order && choice < 0.91) return void (await app.request('DELETE', `/api/admin/orders/${order.code}`, { token: admin }));
    if (choice < 0.93) return void (await app.store.db.deleteFrom('users').where('id', '=', user.id).execute());
    const tariff = user.tariff === 'basic' ? pick(PAID_TARIFFS) : user.tariff;
    const changes = [{ tariff: 'basic' }, { tariff, payment_months: 2 }, { tariff, payment_months: 1, from_end: true }];
    await byHand(user.id, pick(changes), admin);
  }

  test.each(SEEDS)('is what a plain computation finds in a random history, seed %i', async (seed) => {
    const random = seeded(seed);
    for (let n = 1; n <= OPERATIONS; n += 1) {
      await perform(random, true);
      await observe();
      if (n % 10 === 0) await expectPlain();
    }
    const { paid, tariffs, conversion, renewal } = await figures();
    const total = (values: { counted: number }[]) => values.reduce((sum, { counted }) => sum + counted, 0);
    expect(paid.some(({ payments }: { payments: number }) => payments > 0)).toBe(true);
    expect(tariffs.some(({ users }: { users: number }) => users > 0)).toBe(true);
    expect([total(conversion), total(renewal)].every((sum) => sum > 0)).toBe(true);
  });

  test('is what a plain computation finds for times at the borders of months and of the next 30 days', async () => {
    const end = Date.parse('2026-03-01T00:00:00Z');
    const times = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'].flatMap((at) => [
      isoTime(Date.parse(at) - 1),
      isoTime(Date.parse(at)),
    ]);
    const ends = [...times, isoTime(end + 1), isoTime(end + 30 * DAY), isoTime(end + 30 * DAY + 1)];
    let n = 0;
    for (const created_at of times)
      for (const start of times.filter((at) => at >= created_at))
        for (const tariff_end_date of ends.filter((at) => at > start)) {
          const { id } = await aUser(app);
          n += 1;
          const period = { tariff_start_date: start, tariff_end_date };
          const paid = { payment_months: 1, amount_due: 300 * (n % 3), confirmed_at: start, completed_at: start };
          const tariff = n % 2 ? 'family' : 'business';
          await app.store.db
            .updateTable('users')
            .set({ created_at, tariff, ...period })
            .where('id', '=', id)
            .execute();
          await app.store.db
            .insertInto('orders')
            .values({
              code: codeOf(n),
              user_id: id,
              tariff_change: tariff,
              status: 'completed',
              created_at,
              ...paid,
              ...period,
              is_in_force: 1,
            })
            .execute();
        }
    now = end;
    await observe();
    await expectPlain();
  });

  test('is all zero, with 12 months, before anyone has registered', async () => {
    const { paid, tariffs, conversion, renewal } = await figures();
    const months = (values: { month: string }[]) => values.map(({ month }) => month);
    expect(months(paid)).toEqual(['2025-01', ...Array.from({ length: 11 }, (_, n) => `2025-${String(n + 2).padStart(2, '0')}`)]);
    expect([months(conversion), months(renewal)]).toEqual([months(paid), months(paid)]);
    expect(
      paid.every(({ payments, amounts }: { payments: number; amounts: object }) => payments === 0 && !Object.values(amounts).some(Boolean)),
    ).toBe(true);
    expect(conversion.map(({ is_final }: { is_final: boolean }) => is_final)).toEqual([
      ...Array.from({ length: 10 }, () => true),
      false,
      false,
    ]);
    for (const tariff of tariffs) expect(tariff).toMatchObject({ users: 0, paying: 0, monthly: 0, ending: 0, at_stake: 0 });
  });

  test('counts a payment in the month in which it came in, by default that of its confirmation in UTC, not of the order', async () => {
    const user = await aUser(app);
    const { order_code: code } = await anOrder(app, user, { payment_months: 2 });
    now += 20 * MINUTE;
    await app.request('PATCH', `/api/admin/orders/${code}`, { token: await token(), body: { status: 'confirmed' } });
    const { paid, conversion } = await figures();
    expect(paid.slice(-2)).toEqual([
      { month: '2025-12', payments: 0, amounts: { family: 0, business: 0 }, sums: [] },
      { month: '2026-01', payments: 1, amounts: { family: 6, business: 0 }, sums: [{ currency: 'USD', amount: 6 }] },
    ]);
    expect(conversion.slice(-2)).toMatchObject([
      { month: '2025-12', of: 1, counted: 1, is_final: false },
      { month: '2026-01', of: 0, counted: 0 },
    ]);
  });

  test('keeps the payment of an order that an administrator has deleted, but not its period', async () => {
    const user = await aUser(app);
    const { order_code: code } = await anOrder(app, user, { status: 'completed' });
    const held = await figures();
    expect(held.tariffs[1]).toMatchObject({ users: 1, paying: 1, monthly: 3 });
    await app.request('DELETE', `/api/admin/orders/${code}`, { token: await token() });
    const { paid, tariffs, conversion } = await figures();
    expect(paid.at(-1)).toMatchObject({ payments: 1, amounts: { family: 9 } });
    expect(tariffs).toMatchObject([{ users: 1 }, { users: 0, paying: 0, monthly: 0 }, {}]);
    expect(conversion.at(-1)).toMatchObject({ of: 1, counted: 0 });
  });

  test('keeps the payments and the renewals of a deleted account, but no registration', async () => {
    const user = await aUser(app);
    await anOrder(app, user, { status: 'completed', payment_months: 1 });
    now += 32 * DAY;
    await anOrder(app, { token: await aSession(app, user.id) }, { status: 'completed', payment_months: 1 });
    await app.store.db.deleteFrom('users').where('id', '=', user.id).execute();
    now += 32 * DAY;
    const { paid, tariffs, conversion, renewal } = await figures();
    expect(paid.slice(-4).map(({ payments }: { payments: number }) => payments)).toEqual([1, 0, 1, 0]);
    expect(tariffs.map(({ users, monthly }: { users: number; monthly: number }) => users + monthly)).toEqual([0, 0, 0]);
    expect(conversion.every(({ of }: { of: number }) => of === 0)).toBe(true);
    expect(renewal.slice(-2)).toMatchObject([
      { month: '2026-02', of: 0 },
      { month: '2026-03', of: 1, counted: 0 },
    ]);
    expect(renewal.at(-3)).toMatchObject({ month: '2026-01', of: 1, counted: 1, is_final: true });
  });

  test('separates what ends within 30 days from what ends later, and periods given manually from paid ones', async () => {
    await anOrder(app, await aUser(app), { status: 'completed', payment_months: 1 });
    await anOrder(app, await aUser(app), { status: 'completed', payment_months: 12, tariff_change: 'business' });
    const { id } = await aUser(app);
    await byHand(id, { tariff: 'family', payment_months: 1 }, await token());
    now += 2 * DAY;
    const { tariffs } = await figures();
    expect(tariffs).toEqual([
      { tariff: 'basic', users: 0, paying: 0, monthly: 0, ending: 0, at_stake: 0 },
      { tariff: 'family', users: 2, paying: 1, monthly: 3, ending: 1, at_stake: 3 },
      { tariff: 'business', users: 1, paying: 1, monthly: 9, ending: 0, at_stake: 0 },
    ]);
  });

  test('is for administrators only', async () => {
    const { token: own } = await aUser(app);
    expect((await app.request('GET', '/api/statistics/revenue', { token: own })).status).toBe(403);
    expect((await app.request('GET', '/api/statistics/revenue')).status).toBe(401);
  });
});
