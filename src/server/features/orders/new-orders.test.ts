import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatOrderCode } from '#contract/order-code.ts';
import { HOUR } from '#contract/time.ts';
import { mailText } from '#server/texts.ts';
import { DATABASES, ORDER_NOTICE, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, postOrder, type TestAdmin } from '#tests/support/orders.ts';

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

  test('that wait for delivery are withdrawn with a user whom they name, and the orders of others are announced again', async () => {
    await app.close();
    app = await testApp(kind, {
      orderNotice: ORDER_NOTICE,
      mailer: { send: () => Promise.reject(new Error('down')), close: () => undefined },
    });
    app.clock.stop();
    await activatePayments(app);
    admin = await anAdmin(app);
    const texts = async () => {
      const rows = await app.store.db.selectFrom('mails').select('text_body').where('kind', '=', 'newOrders').orderBy('id').execute();
      return rows.map(({ text_body }) => text_body);
    };
    const { id, token } = await aUser(app);
    const { order_code: gone } = await anOrder(app, { token });
    const kept = await anotherOrder();
    await app.runJobs();
    expect((await texts()).map((text) => text.includes(formatOrderCode(gone)))).toEqual([true]);
    const { email } = await app.store.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    expect((await app.request('DELETE', `/api/admin/users/${id}`, { token: admin.token, body: { email } })).status).toBe(200);
    expect(await texts()).toEqual(['']);
    app.clock.advance(ORDER_NOTICE);
    await app.runJobs();
    const [, again] = await texts();
    expect([formatOrderCode(kept), formatOrderCode(gone)].map((code) => again?.includes(code))).toEqual([true, false]);
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
