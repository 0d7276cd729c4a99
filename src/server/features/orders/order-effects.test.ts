import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { addMonths } from '#contract/periods.ts';
import { DAY } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { dayText, mailText, tariffName } from '#server/texts.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, type TestUser } from '#tests/support/builders.ts';
import { mailWords } from '#tests/support/mail-words.ts';
import { anAdmin, anOrder, step, type TestAdmin, userOf } from '#tests/support/orders.ts';

describe.each(DATABASES)('the effects of an administrator’s actions on %s', (kind) => {
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

  const listed = async (code: string): Promise<ListedOrder> =>
    (await app.request('GET', `/api/admin/orders?q=${code}`, { token: admin.token })).body.data[0];
  const changeByHand = async ({ id }: TestUser, body: object) =>
    expect((await app.request('PATCH', `/api/admin/users/${id}/tariff`, { token: admin.token, body })).status).toBe(200);
  const remove = async (code: string) =>
    expect((await app.request('DELETE', `/api/admin/orders/${code}`, { token: admin.token })).status).toBe(200);
  const mailsOf = async ({ email }: TestUser) => {
    await app.deliverMails();
    return app.mails.filter(({ to }) => to === email);
  };
  const subjectsOf = async (user: TestUser) => (await mailsOf(user)).map(({ subject }) => subject);

  describe('the period of an order in the list', () => {
    test('runs until its end', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user, { status: 'confirmed', payment_months: 1 });
      expect(await listed(order_code)).toMatchObject({ is_running: false });
      expect(await step(app, admin, order_code, 'completed')).toMatchObject({ is_running: true });
      expect(await listed(order_code)).toMatchObject({ is_running: true });
      app.clock.advance(31 * DAY);
      admin = await anAdmin(app);
      expect(await listed(order_code)).toMatchObject({ is_running: false });
    });

    test.each([
      ['basic', { tariff: 'basic' }],
      ['the same tariff, set by hand', { tariff: 'family', payment_months: 3 }],
      ['another tariff', { tariff: 'business', payment_months: 3 }],
    ])('no longer runs after a manual change to %s, and its deletion changes and announces nothing', async (_, body) => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user, { status: 'completed' });
      app.clock.advance(1000);
      await changeByHand(user, body);
      expect(await listed(order_code)).toMatchObject({ status: 'completed', is_running: false });
      const before = await userOf(app, user);
      const sent = await subjectsOf(user);
      await remove(order_code);
      expect(await userOf(app, user)).toEqual(before);
      expect(await subjectsOf(user)).toEqual(sent);
    });

    test('runs until its own end although it was continued manually', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user, { status: 'completed', payment_months: 1 });
      await changeByHand(user, { tariff: 'family', payment_months: 1, from_end: true });
      expect(await listed(order_code)).toMatchObject({ is_running: true });
      app.clock.advance(32 * DAY);
      admin = await anAdmin(app);
      const found = async () => (await app.request('GET', `/api/admin/users?q=${user.email}`, { token: admin.token })).body.users;
      const before = await found();
      expect(before).toMatchObject([{ tariff: 'family' }]);
      expect(await listed(order_code)).toMatchObject({ is_running: false });
      await remove(order_code);
      expect(await found()).toEqual(before);
    });

    test('ends with the deletion of its order, and months added manually begin then', async () => {
      const user = await aUser(app);
      const { order_code, tariff_end_date } = await anOrder(app, user, { status: 'completed', payment_months: 1 });
      app.clock.advance(3 * DAY);
      admin = await anAdmin(app);
      for (const payment_months of [5, 7]) await changeByHand(user, { tariff: 'family', payment_months, from_end: true });
      expect(await listed(order_code)).toMatchObject({ is_running: true, continued_months: 12, tariff_end_date });
      await mailsOf(user);
      await app.forgetMails();
      const removedAt = isoTime(app.clock.now());
      await remove(order_code);
      const { tariff, tariff_start_date: start, tariff_end_date: end, ...others } = await userOf(app, user);
      expect(others).toMatchObject({ status: 'completed', order_code: null, amount_due: null });
      expect(start >= removedAt).toBe(true);
      const period = { tariff: 'family', tariff_start_date: start, tariff_end_date: isoTime(addMonths(Date.parse(start), 12)) };
      expect({ tariff, tariff_start_date: start, tariff_end_date: end }).toEqual(period);
      const mails = await mailsOf(user);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(
        mailText('ua', 'tariffShortened.intro', { tariff: tariffName('ua', 'family'), end: dayText('ua', end) }),
      );
      const { body } = await app.request('GET', `/api/admin/users/${user.id}`, { token: admin.token });
      const { tariff_changes: changes } = body.data;
      expect(changes).toContainEqual(expect.objectContaining({ source: 'manual', ...period, actor: admin.email }));
      expect(changes).toContainEqual(expect.objectContaining({ source: 'deletedOrder', order_code }));
    });

    test('does not run for a deleted account', async () => {
      const { token } = await anAccount(app);
      const { order_code } = await anOrder(app, { token }, { status: 'completed' });
      expect((await deleteUser(app, token)).status).toBe(200);
      expect(await listed(order_code)).toMatchObject({ user_id: null, is_running: false, tariff_end_date: expect.any(String) });
    });

    test('never starts for a deleted account', async () => {
      const { token } = await anAccount(app);
      const { order_code } = await anOrder(app, { token }, { status: 'confirmed' });
      expect((await deleteUser(app, token)).status).toBe(200);
      const closed = { status: 'completed', user_id: null, is_running: false, tariff_start_date: null, tariff_end_date: null };
      expect(await step(app, admin, order_code, 'completed')).toMatchObject(closed);
      expect(await listed(order_code)).toMatchObject(closed);
    });
  });

  test('the payer sees the order until the end of what it paid for, even if the period was continued manually', async () => {
    const user = await aUser(app);
    const { order_code } = await anOrder(app, user, { status: 'completed', payment_months: 1 });
    const currentOf = async () => (await app.request('GET', '/api/orders/current', { token: await aSession(app, user.id) })).body.data;
    const seenBy = async () => userOf(app, { token: await aSession(app, user.id) });
    const paid = { status: 'completed', order_code, tariff_change: 'family', amount_due: 3, payment_months: 1 };
    expect(await seenBy()).toMatchObject(paid);
    await changeByHand(user, { tariff: 'family', payment_months: 1, from_end: true });
    expect(await seenBy()).toMatchObject(paid);
    expect(await currentOf()).toMatchObject({ order_code, status: 'completed' });
    app.clock.advance(32 * DAY);
    expect(await seenBy()).toMatchObject({ tariff: 'family', status: 'completed', order_code: null, amount_due: null });
    expect(await currentOf()).toBeNull();
  });

  describe.each(LANGUAGES)('an email in the language of the user: %s', (language) => {
    /** A user with that language whose earlier emails are delivered. */
    async function anOrderOf(status: 'processing' | 'confirmed' | 'completed') {
      const user = await aUser(app);
      const order = await anOrder(app, user, { status });
      await app.store.db.updateTable('users').set({ language }).where('id', '=', user.id).execute();
      await app.forgetMails();
      return { user, order };
    }
    const values = (code: string) => ({
      ...{ code: formatOrderCode(code), tariff: tariffName(language as Language, 'family'), origin: 'http://carnet.test' },
    });

    test.each([
      ['processing', 'orderDeleted'],
      ['confirmed', 'paidOrderDeleted'],
    ] as const)('about the deletion of an order that is %s', async (status, mail) => {
      const { user, order } = await anOrderOf(status);
      await remove(order.order_code);
      const [sent, ...others] = await mailsOf(user);
      expect(others).toEqual([]);
      expect(sent?.subject).toBe(mailText(language, `${mail}.subject`, values(order.order_code)));
      expect(mailWords(sent?.text)).toContain(mailWords(mailText(language, `${mail}.advice`, values(order.order_code))));
      expect(sent?.text).toMatch(/http:\/\/carnet\.test\/contact\n/);
      expect(sent?.html).toMatch(/<a href="http:\/\/carnet\.test\/contact" [^>]*>http:\/\/carnet\.test\/contact<\/a>\./);
      expect(sent?.text).toContain(formatOrderCode(order.order_code));
    });

    test.each([
      ['the deletion of its order', (_: TestUser, code: string) => remove(code)],
      ['a manual change to basic', (user: TestUser) => changeByHand(user, { tariff: 'basic' })],
    ])('about a running period that ends by %s', async (_, end) => {
      const { user, order } = await anOrderOf('completed');
      await end(user, order.order_code);
      const [sent, ...others] = await mailsOf(user);
      expect(others).toEqual([]);
      const all = { ...values(order.order_code), end: dayText(language, order.tariff_end_date ?? '') };
      expect(sent?.subject).toBe(mailText(language, 'tariffStopped.subject', all));
      expect(sent?.text).toContain(mailText(language, 'tariffStopped.intro', all));
    });
  });

  test('sends nothing about a period that is over, or about basic on basic', async () => {
    const user = await aUser(app);
    const { order_code } = await anOrder(app, user, { status: 'completed', payment_months: 1 });
    await app.deliverMails();
    app.clock.advance(40 * DAY);
    admin = await anAdmin(app);
    app.mails.length = 0;
    await remove(order_code);
    await changeByHand(user, { tariff: 'basic' });
    expect((await subjectsOf(user)).filter((subject) => subject.includes('припинено') || subject.includes('видалено'))).toEqual([]);
  });
});
