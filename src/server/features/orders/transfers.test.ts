import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transferCents } from '#contract/transfers.ts';
import { dollarsOf, missingTransferOf } from '#server/features/income/worth.rules.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { anAdmin, paymentBody, postOrder, resetOrders, type TestAdmin } from '#tests/support/orders.ts';

/** The nearest whole number to a / b, found by counting; a half is counted up. */
function nearest(a: number, b: number): number {
  let whole = 0;
  while ((whole + 1) * b <= a) whole += 1;
  return (a - whole * b) * 2 >= b ? whole + 1 : whole;
}

/** Amounts and rates (in ten-thousandths) in which halves, rates below 1 and long fractions occur. */
const CASES = [300, 901, 908, 3_600, 10_001].flatMap((due) =>
  [415_000, 417_777, 9_205, 5_500, 10_000, 15].map((rate) => [due, rate] as const),
);

describe('the amount of a transfer', () => {
  test.each(CASES)('of %d cents at %d is the nearest cent, and its parts are worth what the order costs', (due, rate) => {
    const cents = transferCents(due, rate);
    expect(cents).toBe(nearest(due * rate, 10_000));
    if (cents === 0) return;
    const worth = { currency: 'UAH', cents, due };
    expect(dollarsOf(cents, 0, worth)).toBe(due);
    for (const parts of [2, 3, 7]) {
      let [before, dollars] = [0, 0];
      for (let part = 1; part <= parts; part += 1) {
        const change = part === parts ? cents - before : Math.floor(cents / parts);
        const value = dollarsOf(change, before, worth);
        // No part is worth more or less than its share by a cent or more.
        expect(Math.abs(value - (change * due) / cents)).toBeLessThanOrEqual(1);
        dollars += value;
        before += change;
        const missing = missingTransferOf(due - dollars, before, worth);
        expect(dollarsOf(missing, before, worth)).toBeGreaterThanOrEqual(due - dollars);
        if (rate >= 10_000) expect(dollarsOf(missing, before, worth)).toBe(due - dollars);
      }
      expect(dollars).toBe(due);
    }
    expect(dollarsOf(-cents, cents, worth)).toBe(-due);
  });
});

