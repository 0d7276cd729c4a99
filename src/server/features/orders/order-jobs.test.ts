import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { DAY, SECOND } from '#contract/time.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, aVehicle, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, postOrder, step, userOf } from '#tests/support/orders.ts';

describe.each(DATABASES)('paid periods over time on %s', (kind) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp(kind);
  });
  afterEach(() => app.close());

  /** Advances the clock to a future moment. */
  const goTo = (at: string | number) => app.clock.advance((typeof at === 'number' ? at : Date.parse(at)) - app.clock.now());
  const runJobs = () => app.runJobs();
  /** Creates a new session: sessions expire after 30 days without use. */
  const renewed = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await aSession(app, user.id) });

  async function aPeriod(body: Parameters<typeof anOrder>[2] = {}): Promise<{ user: TestUser; order: Order; end: number }> {
    const user = await aUser(app);
    const order = await anOrder(app, user, { status: 'completed', payment_months: 1, ...body });
    return { user, order, end: Date.parse(order.tariff_end_date ?? '') };
  }
  const kindsOf = async ({ email }: TestUser) =>
    (await app.store.db.selectFrom('mails').select(['kind', 'id']).where('recipient', '=', email).orderBy('id').execute()).map(
      (mail) => mail.kind,
    );
  const listed = async (user: TestUser) => (await app.request('GET', '/api/vehicles', { token: (await renewed(user)).token })).body;

  test.each([
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00'],
    ['2027-01-31T10:00:00.000Z', 1, '2027-02-28T10:00'],
    ['2028-02-29T10:00:00.000Z', 12, '2029-02-28T10:00'],
    ['2027-12-31T23:59:00.000Z', 2, '2028-02-29T23:59'],
  ])('a period from %s for %i months ends at %s', async (from, months, end) => {
    const user = await aUser(app);
    const { order_code } = await anOrder(app, user, { payment_months: months });
    goTo(from);
    const admin = await anAdmin(app);
    await step(app, admin, order_code, 'confirmed');
    const { tariff_start_date, tariff_end_date } = await step(app, admin, order_code, 'completed');
    expect(tariff_start_date?.slice(0, 16)).toBe(from.slice(0, 16));
    expect(tariff_end_date?.slice(0, 16)).toBe(end);
  });

  test('completes a confirmed order after the grace period, not before, and starts the paid period then', async () => {
    const user = await aUser(app);
    await anOrder(app, user, { status: 'confirmed' });
    app.clock.advance(ORDER_GRACE - 10 * SECOND);
    await runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'confirmed', tariff: 'basic', tariff_start_date: null });
    app.clock.advance(60 * SECOND);
    const before = app.clock.now();
    await runJobs();
    const after = await userOf(app, user);
    expect(after).toMatchObject({ status: 'completed', tariff: 'family' });
    expect(Date.parse(after.tariff_start_date)).toBeGreaterThanOrEqual(before);
    expect(await kindsOf(user)).toEqual(['orderMade', 'paymentReceived', 'tariffActivated']);
  });

  test('completes orders that became due while no process was running', async () => {
    const user = await aUser(app);
    await anOrder(app, user, { status: 'confirmed' });
    app.clock.advance(3 * DAY);
    await runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'completed', tariff: 'family' });
  });

  test('keeps the amount due after a price change, and applies the new price when the order is replaced', async () => {
    const user = await aUser(app);
    const { order_code } = await anOrder(app, user, { payment_months: 2 });
    const admin = await anAdmin(app);
    await app.request('PATCH', '/api/prices/price', { token: admin.token, body: [{ tariff: 'family', price: '4,50' }] });
    expect(await userOf(app, user)).toMatchObject({ amount_due: 6 });
    const { body } = await postOrder(app, user, { payment_months: 3 });
    expect(body.data).toMatchObject({ order_code, amount_due: 13.5 });
    expect(await step(app, admin, order_code, 'confirmed')).toMatchObject({ amount_due: 13.5 });
  });

  test('applies a tariff until its end, whether or not a job has run', async () => {
    const { user, end } = await aPeriod({ tariff_change: 'family' });
    for (let n = 0; n < 3; n += 1) await aVehicle(app, user);
    goTo(end - SECOND);
    const before = await renewed(user);
    expect(await userOf(app, before)).toMatchObject({ tariff: 'family', status: 'completed' });
    expect((await listed(user)).data).toHaveLength(3);
    goTo(end + SECOND);
    expect(await userOf(app, before)).toMatchObject({ tariff: 'basic', status: null, tariff_start_date: null, tariff_end_date: null });
    expect((await app.request('GET', '/api/users/user-tariff', { token: before.token })).body).toMatchObject({ tariff: 'basic', limit: 1 });
    expect(await listed(user)).toMatchObject({ data: [{}], hidden: 2, limit: 1 });
    const token = (await anAdmin(app)).token;
    const { body } = await app.request('GET', `/api/admin/users?q=${user.email}`, { token });
    expect(body).toMatchObject({ total: 1, users: [{ tariff: 'basic', tariff_start_date: null, tariff_end_date: null }] });
  });

  test('hides all vehicles but the first after a tariff ends, and shows them again after a new order', async () => {
    const { user, end } = await aPeriod({ tariff_change: 'family' });
    const vehicles = [];
    for (let n = 0; n < 5; n += 1) vehicles.push(await aVehicle(app, user));
    const sixth = await app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(vehicleFields()) });
    expect({ status: sixth.status, code: sixth.body.code }).toEqual({ status: 403, code: 'carsApi.limit' });
    goTo(end + SECOND);
    const later = await renewed(user);
    expect(await listed(later)).toMatchObject({ data: [{ id: vehicles[0]?.id }], hidden: 4 });
    const hidden = await app.request('GET', `/api/vehicles/${vehicles[1]?.id}`, { token: later.token });
    expect({ status: hidden.status, code: hidden.body.code }).toEqual({ status: 403, code: 'carsApi.hidden' });
    await anOrder(app, later, { status: 'completed', tariff_change: 'family' });
    expect(await listed(later)).toMatchObject({ hidden: 0 });
    expect((await listed(later)).data).toHaveLength(5);
  });

  test('keeps a running period across a restart', async () => {
    const { user, order } = await aPeriod();
    const restarted = await testApp(kind, { store: app.store, clock: app.clock });
    onTestFinished(() => restarted.close());
    await restarted.runJobs();
    expect(await userOf(restarted, user)).toMatchObject({ tariff: 'family', tariff_end_date: order.tariff_end_date, status: 'completed' });
    expect(await kindsOf(user)).toEqual(['orderMade', 'paymentReceived', 'tariffActivated']);
  });

  test('emails the user once a week before the end of a period, once a day before it, and once at the end', async () => {
    const { user, end } = await aPeriod();
    const noticesAt = async (at: number) => {
      // A delivery in progress would exceed its lease, and the email would be sent twice.
      await app.deliverMails();
      goTo(at);
      await runJobs();
      await runJobs();
      // The cleanup job deletes emails after a month, such as those about the order.
      return (await kindsOf(user)).filter((mail) => mail === 'tariffEnds' || mail === 'tariffEnded');
    };
    expect(await noticesAt(end - 8 * DAY)).toEqual([]);
    expect(await noticesAt(end - 7 * DAY + 60 * SECOND)).toEqual(['tariffEnds']);
    expect(await noticesAt(end - 2 * DAY)).toEqual(['tariffEnds']);
    expect(await noticesAt(end - DAY + 60 * SECOND)).toEqual(['tariffEnds', 'tariffEnds']);
    expect(await noticesAt(end + SECOND * 660)).toEqual(['tariffEnds', 'tariffEnds', 'tariffEnded']);
    expect(await noticesAt(end + 5 * DAY)).toEqual(['tariffEnds', 'tariffEnds', 'tariffEnded']);
    await app.deliverMails();
    const texts = app.mails.filter(({ to }) => to === user.email).map(({ text }) => text);
    const day = new Intl.DateTimeFormat('uk', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(end);
    expect(texts).toHaveLength(6);
    for (const text of texts.slice(3)) expect(text).toContain(day);
  });

  test('sends only notices that are still true after a downtime, and none about a period that ended a month ago', async () => {
    // The cleanup job has deleted the emails about the order.
    const noticesOf = async (user: TestUser) => (await kindsOf(user)).filter((mail) => mail === 'tariffEnds' || mail === 'tariffEnded');
    const stopped = await aPeriod();
    goTo(stopped.end - 12 * 3_600_000);
    await runJobs();
    expect(await noticesOf(stopped.user)).toEqual(['tariffEnds']);
    const late = await aPeriod();
    goTo(late.end + 29 * DAY);
    await runJobs();
    expect(await noticesOf(late.user)).toEqual(['tariffEnded']);
    const forgotten = await aPeriod();
    goTo(forgotten.end + 31 * DAY);
    await runJobs();
    expect(await noticesOf(forgotten.user)).toEqual([]);
  });

  test('sends no notice about the old end of a period that was changed manually', async () => {
    const { user, end } = await aPeriod();
    const { token } = await anAdmin(app);
    const body = { tariff: 'business', payment_months: 6 };
    expect((await app.request('PATCH', `/api/admin/users/${user.id}/tariff`, { token, body })).status).toBe(200);
    goTo(end + DAY);
    await runJobs();
    expect((await kindsOf(user)).slice(4)).toEqual([]);
    expect(await userOf(app, await renewed(user))).toMatchObject({ tariff: 'business', status: 'completed', tariff_change: null });
  });

  test('emails the payment details of an order, and every email in the language of the recipient', async () => {
    await activatePayments(app);
    const user = await aUser(app);
    const { body } = await app.request('POST', '/api/orders', {
      token: user.token,
      body: { tariff_change: 'business', payment_months: 5 },
      headers: { 'accept-language': 'en' },
    });
    await step(app, await anAdmin(app), body.data.order_code, 'confirmed');
    await app.deliverMails();
    const [made, received] = app.mails.filter(({ to }) => to === user.email);
    for (const part of [
      'UA213223130000026007233566001',
      '1234567890',
      body.data.order_code,
      '$45',
      '5 months',
      'ФОП Коваль Олена Петрівна',
    ])
      expect(made?.text, part).toContain(part);
    expect(received?.text).toContain('We received $45');
  });

  test('deletes the unpaid order of a deleted account and keeps its paid orders without the user', async () => {
    const [waiting, running, confirmed] = [await anAccount(app), await anAccount(app), await anAccount(app)];
    await anOrder(app, waiting);
    const paid = await anOrder(app, running, { status: 'completed' });
    const { order_code } = await anOrder(app, confirmed, { status: 'confirmed' });
    for (const { token } of [waiting, running, confirmed]) expect((await deleteUser(app, token)).status).toBe(200);
    const admin = await anAdmin(app);
    const { body } = await app.request('GET', '/api/admin/orders', { token: admin.token });
    expect(body.data).toMatchObject([
      { order_code, user_id: null, email: null },
      { order_code: paid.order_code, user_id: null, email: null },
    ]);
    app.clock.advance(ORDER_GRACE);
    await runJobs();
    const { body: later } = await app.request('GET', `/api/admin/orders?q=${order_code}`, { token: admin.token });
    expect(later.data).toMatchObject([{ order_code, status: 'completed', user_id: null }]);
  });
});
