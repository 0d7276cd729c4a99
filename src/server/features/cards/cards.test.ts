import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shownOrderCode } from '#contract/order-code.ts';
import type { Order } from '#contract/orders.ts';
import { stripeCards } from '#server/ports/cards.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { type CardService, CHECKOUT_URL, cardMessage, cardService, cardSignature, postMessage } from '#tests/support/card-service.ts';
import { activatePayments, anAdmin, anOrder, orderRows, patchOrder, postOrder, userOf } from '#tests/support/orders.ts';

const AT_ONCE = 20;
const NOBODYS_CODE = '22222222';
const HUGE = 'x'.repeat(70_000);

describe.each(DATABASES)('payment by card on %s', (kind) => {
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
    service.asked.length = 0;
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

  async function ordered(): Promise<{ user: TestUser; order: Order }> {
    const user = await aUser(app);
    return { user, order: await anOrder(app, user) };
  }

  test('the address comes from the card service, which is told the order as it stands', async () => {
    const { user, order } = await ordered();
    const answer = await checkout(user, order.order_code, { 'accept-language': 'en' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, url: expect.stringContaining(CHECKOUT_URL) } });
    expect(Object.fromEntries(service.asked[0]?.form ?? [])).toMatchObject({
      'metadata[code]': order.order_code,
      'line_items[0][price_data][unit_amount]': String(order.amount_due * 100),
      customer_email: user.email,
      success_url: 'http://carnet.test/user',
      locale: 'en',
    });
    expect((await app.request('GET', '/api/orders/current', { token: user.token })).body.is_card_active).toBe(true);
  });

  test('a card service that fails is 502, and the order waits on', async () => {
    const { user, order } = await ordered();
    service.answer = { status: 500, body: {} };
    expect(await checkout(user, order.order_code)).toMatchObject({ status: 502, body: { code: 'cardApi.502' } });
    expect(await statusOf(user)).toBe('processing');
  });

  test("somebody else's order, an unknown one, a paid one and a blocked payment lead to no checkout", async () => {
    const { order } = await ordered();
    const stranger = await aUser(app);
    for (const code of [order.order_code, NOBODYS_CODE])
      expect(await checkout(stranger, code)).toMatchObject({ status: 404, body: { code: 'cardApi.404' } });
    const paid = await aUser(app);
    const { order_code } = await anOrder(app, paid, { status: 'confirmed' });
    expect(await checkout(paid, order_code)).toMatchObject({ status: 409, body: { code: 'cardApi.409' } });
    const waiting = await ordered();
    await activatePayments(app, 0);
    expect(await checkout(waiting.user, waiting.order.order_code)).toMatchObject({
      status: 409,
      body: { code: 'tariffApi.request.blocked' },
    });
    await activatePayments(app);
    expect(service.asked).toEqual([]);
  });

  test('a message confirms the order, tells the user and leaves a trail', async () => {
    const { user, order } = await ordered();
    expect(await postMessage(app, cardMessage(order))).toMatchObject({ status: 200, body: { success: true } });
    expect(await statusOf(user)).toBe('confirmed');
    expect((await mailsTo(user)).map((mail) => mail.kind)).toEqual(['orderMade', 'paymentReceived']);
    const auditLog = await auditLogOf(order.order_code);
    expect(auditLog).toMatchObject([{ action: 'card.paid', before: { status: 'processing' }, after: { cents: 900, currency: 'usd' } }]);
    expect(JSON.stringify(auditLog)).not.toContain(user.email);
  });

  test('delivered twenty times at once, and again, it confirms once', async () => {
    const { user, order } = await ordered();
    const message = cardMessage(order);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => postMessage(app, message)));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    const before = await orderRows(app);
    expect((await postMessage(app, message)).status).toBe(200);
    expect(await orderRows(app)).toEqual(before);
    expect((await mailsTo(user)).filter((mail) => mail.kind === 'paymentReceived')).toHaveLength(1);
    expect(await auditLogOf(order.order_code)).toHaveLength(1);
  });

  test('in whatever order messages of one payment come, it is confirmed once', async () => {
    const { user, order } = await ordered();
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

  test('what is not paid yet changes nothing; the later payment confirms', async () => {
    const { user, order } = await ordered();
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
  ])('a payment with %s confirms nothing, and a trail tells the administrator', async (_, overrides) => {
    const { user, order } = await ordered();
    expect((await postMessage(app, cardMessage(order, overrides))).status).toBe(200);
    expect(await statusOf(user)).toBe('processing');
    const code = 'metadata' in overrides ? '' : order.order_code;
    expect((await auditLogOf(code)).at(-1)).toMatchObject({
      action: 'card.mismatch',
      before: code === '' ? null : { status: 'processing' },
    });
  });

  test.each(['months', 'tariff'])('a payment of the right amount for other %s confirms nothing', async (field) => {
    const { user, order } = await ordered();
    const metadata = { code: order.order_code, tariff: order.tariff_change, months: String(order.payment_months) };
    const other = { months: String(order.payment_months + 1), tariff: 'business' }[field];
    expect((await postMessage(app, cardMessage(order, { metadata: { ...metadata, [field]: other } }))).status).toBe(200);
    expect(await statusOf(user)).toBe('processing');
  });

  test('an order that was replaced meanwhile waits for its own payment', async () => {
    const { user, order } = await ordered();
    const late = cardMessage(order);
    const replaced = (await postOrder(app, user, { tariff_change: 'business', payment_months: 1 })).body.data as Order;
    expect([replaced.order_code, replaced.amount_due]).toEqual([order.order_code, order.amount_due]);
    await postMessage(app, late);
    expect(await statusOf(user)).toBe('processing');
    expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.mismatch']);
    await postMessage(app, cardMessage(replaced));
    expect(await statusOf(user)).toBe('confirmed');
  });

  test('money for an order that was cancelled, never was, or is paid already is in the trail', async () => {
    const cancelled = await ordered();
    await app.request('DELETE', `/api/orders/${cancelled.order.order_code}`, { token: cancelled.user.token });
    const twice = await ordered();
    await patchOrder(app, await anAdmin(app), twice.order.order_code, 'confirmed');
    for (const { order } of [cancelled, twice, { order: { ...twice.order, order_code: NOBODYS_CODE } }]) {
      expect((await postMessage(app, cardMessage(order))).status).toBe(200);
      expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.mismatch']);
    }
    expect(await statusOf(cancelled.user)).toBeNull();
    expect(await statusOf(twice.user)).toBe('confirmed');
    expect((await mailsTo(twice.user)).filter((mail) => mail.kind === 'paymentReceived')).toHaveLength(1);
  });

  test('two payments for one order confirm once, and the second is in the trail', async () => {
    const { user, order } = await ordered();
    await Promise.all([postMessage(app, cardMessage(order)), postMessage(app, cardMessage(order))]);
    expect(await statusOf(user)).toBe('confirmed');
    expect((await auditLogOf(order.order_code)).map(({ action }) => action)).toEqual(['card.paid', 'card.mismatch']);
  });

  test('a second payment is mailed to every administrator, once, and logged with the id of the request', async () => {
    const { user, order } = await ordered();
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
    for (const fact of [shownOrderCode(order.order_code), '9\u00a0$', id]) expect(text_body).toContain(fact);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, requestId: headers['x-request-id'], msg: expect.stringContaining(`${id} does not match its order ${order.order_code}`) },
    ]);
    expect(`${text_body}${lines}`).not.toContain(user.email);
  });

  test('beside the administrator who confirms, one of the two does', async () => {
    const { user, order } = await ordered();
    const admin = await anAdmin(app);
    const [told, stepped] = await Promise.all([
      postMessage(app, cardMessage(order)),
      patchOrder(app, admin, order.order_code, 'confirmed'),
    ]);
    expect(told.status).toBe(200);
    const [{ action } = { action: '' }] = await auditLogOf(order.order_code);
    expect([action, stepped.status]).toEqual(stepped.status === 200 ? ['card.mismatch', 200] : ['card.paid', 409]);
    expect((await mailsTo(user)).filter((mail) => mail.kind === 'paymentReceived')).toHaveLength(1);
  });

  test('a wrong signature is 400, whatever else is sent, and nothing changes', async () => {
    const { order } = await ordered();
    const payload = cardMessage(order);
    const before = await orderRows(app);
    const refused = { status: 400, body: { success: false, code: 'cardApi.signature' } };
    for (const signature of ['', 't=1', cardSignature(payload, 1), cardSignature(payload, undefined, 'whsec_another')])
      expect(await postMessage(app, payload, signature)).toMatchObject(refused);
    expect(await postMessage(app, payload.replace('900', '901'), cardSignature(payload))).toMatchObject(refused);
    for (const signed of ['{', 'null', '{"type":"checkout.session.completed","data":null}', ''])
      expect(await postMessage(app, signed)).toMatchObject(refused);
    const bare: Record<string, string>[] = [{}, { 'content-type': 'text/plain' }, { 'content-type': 'multipart/form-data; boundary=x' }];
    for (const headers of bare)
      expect(await app.request('POST', '/api/payments/webhook', { body: payload, headers })).toMatchObject(refused);
    expect(await app.request('POST', '/api/payments/webhook')).toMatchObject(refused);
    for (const signed of ['[]', '"text"', '{}', '{"type":{"toString":1}}']) expect((await postMessage(app, signed)).status).toBe(200);
    expect(await orderRows(app)).toEqual(before);
  });

  test('a huge message is 413; another method is 404', async () => {
    expect((await postMessage(app, HUGE, 't=1,v1=0')).status).toBe(413);
    expect((await app.request('GET', '/api/payments/webhook')).status).toBe(404);
  });

  test('a payment during the deletion of the account confirms for nobody', async () => {
    const { user, order } = await ordered();
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

describe.each(DATABASES)('without payment by card on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  test('both routes are 404, and the order says that there is none', async () => {
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
