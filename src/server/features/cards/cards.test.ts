import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatOrderCode } from '#contract/order-code.ts';
import type { Order } from '#contract/orders.ts';
import { stripeCards } from '#server/ports/cards.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { type CardService, CHECKOUT_URL, cardMessage, cardService, cardSignature, postMessage } from '#tests/support/card-service.ts';
import { activatePayments, anAdmin, anOrder, orderRows, patchOrder, postOrder, userOf } from '#tests/support/orders.ts';

const AT_ONCE = 20;
const UNKNOWN_CODE = '22222222';
const HUGE = 'x'.repeat(70_000);

describe.each(DATABASES)('card payment on %s', (kind) => {
  let service: CardService;
  let app: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    service = await cardService();
    app = await testApp(kind, {
      cards: stripeCards(service.settings),
      server: { logLevel: 'warn', trustProxy: false, isHttps: false, logTo: { write: (line) => lines.push(line) } },
    });
  });
  beforeEach(() => {
    service.requests.length = 0;
    lines.length = 0;
    service.answer = undefined;
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  const checkout = (user: TestUser, code: string, headers: Record<string, string> = {}): Promise<Answer> =>
    app.request('POST', `/api/orders/${code}/checkout`, { token: user.token, headers });
  const statusOf = async (user: TestUser) => (await userOf(app, user)).status;
  const mailsTo = ({ email }: TestUser) =>
    app.store.db.selectFrom('mails').select('kind').where('recipient', '=', email).orderBy('id').execute();
  const auditLogOf = async (code: string) => {
    const rows = await app.store.db
      .selectFrom('audit')
      .selectAll()
      .where('actor', '=', 'card')
      .where('subject', '=', `order ${code}`)
      .orderBy('id')
      .execute();
    return rows.map(({ action, before, after }) => ({ action, before: JSON.parse(before ?? 'null'), after: JSON.parse(after ?? 'null') }));
  };

  async function aUserWithOrder(): Promise<{ user: TestUser; order: Order }> {
    const user = await aUser(app);
    return { user, order: await anOrder(app, user) };
  }

  test('returns the URL of the card service, which gets the current order', async () => {
    const { user, order } = await aUserWithOrder();
    const answer = await checkout(user, order.order_code, { 'accept-language': 'en' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, url: expect.stringContaining(CHECKOUT_URL) } });
    expect(Object.fromEntries(service.requests[0]?.form ?? [])).toMatchObject({
      'metadata[code]': order.order_code,
      'line_items[0][price_data][unit_amount]': String(order.amount_due * 100),
      customer_email: user.email,
      success_url: 'http://carnet.test/user',
      locale: 'en',
    });
    expect((await app.request('GET', '/api/orders/current', { token: user.token })).body.is_card_active).toBe(true);
  });

  test('answers 502 if the card service fails, and the order still awaits payment', async () => {
    const { user, order } = await aUserWithOrder();
    service.answer = { status: 500, body: {} };
    expect(await checkout(user, order.order_code)).toMatchObject({ status: 502, body: { code: 'cardApi.502' } });
    expect(await statusOf(user)).toBe('processing');
  });

  test("creates no checkout for another user's, an unknown or a paid order, or while payments are blocked", async () => {
    const { order } = await aUserWithOrder();
    const stranger = await aUser(app);
    for (const code of [order.order_code, UNKNOWN_CODE])
      expect(await checkout(stranger, code)).toMatchObject({ status: 404, body: { code: 'cardApi.404' } });
    const paid = await aUser(app);
    const { order_code } = await anOrder(app, paid, { status: 'confirmed' });
    expect(await checkout(paid, order_code)).toMatchObject({ status: 409, body: { code: 'cardApi.409' } });
    const waiting = await aUserWithOrder();
    await activatePayments(app, 0);
    expect(await checkout(waiting.user, waiting.order.order_code)).toMatchObject({
      status: 409,
      body: { code: 'tariffApi.request.blocked' },
    });
    await activatePayments(app);
    expect(service.requests).toEqual([]);
  });

  test('confirms the order, emails the user and writes to the audit log', async () => {
    const { user, order } = await aUserWithOrder();
    expect(await postMessage(app, cardMessage(order))).toMatchObject({ status: 200, body: { success: true } });
    expect(await statusOf(user)).toBe('confirmed');
    expect((await mailsTo(user)).map((mail) => mail.kind)).toEqual(['orderMade', 'paymentReceived']);
    const auditLog = await auditLogOf(order.order_code);
    expect(auditLog).toMatchObject([
      { action: 'card.paid', before: { status: 'processing', amount_due: 9 }, after: { cents: 900, currency: 'usd' } },
    ]);
    expect(JSON.stringify(auditLog)).not.toContain(user.email);
  });

  test('confirms once for a message delivered twenty times in parallel and again', async () => {
    const { user, order } = await aUserWithOrder();
    const message = cardMessage(order);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => postMessage(app, message)));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    const before = await orderRows(app);
    expect((await postMessage(app, message)).status).toBe(200);
    expect(await orderRows(app)).toEqual(before);
    expect((await mailsTo(user)).filter((mail) => mail.kind === 'paymentReceived')).toHaveLength(1);
    expect(await auditLogOf(order.order_code)).toHaveLength(1);
  });

  test('confirms once in any order of the messages about a payment', async () => {
    const { user, order } = await aUserWithOrder();
    const payment = { id: `cs_of_${order.order_code}` };
    const messages = [
      cardMessage(order, payment, 'checkout.session.async_payment_succeeded'),
      cardMessage(order, { ...payment, payment_status: 'unpaid' }),
      cardMessage(order, payment),
      cardMessage(order, { ...payment, payment_status: 'unpaid' }, 'checkout.session.expired'),
    ];
    for (const message of messages) expect((await postMessage(app, message)).status).toBe(200);
    expect(await statusOf(user)).toBe('confirmed');
    expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.paid']);
  });

  test('ignores an unpaid checkout and confirms when it is paid later', async () => {
    const { user, order } = await aUserWithOrder();
    const payment = { id: `cs_later_${order.order_code}` };
    const before = await orderRows(app);
    await postMessage(app, cardMessage(order, { ...payment, payment_status: 'unpaid' }));
    expect(await orderRows(app)).toEqual(before);
    await postMessage(app, cardMessage(order, payment, 'checkout.session.async_payment_succeeded'));
    expect(await statusOf(user)).toBe('confirmed');
  });

  test.each([
    ['another amount', { amount_total: 100 }],
    ['no amount', { amount_total: null }],
    ['another currency', { currency: 'uah' }],
    ['no currency', { currency: null }],
    ['no details', { metadata: null }],
  ])('confirms nothing for a payment with %s and writes to the audit log', async (_, overrides) => {
    const { user, order } = await aUserWithOrder();
    expect((await postMessage(app, cardMessage(order, overrides))).status).toBe(200);
    expect(await statusOf(user)).toBe('processing');
    const code = 'metadata' in overrides ? '' : order.order_code;
    expect((await auditLogOf(code)).at(-1)).toMatchObject({
      action: 'card.mismatch',
      before: code === '' ? null : { status: 'processing' },
    });
  });

  test.each(['months', 'tariff'])('confirms nothing for a payment of the correct amount for other %s', async (field) => {
    const { user, order } = await aUserWithOrder();
    const metadata = { code: order.order_code, tariff: order.tariff_change, months: String(order.payment_months) };
    const other = { months: String(order.payment_months + 1), tariff: 'business' }[field];
    expect((await postMessage(app, cardMessage(order, { metadata: { ...metadata, [field]: other } }))).status).toBe(200);
    expect(await statusOf(user)).toBe('processing');
  });

  test('confirms a replaced order only with its own payment', async () => {
    const { user, order } = await aUserWithOrder();
    const late = cardMessage(order);
    const replaced = (await postOrder(app, user, { tariff_change: 'business', payment_months: 1 })).body.data as Order;
    expect([replaced.order_code, replaced.amount_due]).toEqual([order.order_code, order.amount_due]);
    await postMessage(app, late);
    expect(await statusOf(user)).toBe('processing');
    expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.mismatch']);
    await postMessage(app, cardMessage(replaced));
    expect(await statusOf(user)).toBe('confirmed');
  });

  test('writes payments for cancelled, unknown or paid orders to the audit log', async () => {
    const cancelled = await aUserWithOrder();
    await app.request('DELETE', `/api/orders/${cancelled.order.order_code}`, { token: cancelled.user.token });
    const twice = await aUserWithOrder();
    await patchOrder(app, await anAdmin(app), twice.order.order_code, 'confirmed');
    for (const { order } of [cancelled, twice, { order: { ...twice.order, order_code: UNKNOWN_CODE } }]) {
      expect((await postMessage(app, cardMessage(order))).status).toBe(200);
      expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.mismatch']);
    }
    expect(await statusOf(cancelled.user)).toBeNull();
    expect(await statusOf(twice.user)).toBe('confirmed');
    expect((await mailsTo(twice.user)).filter((mail) => mail.kind === 'paymentReceived')).toHaveLength(1);
  });

  test('confirms once for two payments for one order and writes the second to the audit log', async () => {
    const { user, order } = await aUserWithOrder();
    await Promise.all([postMessage(app, cardMessage(order)), postMessage(app, cardMessage(order))]);
    expect(await statusOf(user)).toBe('confirmed');
    expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.paid', 'card.mismatch']);
  });

  test('emails a second payment to all administrators once and logs it with the request id', async () => {
    const { user, order } = await aUserWithOrder();
    const admins = [await anAdmin(app), await anAdmin(app)];
    const first = cardMessage(order);
    await postMessage(app, first);
    for (const admin of admins) expect(await mailsTo(admin)).toEqual([]);
    const id = `cs_second_${order.order_code}`;
    const second = cardMessage(order, { id });
    const { headers } = await postMessage(app, second);
    for (const repeated of [first, second]) await postMessage(app, repeated);
    for (const admin of admins) expect(await mailsTo(admin)).toEqual([{ kind: 'cardMismatch' }]);
    const { text_body } = await app.store.db
      .selectFrom('mails')
      .select('text_body')
      .where('recipient', '=', admins[0]?.email ?? '')
      .executeTakeFirstOrThrow();
    for (const fact of [formatOrderCode(order.order_code), '9\u00a0$', id]) expect(text_body).toContain(fact);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, requestId: headers['x-request-id'], msg: expect.stringContaining(`${id} does not match its order ${order.order_code}`) },
    ]);
    expect(`${text_body}${lines}`).not.toContain(user.email);
  });

  test('confirms once when an administrator confirms at the same time', async () => {
    const { user, order } = await aUserWithOrder();
    const admin = await anAdmin(app);
    const [message, patched] = await Promise.all([
      postMessage(app, cardMessage(order)),
      patchOrder(app, admin, order.order_code, 'confirmed'),
    ]);
    expect(message.status).toBe(200);
    const [{ action } = { action: '' }] = await auditLogOf(order.order_code);
    expect([action, patched.status]).toEqual(patched.status === 200 ? ['card.mismatch', 200] : ['card.paid', 409]);
    expect((await mailsTo(user)).filter((mail) => mail.kind === 'paymentReceived')).toHaveLength(1);
  });

  test('answers 400 to an invalid signature or content and changes nothing', async () => {
    const { order } = await aUserWithOrder();
    const payload = cardMessage(order);
    const before = await orderRows(app);
    const invalid = { status: 400, body: { success: false, code: 'cardApi.signature' } };
    for (const signature of ['', 't=1', cardSignature(payload, 1), cardSignature(payload, undefined, 'whsec_another')])
      expect(await postMessage(app, payload, signature)).toMatchObject(invalid);
    expect(await postMessage(app, payload.replace('900', '901'), cardSignature(payload))).toMatchObject(invalid);
    for (const signed of ['{', 'null', '{"type":"checkout.session.completed","data":null}', ''])
      expect(await postMessage(app, signed)).toMatchObject(invalid);
    const bare: Record<string, string>[] = [{}, { 'content-type': 'text/plain' }, { 'content-type': 'multipart/form-data; boundary=x' }];
    for (const headers of bare)
      expect(await app.request('POST', '/api/payments/webhook', { body: payload, headers })).toMatchObject(invalid);
    expect(await app.request('POST', '/api/payments/webhook')).toMatchObject(invalid);
    for (const signed of ['[]', '"text"', '{}', '{"type":{"toString":1}}']) expect((await postMessage(app, signed)).status).toBe(200);
    expect(await orderRows(app)).toEqual(before);
  });

  test('answers 413 to a huge message and 404 to another method', async () => {
    expect((await postMessage(app, HUGE, 't=1,v1=0')).status).toBe(413);
    expect((await app.request('GET', '/api/payments/webhook')).status).toBe(404);
  });

  test('confirms nothing for a payment during the deletion of the account', async () => {
    const { user, order } = await aUserWithOrder();
    app.beforeTransaction(() =>
      app.store.transaction(async (tx) => {
        await tx.deleteFrom('orders').where('code', '=', order.order_code).execute();
        await tx.deleteFrom('users').where('id', '=', user.id).execute();
      }),
    );
    expect((await postMessage(app, cardMessage(order))).status).toBe(200);
    expect(await auditLogOf(order.order_code)).toMatchObject([{ action: 'card.mismatch', before: null }]);
  });
});

describe.each(DATABASES)('without card payment on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  test('answers 404 on both routes, and reports that card payment is off', async () => {
    const user = await aUser(app);
    const order = await anOrder(app, user);
    expect(await app.request('POST', `/api/orders/${order.order_code}/checkout`, { token: user.token })).toMatchObject({
      status: 404,
      body: { code: 'api.404' },
    });
    expect(await postMessage(app, cardMessage(order))).toMatchObject({ status: 404, body: { code: 'api.404' } });
    expect((await userOf(app, user)).status).toBe('processing');
    expect((await app.request('GET', '/api/orders/current', { token: user.token })).body.is_card_active).toBe(false);
  });
});
