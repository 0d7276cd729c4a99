import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Price } from '#contract/prices.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, postOrder, type TestAdmin } from '#tests/support/orders.ts';

const FIRST: Price[] = [
  { tariff: 'basic', price: 0 },
  { tariff: 'family', price: 3 },
  { tariff: 'business', price: 9 },
];
const AT_ONCE = 20;

describe.each(DATABASES)('prices on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  beforeEach(async () => {
    for (const { tariff, price } of FIRST)
      await app.store.db
        .updateTable('prices')
        .set({ price: price * 100 })
        .where('tariff', '=', tariff)
        .execute();
    await app.store.db.deleteFrom('audit').execute();
  });
  afterAll(() => app.close());

  const list = async (): Promise<Price[]> => (await app.request('GET', '/api/prices/price')).body.data;
  const change = (body: unknown): Promise<Answer> => app.request('PATCH', '/api/prices/price', { token: admin.token, body });
  const auditLog = async () => {
    const rows = await app.store.db.selectFrom('audit').selectAll().orderBy('id').execute();
    return rows.map(({ actor, action, subject, before, after }) => ({
      actor,
      action,
      subject,
      before: JSON.parse(before ?? 'null'),
      after: JSON.parse(after ?? 'null'),
    }));
  };

  test('are shown to everyone in the order of the tariffs, with defaults on the first start', async () => {
    const fresh = await testApp(kind);
    const { status, body } = await fresh.request('GET', '/api/prices/price');
    await fresh.close();
    expect({ status, body }).toEqual({ status: 200, body: { success: true, data: FIRST } });
  });

  test('are not changed if another administrator has changed one of them meanwhile', async () => {
    const [family, business] = [
      { tariff: 'family', price: 6, seen: 3 },
      { tariff: 'business', price: 12, seen: 9 },
    ];
    expect((await change([family])).status).toBe(200);
    expect(await change([business, { ...family, price: 7 }])).toMatchObject({ status: 409, body: { code: 'adminApi.changed' } });
    expect(await list()).toMatchObject([{ price: 0 }, { price: 6 }, { price: 9 }]);
    expect((await change([business, { ...family, price: 7, seen: 6 }])).status).toBe(200);
    for (const seen of [-1, 'x', 1e9]) expect((await change([{ ...family, seen }])).status).toBe(400);
  });

  test('change only where listed, with an audit entry', async () => {
    const after = [
      { tariff: 'basic', price: 0 },
      { tariff: 'family', price: 4.5 },
      { tariff: 'business', price: 9 },
    ];
    const answer = await change([{ tariff: 'family', price: 4.5 }]);
    expect(answer).toMatchObject({ status: 200, body: { success: true, code: 'pricesApi.update.success', data: after } });
    expect(await list()).toEqual(after);
    expect(await auditLog()).toEqual([{ actor: admin.email, action: 'prices.update', subject: 'prices', before: FIRST, after }]);
  });

  test.each<[unknown, number]>([
    ['4,5', 4.5],
    ['4.50', 4.5],
    [' 1 234,56 ', 1234.56],
    ['$ 15,65', 15.65],
    [0.29, 0.29],
    [1.15, 1.15],
    [99_999.99, 99_999.99],
    [0, 0],
    ['0', 0],
  ])('accept %j as %d dollars', async (price, dollars) => {
    expect((await change([{ tariff: 'family', price }])).status).toBe(200);
    expect((await list())[1]).toEqual({ tariff: 'family', price: dollars });
  });

  test.each<[string, unknown]>([
    ['an empty list', []],
    ['an object', {}],
    ['a string', '"family"'],
    ['no body', undefined],
    ['null', 'null'],
  ])('reject %s with 422: nothing to update', async (_, body) => {
    const sent =
      typeof body === 'string'
        ? await app.request('PATCH', '/api/prices/price', { token: admin.token, body, headers: { 'content-type': 'application/json' } })
        : await change(body);
    expect(sent).toMatchObject({ status: 422, body: { code: 'pricesApi.update.422' } });
    expect([await list(), await auditLog()]).toEqual([FIRST, []]);
  });

  test.each<[string, unknown, string]>([
    ['is missing', undefined, 'validation.required'],
    ['is empty', '', 'validation.required'],
    ['is not a number', 'дорого', 'validation.number'],
    ['is of another type', { price: 1 }, 'validation.number'],
    ['is null', null, 'validation.required'],
    ['is negative', -1, 'validation.number'],
    ['has three decimals', 1.005, 'validation.number'],
    ['is ambiguous', '1,234', 'validation.number'],
    ['is too large', 100_000, 'validation.number'],
    ['is larger than any number', '1e999', 'validation.number'],
  ])('reject a price that %s with 400 and change nothing', async (_, price, code) => {
    const answer = await change([
      { tariff: 'business', price: 10 },
      { tariff: 'family', price },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'pricesApi.update.400', errors: [{ field: '1.price' }] } });
    expect(answer.body.errors[0].code).toContain(code);
    expect([await list(), await auditLog()]).toEqual([FIRST, []]);
  });

  test.each<[string, unknown[]]>([
    ['an unknown tariff', [{ tariff: 'gold', price: 1 }]],
    ['a tariff named like a prototype property', [{ tariff: '__proto__', price: 1 }]],
    ['no tariff', [{ price: 1 }]],
    ['items that are not objects', [1, null]],
    ['more items than tariffs', Array(4).fill({ tariff: 'family', price: 1 })],
  ])('reject %s with 400', async (_, body) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { code: 'pricesApi.update.400' } });
    expect(await list()).toEqual(FIRST);
  });

  test('are changed by administrators only', async () => {
    const user = await aUser(app);
    for (const [token, status] of [
      [user.token, 403],
      [undefined, 401],
    ] as const)
      expect((await app.request('PATCH', '/api/prices/price', { token, body: [{ tariff: 'family', price: 1 }] })).status).toBe(status);
    expect(await list()).toEqual(FIRST);
  });

  test('do not change the amount of an order until it is placed again', async () => {
    const user = await aUser(app);
    const { order_code, amount_due } = await anOrder(app, user);
    expect(amount_due).toBe(9);
    await change([{ tariff: 'family', price: '4,50' }]);
    const current = await app.request('GET', '/api/orders/current', { token: user.token });
    expect(current.body.data).toMatchObject({ order_code, amount_due: 9 });
    expect((await postOrder(app, user)).body.data).toMatchObject({ order_code, amount_due: 13.5 });
  });

  test('change one request at a time: each audit entry starts where the previous one ended', async () => {
    await activatePayments(app);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        change(
          n % 2 === 0
            ? [
                { tariff: 'family', price: n },
                { tariff: 'business', price: n },
              ]
            : [
                { tariff: 'business', price: n },
                { tariff: 'family', price: n },
              ],
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    const rows = await auditLog();
    expect(rows.map(({ before }) => before)).toEqual([FIRST, ...rows.slice(0, -1).map(({ after }) => after)]);
    expect(await list()).toEqual(rows.at(-1)?.after);
  });
});
