import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { pathOf } from '#contract/endpoint.ts';
import { anAccount } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, feedbackBody, recordBody, type TestUser, vehicleFields } from '#tests/support/builders.ts';
import { advertBody } from '#tests/support/desk.ts';
import { anAdmin, anOrder, paymentBody, type TestAdmin } from '#tests/support/trade.ts';

/** Whatever somebody sends, it is never our own fault. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e300,
    Number.MAX_SAFE_INTEGER + 1,
    '',
    ' ',
    '\0',
    '\ud800',
    '1,234',
    '2025-02-29',
    '0000-00-00',
    '+275760-09-13',
    "'; drop table users; --",
    '__proto__',
    'constructor',
    '🚲'.repeat(400),
    'x'.repeat(20_000),
    [],
    {},
    [[[[]]]],
    { $gt: '' },
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

/** A valid input with some fields replaced, dropped or added. */
const spoiled = (valid: Record<string, unknown>) =>
  fc
    .record({ changes: fc.dictionary(fc.constantFrom(...Object.keys(valid), 'id', 'user_id', 'toString', 'image'), nasty, { maxKeys: 4 }) })
    .map(({ changes }) => ({ ...valid, ...changes }));

const VALID: Record<string, Record<string, unknown>> = {
  sendCode: { email: 'a@example.com' },
  validateCode: { email: 'a@example.com', confirmationCode: '123456' },
  register: {
    firstName: 'Олена',
    lastName: 'Коваль',
    email: 'a@example.com',
    phone: '+380501234567',
    password: 'Passw0rd!',
    confirmationCode: '123456',
    agreement: true,
  },
  login: { email: 'a@example.com', password: 'Passw0rd!' },
  changeProfile: { firstName: 'Олена', lastName: 'Коваль', phone: '+380501234567', currency: 'EUR', existingImagePath: '/api/images/x' },
  changePassword: { passwordCurrent: 'Passw0rd!', passwordNew: 'An0ther one!', passwordConfirm: 'An0ther one!' },
  deleteUser: { password: 'Passw0rd?' },
  forgotPassword: { email: 'a@example.com' },
  resetPassword: { email: 'a@example.com', confirmationCode: '123456', passwordNew: 'Passw0rd!', passwordConfirm: 'Passw0rd!' },
  createVehicle: vehicleFields(),
  updateVehicle: vehicleFields('boat'),
  createRecord: recordBody(),
  updateRecord: recordBody(),
  putNote: { text: 'x' },
  sendFeedback: feedbackBody(),
  updatePrices: { tariff: 'family', price: '3,50' },
  updatePayment: paymentBody(),
  updateBlockMessage: { data: { message_text_ua: 'x', message_text_ru: 'x', message_text_en: 'x' } },
  createOrder: { tariff_change: 'family', payment_months: 3 },
  updateOrder: { status: 'confirmed', amount_due: 9 },
  changeUserTariff: { tariff: 'family', payment_months: 3 },
  updateAdverts: advertBody(),
  uploadAdvertImage: {},
  adminLogin: { email: 'a@example.com', password: 'Passw0rd!' },
};
/** These take a list of such. */
const LISTS = ['updatePrices', 'updateAdverts'];
const writes = Object.entries(ALL_ENDPOINTS).filter(([, { body }]) => body);

describe.each(DATABASES)('any input on %s', (kind) => {
  let app: TestApp;
  let user: TestUser;
  let admin: TestAdmin;
  let ids: Record<string, number | string>;
  beforeAll(async () => {
    app = await testApp(kind);
    user = await anAccount(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user);
    const { body } = await app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody() });
    admin = await anAdmin(app);
    const { order_code } = await anOrder(app, await aUser(app));
    ids = { vehicleId: id, recordId: body.data.id, userId: user.id, orderCode: order_code };
  });
  afterAll(() => app.close());

  test('there is a valid input to spoil for each', () => {
    expect(Object.keys(VALID).sort()).toEqual(writes.map(([name]) => name).sort());
  });

  test.each(writes)('%s answers below 500', async (name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoiled(VALID[name] ?? {}), nasty), async (body) => {
        const { status, body: answer } = await app.request(endpoint.method, pathOf(endpoint, ids), {
          token: endpoint.access === 'admin' ? admin.token : user.token,
          body: JSON.stringify(LISTS.includes(name) ? [body] : body) ?? '',
          headers: { 'content-type': 'application/json' },
        });
        expect({ status, body, answer }).toEqual({ status: expect.toSatisfy((code: number) => code < 500), body, answer });
      }),
      { numRuns: 40 },
    );
  });

  test('broken forms answer below 500', async () => {
    const type = 'multipart/form-data; boundary=b';
    const part = (name: string, value: string, file = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    const bodies = [
      '',
      '--b',
      '--b--',
      `${part('vehicleType', 'car')}--b--`,
      part('image', 'no picture', '; filename="a.png"'),
      `${part('image', 'no picture', '; filename="../../etc/passwd"')}--b--`,
      `${part('other', 'file', '; filename="a"')}--b--`,
      `${part('__proto__', 'x')}${part('constructor', 'y')}--b--`,
      `${Array.from({ length: 60 }, (_, n) => part(`f${n}`, 'x')).join('')}--b--`,
      `${part('brand', 'x'.repeat(10_000))}--b--`,
      `${part('x'.repeat(300), 'x')}--b--`,
      `${part('image', 'a', '; filename="a.png"')}${part('image', 'b', '; filename="b.png"')}--b--`,
    ];
    for (const method of ['POST', 'PATCH'] as const)
      for (const [contentType, body] of [...bodies.map((text) => [type, text] as const), ['multipart/form-data', 'x'] as const]) {
        const path = method === 'POST' ? '/api/vehicles' : `/api/vehicles/${ids.vehicleId}`;
        const { status, body: answer } = await app.request(method, path, {
          token: user.token,
          body,
          headers: { 'content-type': contentType },
        });
        expect({ body, status, code: answer.code }).toEqual({
          body,
          status: expect.toSatisfy((code: number) => code < 500),
          code: expect.any(String),
        });
      }
  });
});
