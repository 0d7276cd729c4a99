import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListedOrder } from '#contract/orders.ts';
import { addMonths } from '#contract/periods.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { dayText, mailText, tariffName } from '#server/texts.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { anAdmin, anOrder, orderRows, postOrder, step, type TestAdmin, userOf } from '#tests/support/orders.ts';

describe.each(DATABASES)('undoing the activation of an order on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(async () => {
    admin = await anAdmin(app);
    await app.forgetMails();
  });
  afterAll(() => app.close());

  const undo = (code: string, body: object = {}) =>
    app.request('POST', `/api/admin/orders/${code}/undo-activation`, { token: admin.token, body: { reason: 'Another row', ...body } });
  const rejected = async (code: string, error: string, body: object = {}) => {
    const before = await orderRows(app);
    expect(await undo(code, body)).toMatchObject({ status: 409, body: { code: error } });
    expect(await orderRows(app)).toEqual(before);
  };
  const listed = async (code: string): Promise<ListedOrder> =>
    (await app.request('GET', `/api/admin/orders?q=${code}`, { token: admin.token })).body.data[0];
  const goTo = async (time: number, user: TestUser): Promise<TestUser> => {
    app.clock.advance(time - app.clock.now());
    admin = await anAdmin(app);
    return { ...user, token: await aSession(app, user.id) };
  };
  /** Everything that is stored about the orders and the tariff of a user. */
  const storedOf = async ({ id }: TestUser) => {
    const orders = await app.store.db.selectFrom('orders').selectAll().where('user_id', '=', id).orderBy('id').execute();
    const user = await app.store.db
      .selectFrom('users')
      .select(['tariff', 'tariff_start_date', 'tariff_end_date', 'first_paid_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    return { orders: orders.map(({ activation_undone_at: _, ...order }) => order), user };
  };
  const mailsTo = async ({ email }: TestUser) => {
    await app.deliverMails();
    return app.mails.splice(0).filter(({ to }) => to === email);
  };

  test('gives back tariff, period and hidden vehicles exactly, tells the user, and keeps who did it and why', async () => {
    const user = await aUser(app);
    const { order_code: code } = await anOrder(app, user, { status: 'confirmed' });
    const before = await storedOf(user);
    app.clock.advance(MINUTE);
    await step(app, admin, code, 'completed');
    for (let count = 0; count < 2; count += 1) await aVehicle(app, user);
    const hidden = async () => (await app.request('GET', '/api/vehicles', { token: user.token })).body.hidden;
    expect(await hidden()).toBe(0);
    await mailsTo(user);

    const { completed_at } = await listed(code);
    const answer = await undo(code, { completed_at, reason: ' Wrong\n row ' });
    expect(answer).toMatchObject({ status: 200, body: { code: 'tariffApi.undo.activation', data: { status: 'confirmed' } } });
    const { activation_undone_at: from } = await app.store.db
      .selectFrom('orders')
      .select('activation_undone_at')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    expect(answer.body.data.completes_at).toBe(isoTime(Date.parse(from ?? '') + ORDER_GRACE));
    expect(await storedOf(user)).toEqual(before);
    expect(await hidden()).toBe(1);
    const [mail] = await mailsTo(user);
    expect(mail?.subject).toBe(mailText('ua', 'activationUndone.subject', { tariff: tariffName('ua', 'family') }));
    expect(mail?.text).toContain(`такий, як був: ${tariffName('ua', 'basic')}.`);
    const entry = await app.store.db
      .selectFrom('audit')
      .select(['actor', 'action', 'user_id', 'before', 'after', 'reason'])
      .where('subject', '=', `order ${code}`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor: admin.email, action: 'order.undoActivation', user_id: user.id, reason: 'Wrong row' });
    expect([JSON.parse(entry.before ?? ''), JSON.parse(entry.after ?? '')]).toMatchObject([
      { status: 'completed' },
      { status: 'confirmed', tariff_end_date: null },
    ]);

    app.clock.advance(ORDER_GRACE - MINUTE);
    await app.runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'confirmed', tariff: 'basic' });
    app.clock.advance(2 * MINUTE);
    await app.runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'completed', tariff: 'family' });
  });

  test('of a renewal leaves the running period as it was, also shortly before its end', async () => {
    let user = await aUser(app);
    const first = await anOrder(app, user, { status: 'completed', payment_months: 1 });
    const end = Date.parse(first.tariff_end_date ?? '');
    user = await goTo(end - 3 * DAY, user);
    const { order_code: code } = (await postOrder(app, user, { payment_months: 2 })).body.data;
    await step(app, admin, code, 'confirmed');
    const before = await storedOf(user);
    await mailsTo(user);
    for (const time of [end - 3 * DAY + MINUTE, end - 3 * MINUTE]) {
      user = await goTo(time, user);
      expect(await step(app, admin, code, 'completed')).toMatchObject({ tariff_end_date: isoTime(addMonths(end, 2)) });
      await rejected(first.order_code, 'tariffApi.undo.followed');
      await mailsTo(user);
      expect((await undo(code)).status).toBe(200);
      expect(await storedOf(user)).toEqual(before);
      expect((await mailsTo(user))[0]?.text).toContain(`«${tariffName('ua', 'family')}» до ${dayText('ua', isoTime(end))}`);
    }
    await app.runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'confirmed', tariff: 'family', tariff_end_date: isoTime(end) });
  });

  test('is rejected for another state than the one seen, without a reason, and once something has followed', async () => {
    const user = await aUser(app);
    const { order_code: code, tariff_end_date } = await anOrder(app, user, { status: 'completed', payment_months: 1 });
    const { order_code: waiting } = await anOrder(app, await aUser(app), { status: 'confirmed' });
    await rejected(waiting, 'tariffApi.status.changed');
    await rejected(code, 'tariffApi.status.changed', { completed_at: '2026-01-01T00:00:00.000Z' });
    expect(await undo(code, { reason: ' ' })).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });

    const byHand = await aUser(app);
    const { order_code: replaced } = await anOrder(app, byHand, { status: 'completed' });
    const change = { token: admin.token, body: { tariff: 'family', payment_months: 1, from_end: true } };
    expect((await app.request('PATCH', `/api/admin/users/${byHand.id}/tariff`, change)).status).toBe(200);
    await rejected(replaced, 'tariffApi.undo.followed');

    const gone = await anAccount(app);
    const { order_code: ofNobody } = await anOrder(app, gone, { status: 'completed' });
    expect((await deleteUser(app, gone.token)).status).toBe(200);
    await app.forgetMails();
    await rejected(ofNobody, 'tariffApi.undo.followed');

    const end = Date.parse(tariff_end_date ?? '');
    const later = await goTo(end - DAY, user);
    const { body } = await postOrder(app, later, { payment_months: 1 });
    await rejected(code, 'tariffApi.undo.followed');
    await app.request('DELETE', `/api/orders/${body.data.order_code}`, { token: later.token });
    await goTo(end, user);
    await rejected(code, 'tariffApi.undo.followed');
  });

  test.each(['family', 'business'] as const)(
    'does not give back an order that was deleted after an order of %s had followed it',
    async (next) => {
      let user = await aUser(app);
      const first = await anOrder(app, user, { status: 'completed', payment_months: 1 });
      user = await goTo(Date.parse(first.tariff_end_date ?? '') - 3 * DAY, user);
      const { order_code: code } = await anOrder(app, user, { status: 'confirmed', payment_months: 2 });
      // Only the same tariff can be ordered while one runs.
      await app.store.db.updateTable('orders').set({ tariff_change: next }).where('code', '=', code).execute();
      await step(app, admin, code, 'completed');
      app.clock.advance(MINUTE);
      expect((await app.request('DELETE', `/api/admin/orders/${first.order_code}`, { token: admin.token })).status).toBe(200);
      expect(await userOf(app, user)).toMatchObject({ tariff: next });
      await app.forgetMails();
      await rejected(code, 'tariffApi.undo.followed');
    },
  );

  test('is possible after the deletion of a later order', async () => {
    let user = await aUser(app);
    const first = await anOrder(app, user, { status: 'completed', payment_months: 1 });
    user = await goTo(Date.parse(first.tariff_end_date ?? '') - 3 * DAY, user);
    const { order_code: code } = await anOrder(app, user, { status: 'completed' });
    expect((await app.request('DELETE', `/api/admin/orders/${code}`, { token: admin.token })).status).toBe(200);
    expect((await undo(first.order_code)).status).toBe(200);
    expect(await userOf(app, user)).toMatchObject({ tariff: 'basic' });
  });

  test('tells the user, unless the email about the activation was stopped before any attempt', async () => {
    const states = {
      untried: { tries: 0 },
      tried: { tries: 1 },
      failed: { tries: 3, next_try_at: null, failed_at: isoTime(app.clock.now()) },
      elsewhere: { recipient: 'earlier@example.com' },
      forgotten: undefined,
    };
    const told: Record<string, boolean> = {};
    for (const [name, state] of Object.entries(states)) {
      const user = await aUser(app);
      const { order_code: code } = await anOrder(app, user, { status: 'completed' });
      const { db } = app.store;
      await app.forgetMails();
      const waiting = { sent_at: null, next_try_at: '9999-01-01T00:00:00.000Z', ...state };
      if (state)
        await db.updateTable('mails').set(waiting).where('recipient', '=', user.email).where('kind', '=', 'tariffActivated').execute();
      else await db.deleteFrom('mails').where('recipient', '=', user.email).execute();
      expect((await undo(code)).status).toBe(200);
      told[name] = (await mailsTo(user)).length > 0;
    }
    expect(told).toEqual({ untried: false, tried: true, failed: true, elsewhere: true, forgotten: true });
  });

  test('is rejected for an order of 0 dollars, which nobody has confirmed', async () => {
    await app.store.db.updateTable('prices').set({ price: 0 }).where('tariff', '=', 'family').execute();
    const { order_code, status } = await anOrder(app, await aUser(app));
    await app.store.db.updateTable('prices').set({ price: 300 }).where('tariff', '=', 'family').execute();
    expect(status).toBe('completed');
    await rejected(order_code, 'tariffApi.undo.followed');
  });
});
