import papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Income } from '#contract/income.ts';
import { isOrderCode } from '#contract/order-code.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { bookingsService } from '#server/features/income/bookings.service.ts';
import { incomeRepo } from '#server/features/income/income.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { codeOf } from '#tests/support/many-rows.ts';
import { anAdmin, anOrder, type TestAdmin } from '#tests/support/orders.ts';

const START = Date.parse('2026-10-01T08:00:00Z');

describe.each(DATABASES)('payments on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let now: number;
  beforeEach(async () => {
    app = await testApp(kind);
    now = START;
    app.clock.now = () => now;
    admin = await anAdmin(app);
  });
  afterEach(() => app.close());

  /** Sets the clock, and logs in again: sessions of administrators expire within hours. */
  async function goTo(time: number): Promise<void> {
    now = time;
    admin = await anAdmin(app);
  }
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers: Record<string, string> = {}) =>
    app.request(method, `/api/admin${path}`, { token: admin.token, ...(body && { body }), headers });
  const post = (body: object, headers?: Record<string, string>) => ask('POST', '/payments', body, headers);
  const confirm = async (code: string, facts: object = {}) => {
    const { status, body } = await ask('PATCH', `/orders/${code}`, { status: 'confirmed', ...facts });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data;
  };
  async function record(body: object): Promise<Income> {
    const answer = await post(body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  }
  const list = async (query = '') => (await ask('GET', `/payments${query}`)).body;
  const orderOf = async (code: string) => (await ask('GET', `/orders?q=${code}`)).body.data[0];
  const fileOf = async (query = ''): Promise<string> => {
    const { status, body } = await ask('GET', `/payments/export${query}`, undefined, { 'accept-language': 'en' });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as string;
  };
  /** The lines of a file by the names of its columns. */
  function rowsOf(file: string): Record<string, string>[] {
    const [names = [], ...lines] = papa.parse(file.slice(1).trimEnd(), { delimiter: ',' }).data;
    return lines.map((line) => Object.fromEntries(line.map((cell, index) => [names[index] ?? '', cell])));
  }

  test('a month of a bank statement: the list, the export and the revenue have what the bank has, to the cent', async () => {
    const [right, short, cancelled, gone, unpaid] = await Promise.all([
      ...Array.from({ length: 3 }, () => aUser(app)),
      ...Array.from({ length: 2 }, () => anAccount(app)),
    ] as const);
    const [a, b, c, d, e] = [
      ...[await anOrder(app, right as never), await anOrder(app, short as never), await anOrder(app, cancelled as never)],
      ...[await anOrder(app, gone as never, { tariff_change: 'business', payment_months: 2 }), await anOrder(app, unpaid as never)],
    ].map(({ order_code }) => order_code) as [string, string, string, string, string];
    await app.request('DELETE', `/api/orders/${c}`, { token: (cancelled as { token: string }).token });
    /** What the bank says: day, amount, currency. */
    const statement: [string, number, string][] = [];
    const bank = (day: number, amount: number, currency = 'USD') => {
      const paid_on = `2026-10-${String(day).padStart(2, '0')}`;
      statement.push([paid_on, amount, currency]);
      return { paid_on, amount: Math.abs(amount), currency };
    };
    await goTo(now + 29 * DAY);
    expect(await confirm(a, bank(3, 9))).toMatchObject({ status: 'confirmed', missing: 0 });
    expect(await confirm(b, bank(4, 5))).toMatchObject({ status: 'processing', missing: 4 });
    expect(await confirm(b, bank(6, 4))).toMatchObject({ status: 'confirmed', missing: 0 });
    expect(await record({ ...bank(5, 9), order_code: a })).toMatchObject({ user_id: (right as { id: number }).id });
    await record({ ...bank(7, 7.5), payer: 'ПЕТРУК А. С.', purpose: 'поповнення рахунку' });
    const wrong = codeOf(7);
    expect(isOrderCode(wrong)).toBe(true);
    const missed = bank(8, 3);
    expect(await post({ ...missed, order_code: wrong })).toMatchObject({ status: 404, body: { code: 'tariffApi.order.404' } });
    await record({ ...missed, purpose: `Carnet ${wrong}` });
    expect(await record({ ...bank(9, 375.3, 'UAH'), order_code: c })).toMatchObject({ user_id: (cancelled as { id: number }).id });
    await confirm(d, bank(10, 18));
    for (const user of [gone, unpaid]) await deleteUser(app, (user as { token: string }).token);
    expect(await record({ ...bank(11, 9), order_code: e, payer: 'КОВАЛЬ МАРТА' })).toMatchObject({ user_id: null });
    const refund = { ...bank(12, -9), kind: 'refund', order_code: a };
    expect((await post(refund)).body.errors).toEqual([expect.objectContaining({ field: 'reason' })]);
    await record({ ...refund, reason: 'Сплатила двічі' });
    const mistake = await record({ paid_on: '2026-10-13', amount: 100, payer: 'не той рахунок' });
    await record({ kind: 'correction', corrects: mistake.id, paid_on: '2026-10-13', reason: 'Чужий платіж' });
    // Neither of them moved money.
    await record({ paid_on: '2026-11-01', amount: 1, order_code: a });

    const sumOf = (currency: string) =>
      statement.filter((line) => line[2] === currency).reduce((cents, line) => cents + Math.round(line[1] * 100), 0) / 100;
    const expected = ['UAH', 'USD'].map((currency) => ({ currency, amount: sumOf(currency) }));
    const found = await list('?from=2026-10-01&to=2026-10-31&pageSize=100');
    expect(found.sums).toEqual([
      { ...expected[0], received: 375.3, refunded: 0 },
      { ...expected[1], received: sumOf('USD') + 9, refunded: 9 },
    ]);
    const file = rowsOf(await fileOf('?from=2026-10-01&to=2026-10-31'));
    expect(file).toHaveLength(found.total);
    for (const { currency, amount } of expected) {
      const cents = file.filter((row) => row.Currency === currency).map((row) => Math.round(Number(row.Amount) * 100));
      expect(cents.reduce((sum, one) => sum + one, 0) / 100).toBe(amount);
    }
    for (const [day, amount, currency] of statement)
      expect(file.filter((row) => row.Date === day && row.Amount === amount.toFixed(2) && row.Currency === currency)).toHaveLength(1);
    await goTo(Date.parse('2026-11-02T08:00:00Z'));
    const { paid } = (await app.request('GET', '/api/statistics/revenue', { token: admin.token })).body.data;
    expect(paid.at(-2)).toEqual({ month: '2026-10', payments: 9, amounts: { family: 27, business: 18 }, sums: expected });
    expect(paid.at(-1)).toMatchObject({ month: '2026-11', payments: 1, sums: [{ currency: 'USD', amount: 1 }] });
  });

  test('an export of what was booked before a time is the same whenever it is made, also by clocks that differ', async () => {
    const user = await anAccount(app);
    const { order_code } = await anOrder(app, user, { payment_months: 2 });
    await confirm(order_code, { payer: 'КОВАЛЬ МАРТА' });
    const first = await record({ amount: 2.5, payer: 'ЛАН-АГРО' });
    now += MINUTE;
    const until = isoTime(now);
    const query = `?from=2026-10-01&to=2026-10-31&booked_before=${until}`;
    const file = await fileOf(query);
    expect(rowsOf(file).map((row) => row.Amount)).toEqual(['6.00', '2.50']);
    // Another process whose clock is slow.
    now -= 2 * MINUTE;
    expect((await record({ amount: 1, paid_on: '2026-10-01' })).booked_at).toBe(until);
    await goTo(now + DAY);
    await record({ kind: 'correction', corrects: first.id, paid_on: '2026-10-01', reason: 'Помилка' });
    await deleteUser(app, user.token);
    await app.store.db.updateTable('prices').set({ price: 400 }).execute();
    await goTo(now + 4 * 366 * DAY);
    await app.runJobs();
    expect(await fileOf(query)).toBe(file);
    expect((await list('?pageSize=100')).data.map(({ payer }: Income) => payer)).toEqual([null, null, null, null]);
    expect(await ask('GET', `/payments/export?booked_before=${isoTime(now + 1)}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'booked_before', code: 'validation.date.future' }] },
    });
  });

  test('an export waits for a payment that is being recorded', async () => {
    const bookings = bookingsService({ clock: app.clock });
    const [recorded, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const booking = { kind: 'payment', cents: 100, currency: 'USD', source: 'manual', userId: null } as const;
    const recording = app.store.transaction(async (tx) => {
      await bookings.record({ income: incomeRepo(tx) }, booking);
      recorded.resolve();
      await released.promise;
    });
    await recorded.promise;
    now += MINUTE;
    const file = fileOf(`?booked_before=${isoTime(now)}`);
    // As long as the export needs without the lock.
    for (let n = 0; n < 30; n += 1) await app.request('GET', '/api/prices/price');
    released.resolve();
    await recording;
    expect(rowsOf(await file)).toHaveLength(1);
  });

  test('a part payment leaves the order waiting, and a confirmation with less money needs a reason', async () => {
    const user = await aUser(app);
    const { order_code: code } = await anOrder(app, user);
    expect(await confirm(code, { amount: '2,50' })).toMatchObject({ status: 'processing', missing: 6.5, payments: [{ amount: 2.5 }] });
    expect(await ask('PATCH', `/orders/${code}`, { status: 'confirmed', amount: 0 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason', code: 'validation.required' }] },
    });
    expect((await app.request('GET', '/api/orders/current', { token: user.token })).body.data).toMatchObject({ missing: 6.5 });
    const confirmed = await confirm(code, { amount: 6, reason: 'Комісія банку' });
    expect(confirmed).toMatchObject({ status: 'confirmed', payments: [{ reason: null }, { amount: 6, reason: 'Комісія банку' }] });
    const { order_code: other } = await anOrder(app, await aUser(app));
    await record({ amount: 9, order_code: other });
    expect(await confirm(other)).toMatchObject({ status: 'confirmed', payments: [{ amount: 9 }] });
  });

  test('undoing a confirmation corrects its own payment, and the payment can be recorded again', async () => {
    const { order_code: code } = await anOrder(app, await aUser(app));
    await confirm(code, { amount: 4, paid_on: '2026-09-30' });
    await confirm(code);
    const { body } = await ask('POST', `/orders/${code}/undo-payment`, { reason: 'Інше замовлення' });
    expect(body.data).toMatchObject({ status: 'processing', missing: 5 });
    expect(body.data.payments).toMatchObject([
      { kind: 'payment', amount: 4, is_corrected: false },
      { kind: 'payment', amount: 5, is_corrected: true },
      { kind: 'correction', amount: 5, change: -5, reason: 'Інше замовлення' },
    ]);
    expect(await confirm(code)).toMatchObject({ status: 'confirmed', missing: 0 });
    expect((await list()).sums).toMatchObject([{ currency: 'USD', amount: 9 }]);
  });

  test('a record is made once: for a repeated request, and unless it is another one', async () => {
    const body = { amount: 3, payer: 'КОВАЛЬ МАРТА' };
    const key = { 'idempotency-key': 'one-payment' };
    const { body: first } = await post(body, key);
    expect((await post(body, key)).body.data.id).toBe(first.data.id);
    expect(await post({ ...body, amount: 4 }, key)).toMatchObject({ status: 409, body: { code: 'api.idempotencyKey.used' } });
    expect(await post(body)).toMatchObject({ status: 409, body: { code: 'incomeApi.doubled' } });
    const another = await record({ ...body, is_another: true });
    const correct = (corrects: number) => post({ kind: 'correction', corrects, reason: 'Двічі' });
    const { body: correction } = await correct(another.id);
    expect(await correct(another.id)).toMatchObject({ status: 409, body: { code: 'incomeApi.corrected' } });
    expect(await correct(correction.data.id)).toMatchObject({ status: 409, body: { code: 'incomeApi.notCorrectable' } });
    expect(await correct(999_999)).toMatchObject({ status: 404, body: { code: 'incomeApi.404' } });
    expect((await list()).total).toBe(3);
  });

  test('finds payments by code, payer, purpose, amount and user, and by kind and day', async () => {
    const user = await aUser(app);
    const { order_code } = await anOrder(app, user);
    await confirm(order_code);
    await record({ amount: 1_234.56, currency: 'UAH', payer: "ПРОКОП'ЄВА 100%", purpose: 'за карнет', paid_on: '2026-09-29' });
    const found = async (query: string) => (await list(query)).data.map(({ amount }: Income) => amount);
    for (const q of [order_code.toLowerCase(), user.email, '9.00']) expect(await found(`?q=${encodeURIComponent(q)}`), q).toEqual([9]);
    for (const q of ['прокопєва', 'Карнет', '1234,56', '100%']) expect(await found(`?q=${encodeURIComponent(q)}`), q).toEqual([1_234.56]);
    for (const q of ['_', '%%', '\\']) expect(await found(`?q=${encodeURIComponent(q)}`), q).toEqual([]);
    expect(await found('?kind=refund')).toEqual([]);
    expect(await found('?kind=payment&to=2026-09-30')).toEqual([1_234.56]);
    expect(await found('?pageSize=1&page=2')).toEqual([1_234.56]);
  });

  test('closed orders are found by their whole code only, and former states stand at the order', async () => {
    const [user, leaving, removed] = [await aUser(app), await anAccount(app), await aUser(app)];
    const { order_code: code } = await anOrder(app, user, { payment_months: 2 });
    await anOrder(app, user, { payment_months: 5 });
    expect(await orderOf(code)).toMatchObject({ amount_due: 15, closed: null, previous: [{ amount_due: 6, payment_months: 2 }] });
    const { order_code: left } = await anOrder(app, leaving);
    await deleteUser(app, leaving.token);
    const { order_code: deleted } = await anOrder(app, removed, { status: 'completed' });
    await ask('DELETE', `/orders/${deleted}`);
    await app.request('DELETE', `/api/orders/${code}`, { token: user.token });
    expect(await orderOf(code)).toMatchObject({ user_id: user.id, email: user.email, closed: { as: 'cancelled', at: isoTime(now) } });
    expect(await orderOf(left)).toMatchObject({ user_id: null, email: null, closed: { as: 'accountDeleted' } });
    expect(await orderOf(deleted)).toMatchObject({ closed: { as: 'deleted' }, payments: [{ amount: 9 }], missing: 0 });
    for (const query of [`?q=${code.slice(0, 7)}`, `?q=${user.email}`, `?q=${code}&status=processing`, ''])
      expect((await ask('GET', `/orders${query}`)).body.total, query).toBe(0);
    expect((await ask('GET', '/orders/sums')).body).toMatchObject({ count: 0 });
  });

  test('orders are found by codes as people write them, and similar codes are named if nothing is found', async () => {
    const [user, other] = [await aUser(app), await aUser(app)];
    const { order_code: code } = await anOrder(app, user);
    const { order_code: closed } = await anOrder(app, other);
    await app.request('DELETE', `/api/orders/${closed}`, { token: other.token });
    const search = async (q: string) => {
      const { data, total, similar } = (await ask('GET', `/orders?q=${encodeURIComponent(q)}`)).body;
      return { codes: data.map((order: { order_code: string }) => order.order_code), total, similar };
    };
    const looksLike = (typed: string) => typed.replace(/5/g, 'S').replace(/8/g, 'В').replace(/2/g, 'Z').replace(/7/g, 'T').toLowerCase();
    for (const wanted of [code, closed])
      for (const q of [looksLike(wanted), wanted.slice(1), `Оплата тарифу ${wanted.slice(0, 4)}-${wanted.slice(4)}, дякую`])
        expect({ q, ...(await search(q)) }).toEqual({ q, codes: [wanted], total: 1, similar: [] });
    const wrong = code.slice(0, 3) + (code[3] === 'W' ? '9' : 'W') + code.slice(4);
    expect(await search(wrong)).toEqual({ codes: [], total: 0, similar: [code] });
    expect(await search('немає')).toEqual({ codes: [], total: 0, similar: [] });
  });
});
