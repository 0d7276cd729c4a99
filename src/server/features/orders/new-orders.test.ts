import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatOrderCode } from '#contract/order-code.ts';
import { HOUR } from '#contract/time.ts';
import { mailsRepo } from '#server/infra/mails/mails.repo.ts';
import { mailsService } from '#server/infra/mails/mails.service.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { mailText } from '#server/texts.ts';
import { DATABASES, ORDER_NOTICE, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, postOrder, type TestAdmin } from '#tests/support/orders.ts';
import { untilWaiting } from '#tests/support/waiting.ts';
import { newOrdersMail } from './orders.mails.ts';
import { ordersRepo } from './orders.repo.ts';

describe.each(DATABASES)('emails about new orders on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  const start = async (orderNotice = ORDER_NOTICE) => {
    app = await testApp(kind, { orderNotice });
    app.clock.stop();
    await activatePayments(app);
    admin = await anAdmin(app);
  };
  beforeEach(() => start());
  afterEach(() => app.close());

  /** Runs the jobs that are due and returns the new emails to the administrator. */
  async function run(): Promise<{ subject: string; text: string }[]> {
    app.mails.length = 0;
    await app.runJobs();
    await app.deliverMails();
    return app.mails.filter(({ to }) => to === admin.email);
  }
  const anotherOrder = async (): Promise<string> => (await anOrder(app, await aUser(app))).order_code;

  test('list the orders since the last email, at most one in the period, and each order once', async () => {
    expect(await run()).toEqual([]);
    app.clock.advance(ORDER_NOTICE);
    const codes = [await anotherOrder(), await anotherOrder()];
    const [mail, ...others] = await run();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(mailText('ua', 'newOrders.subject', { count: 2 }));
    const lines = codes.map((code) => `- ${formatOrderCode(code)}: Олена Коваль, «Сімейний» на 3 місяці, 9 $`);
    expect(mail?.text).toContain([mailText('ua', 'newOrders.title'), ...lines].join('\n'));
    expect(mail?.text).toContain(`${mailText('ua', 'rows.waiting')}: 2`);
    const third = await anotherOrder();
    app.clock.advance(ORDER_NOTICE - 1_000);
    expect(await run()).toEqual([]);
    app.clock.advance(2_000);
    const [next] = await run();
    expect(next?.text).toContain(formatOrderCode(third));
    expect(next?.text).toContain(`${mailText('ua', 'rows.waiting')}: 3`);
    expect(next?.text).not.toContain(formatOrderCode(codes[0] ?? ''));
    app.clock.advance(HOUR);
    expect(await run()).toEqual([]);
  });

  test('leave out orders that were cancelled or paid, and are not repeated for a changed or undone order', async () => {
    const user = await aUser(app);
    const { order_code: cancelled } = await anOrder(app, user);
    expect((await app.request('DELETE', `/api/orders/${cancelled}`, { token: user.token })).status).toBe(200);
    const { order_code: paid } = await anOrder(app, await aUser(app), { status: 'confirmed' });
    expect(await run()).toEqual([]);
    await app.request('POST', `/api/admin/orders/${paid}/undo-payment`, { token: admin.token, body: {} });
    app.clock.advance(ORDER_NOTICE);
    expect(await run()).toEqual([]);
    const changing = await aUser(app);
    await anOrder(app, changing);
    app.clock.advance(ORDER_NOTICE);
    expect(await run()).toHaveLength(1);
    expect((await postOrder(app, changing, { payment_months: 7 })).status).toBe(201);
    app.clock.advance(ORDER_NOTICE);
    expect(await run()).toEqual([]);
  });

  /** The texts of the emails about new orders that wait for delivery to the administrator. */
  const waiting = async () => {
    const mails = app.store.db.selectFrom('mails').select('text_body').where('recipient', '=', admin.email).where('kind', '=', 'newOrders');
    return (await mails.where('next_try_at', 'is not', null).orderBy('id').execute()).map(({ text_body }) => text_body);
  };
  /** Starts an application whose emails to the administrator are not delivered. */
  async function startWithout(): Promise<void> {
    await app.close();
    const send = (mail: { to: string }) => (mail.to === admin.email ? Promise.reject(new Error('down')) : Promise.resolve());
    app = await testApp(kind, { orderNotice: ORDER_NOTICE, mailer: { send, close: () => undefined } });
    app.clock.stop();
    await activatePayments(app);
    admin = await anAdmin(app);
  }
  async function deleteUser({ id }: { id: number }): Promise<void> {
    const { email } = await app.store.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    const { status } = await app.request('DELETE', `/api/admin/users/${id}`, { token: admin.token, body: { email } });
    expect(status).toBe(200);
  }
  const named = (text: string | undefined, ...codes: string[]) => codes.map((code) => text?.includes(formatOrderCode(code)));

  test('that wait for delivery are queued again without a user who is deleted, and not for those who have got them', async () => {
    await startWithout();
    const delivered = await anAdmin(app);
    const user = await aUser(app);
    const { order_code: gone } = await anOrder(app, user);
    const kept = await anotherOrder();
    const { order_code: paid } = await anOrder(app, await aUser(app));
    await app.runJobs();
    await app.deliverMails();
    expect((await waiting()).map((text) => named(text, gone, kept, paid))).toEqual([[true, true, true]]);
    await app.request('PATCH', `/api/admin/orders/${paid}`, { token: admin.token, body: { status: 'confirmed' } });
    await deleteUser(user);
    expect((await waiting()).map((text) => named(text, gone, kept, paid))).toEqual([[false, true, false]]);
    app.clock.advance(ORDER_NOTICE);
    await app.runJobs();
    expect(await waiting()).toHaveLength(1);
    const all = await app.store.db.selectFrom('mails').select('id').where('recipient', '=', delivered.email).execute();
    expect(all).toHaveLength(1);
  });

  test('that are queued while a user is deleted do not name the user', async () => {
    await startWithout();
    const user = await aUser(app);
    const { order_code: gone } = await anOrder(app, user);
    const kept = await anotherOrder();
    let deletion = Promise.resolve();
    await app.store.db.transaction().execute(async (tx) => {
      const orders = await ordersRepo(tx).announce(10);
      const { queue } = mailsService({ clock: app.clock, tokens: cryptoTokens, origin: () => 'http://carnet.test', wake: () => undefined });
      const facts = { waiting: 2, expiresAt: isoTime(app.clock.now() + HOUR) };
      await queue({ mails: mailsRepo(tx), after: () => undefined }, newOrdersMail({ ...admin, language: 'ua' }, orders, facts));
      deletion = deleteUser(user);
      if (kind === 'postgres') await untilWaiting(app.store, 1);
    });
    await deletion;
    expect((await waiting()).map((text) => named(text, gone, kept))).toEqual([[false, true]]);
  });

  test('go to every administrator', async () => {
    const second = await anAdmin(app);
    await anotherOrder();
    await run();
    expect(
      app.mails
        .filter(({ subject }) => subject === mailText('ua', 'newOrders.subject', { count: 1 }))
        .map(({ to }) => to)
        .sort(),
    ).toEqual([admin.email, second.email].sort());
  });

  test('can be switched off', async () => {
    await app.close();
    await start(0);
    await anotherOrder();
    app.clock.advance(HOUR);
    expect(await run()).toEqual([]);
  });
});