describe.each(DATABASES)('transfers on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let now = Date.parse('2026-11-20T08:00:00Z');
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => now;
    admin = await anAdmin(app);
  });
  beforeEach(async () => {
    now = Date.parse('2026-11-20T08:00:00Z');
    await resetOrders(app);
  });
  afterAll(() => app.close());

  const ask = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', url: string, body?: object) =>
    app.request(method, url, { token: admin.token, body });
  const setRate = async (lang: string, transfer_currency: string | null, transfer_rate: number | string | null, rated_on?: string) => {
    const { status, body } = await ask('PUT', '/api/payments/payment', paymentBody({ lang, transfer_currency, transfer_rate, rated_on }));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const listed = async (code: string) => (await ask('GET', `/api/admin/orders?q=${code}`)).body.data[0];

  test('an order keeps amount, rate and day from when it was placed, for the account of each language', async () => {
    expect(await setRate('ua', 'UAH', '41,7005')).toMatchObject({
      transfer_currency: 'UAH',
      transfer_rate: 41.7005,
      rated_on: '2026-11-20',
    });
    await setRate('ru', 'UAH', 50, '2026-11-01');
    await setRate('en', 'EUR', 0.92, '2026-11-19');
    const user = await aUser(app);
    const ordered = (await postOrder(app, user)).body.data;
    const inHryvnias = { transfer_amount: 375.3, transfer_currency: 'UAH', transfer_rate: 41.7005, rated_on: '2026-11-20' };
    expect(ordered).toMatchObject({ amount_due: 9, ...inHryvnias });
    await app.deliverMails();
    const mail = app.mails.find(({ to }) => to === user.email);
    expect(mail?.text).toContain('375,30');
    expect(mail?.text.replace(/\s/g, ' ')).toContain(`замовлення ${ordered.order_code}`);
    await setRate('ua', 'UAH', 60);
    const current = async (lang: string) => (await app.request('GET', `/api/orders/current?lang=${lang}`, { token: user.token })).body.data;
    expect(await current('ua')).toMatchObject({ ...inHryvnias, missing_transfer: 375.3 });
    // The same currency has the same rate in an order.
    expect(await current('ru')).toMatchObject({ ...inHryvnias, missing_transfer: 375.3 });
    expect(await current('en')).toMatchObject({ transfer_amount: 8.28, transfer_currency: 'EUR', rated_on: '2026-11-19' });
    expect(await listed(ordered.order_code)).toMatchObject(inHryvnias);
    // The same order again changes nothing; another one takes the rate of today.
    expect((await postOrder(app, user)).body.data).toMatchObject(inHryvnias);
    expect((await postOrder(app, user, { payment_months: 1 })).body.data).toMatchObject({ transfer_amount: 180, transfer_rate: 60 });
    const file = await app.request('GET', '/api/admin/orders/export', { token: admin.token, headers: { 'accept-language': 'en' } });
    expect(file.body).toContain('"3.00","USD","180.00","UAH","60.0000","2026-11-20"');
  });

  test('a payment in the currency of the transfer is worth its share, and a confirmation records what is missing in it', async () => {
    await setRate('ua', 'UAH', 41.7);
    const user = await aUser(app);
    const { order_code: code } = (await postOrder(app, user)).body.data;
    const confirm = async (facts: object = {}) =>
      (await ask('PATCH', `/api/admin/orders/${code}`, { status: 'confirmed', ...facts })).body.data;
    expect(await confirm({ amount: 100, currency: 'UAH' })).toMatchObject({ status: 'processing', missing: 6.6, missing_transfer: 275.3 });
    expect(await confirm({ amount: 2, currency: 'USD' })).toMatchObject({ missing: 4.6, missing_transfer: 191.9 });
    const done = await confirm();
    expect(done).toMatchObject({ status: 'confirmed', missing: 0, missing_transfer: null });
    expect(
      done.payments.map(({ amount, currency, dollars }: { amount: number; currency: string; dollars: number }) => [
        amount,
        currency,
        dollars,
      ]),
    ).toEqual([
      [100, 'UAH', 2.4],
      [2, 'USD', 2],
      [191.9, 'UAH', 4.6],
    ]);
    const record = async (body: object) => (await ask('POST', '/api/admin/payments', { order_code: code, ...body })).body.data;
    expect(await record({ amount: 375.3, currency: 'UAH' })).toMatchObject({ dollars: 9 });
    expect(await record({ amount: 375.3, currency: 'UAH', kind: 'refund', reason: 'Двічі' })).toMatchObject({ dollars: -9 });
    expect(await record({ amount: 8, currency: 'EUR' })).toMatchObject({ dollars: null });
  });

  test('a search finds open orders by their amount in dollars or in the currency of a transfer', async () => {
    await setRate('ua', 'UAH', '41,7005');
    await setRate('en', 'EUR', 1);
    const placed = new Set<string>();
    const place = async (months: number, steps: readonly string[] = []): Promise<string> => {
      const user = await aUser(app);
      // The digits of an amount also find users by their email.
      const email = user.email.replace(/\d/g, 'x');
      await app.store.db.updateTable('users').set({ email, search_text: email }).where('id', '=', user.id).execute();
      const { order_code: code } = (await postOrder(app, user, { payment_months: months })).body.data;
      placed.add(code);
      for (const status of steps) await ask('PATCH', `/api/admin/orders/${code}`, { status });
      return code;
    };
    const [nine, other] = [await place(3), await place(4)];
    const confirmed = await place(3, ['confirmed']);
    await place(3, ['confirmed', 'completed']);
    const found = async (q: string, status = 'all') => {
      const { body } = await ask('GET', `/api/admin/orders?q=${encodeURIComponent(q)}&status=${status}&pageSize=100`);
      return body.data.map(({ order_code }: { order_code: string }) => order_code).filter((code: string) => placed.has(code));
    };
    for (const q of ['9.00', '9,00', '$9', '375,30 ₴', '375.3']) expect(await found(q), q).toEqual([confirmed, nine]);
    expect(await found('500.41')).toEqual([other]);
    expect(await found('9.00', 'confirmed')).toEqual([confirmed]);
    // A whole number is that of a user.
    for (const q of ['9.01', '75.30', '-9.00', '0009']) expect(await found(q), q).toEqual([]);
    expect(await found('9.00', 'completed')).toEqual([]);

    await setRate('en', 'EUR', 0.5);
    const part = await place(5);
    await ask('PATCH', `/api/admin/orders/${part}`, { status: 'confirmed', amount: 125.1, currency: 'UAH' });
    const { missing, missing_transfer } = await listed(part);
    expect([missing, missing_transfer]).toEqual([12, 500.41]);
    expect(await found('500.41')).toEqual([part, other]);
    for (const q of ['625,51', '15.00', '7.50', '6.00']) expect(await found(q), q).toEqual([part]);
    expect(await found('12,00', 'processing')).toEqual([part, other]);
    expect(await found('500.41', 'confirmed')).toEqual([]);
    const newer = { email: 'new@example.com', tariff_change: 'family', payment_months: 1, amount_due: 300, status: 'processing' } as const;
    const created_at = new Date(now).toISOString();
    const many = Array.from({ length: 2_001 }, (_, index) => ({ ...newer, code: `newer${index}`, created_at }));
    await app.store.db.insertInto('orders').values(many).execute();
    expect(await found('500.41'), 'after many newer orders').toEqual([part, other]);
    await app.store.db.deleteFrom('orders').where('email', '=', newer.email).execute();
    await ask('PATCH', `/api/admin/orders/${part}`, { status: 'confirmed' });
    expect(await found('500.41'), 'paid').toEqual([other]);
  });

  test('parts that would each be rounded up are together worth the price', async () => {
    await setRate('ua', 'UAH', 41.7);
    const { order_code: code } = (await postOrder(app, await aUser(app))).body.data;
    // 25 of 37,530 kopiykas are 0.6 cents.
    for (const amount of [0.25, 0.25, 374.8])
      await ask('PATCH', `/api/admin/orders/${code}`, { status: 'confirmed', amount, currency: 'UAH', is_another: true });
    const { status, missing, payments } = await listed(code);
    expect({ status, missing }).toEqual({ status: 'confirmed', missing: 0 });
    expect(payments.map(({ dollars }: { dollars: number }) => dollars)).toEqual([0.01, 0, 8.99]);
  });

  test('a cancelled order keeps its rate, and an account in dollars has none', async () => {
    await setRate('ua', 'UAH', 41.7);
    const user = await aUser(app);
    const { order_code: code } = (await postOrder(app, user)).body.data;
    await app.request('DELETE', `/api/orders/${code}`, { token: user.token });
    expect(await listed(code)).toMatchObject({ closed: { as: 'cancelled' }, transfer_amount: 375.3 });
    expect((await ask('POST', '/api/admin/payments', { order_code: code, amount: 375.3, currency: 'UAH' })).body.data.dollars).toBe(9);
    await setRate('ua', null, null);
    expect((await postOrder(app, user)).body.data).toMatchObject({ transfer_amount: null, transfer_currency: null, transfer_rate: null });
  });

  test.each<[string, object, string[]]>([
    ['a currency without a rate', { transfer_currency: 'UAH' }, ['transfer_rate']],
    ['a rate without a currency', { transfer_rate: 41 }, ['transfer_currency']],
    ['the currency of the prices', { transfer_currency: 'USD', transfer_rate: 1 }, ['transfer_currency']],
    ['a rate of 0', { transfer_currency: 'UAH', transfer_rate: 0 }, ['transfer_rate']],
    ['five decimals', { transfer_currency: 'UAH', transfer_rate: '41,70005' }, ['transfer_rate']],
    ['a day to come', { transfer_currency: 'UAH', transfer_rate: 41, rated_on: '2099-01-01' }, ['rated_on']],
  ])('payment details reject %s', async (_, body, fields) => {
    const answer = await ask('PUT', '/api/payments/payment', paymentBody(body as Record<string, unknown>));
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });
});
