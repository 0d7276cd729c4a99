import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { anAccount } from '#tests/support/accounts.ts';
import { advertBody } from '#tests/support/adverts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import {
  aUser,
  aVehicle,
  costBody,
  feedbackBody,
  fillBody,
  planBody,
  readingBody,
  recordBody,
  type TestUser,
  vehicleFields,
} from '#tests/support/builders.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';
import { exportedZip, uploadFile } from '#tests/support/imports.ts';
import { anAdmin, anOrder, paymentBody, type TestAdmin } from '#tests/support/orders.ts';
import { sellerBody } from '#tests/support/sellers.ts';
import { uploadStatement } from '#tests/support/statements.ts';

/** Inputs that must never cause a 5xx response. */
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

/** A valid input with some fields replaced or added. */
const spoiled = (valid: Record<string, unknown>) =>
  fc
    .record({ changes: fc.dictionary(fc.constantFrom(...Object.keys(valid), 'id', 'user_id', 'toString', 'image'), nasty, { maxKeys: 4 }) })
    .map(({ changes }) => ({ ...valid, ...changes }));

const REPLACED = { isReset: true, oldReading: '200 300' };
const wholePlanLine = planBody({
  ...{ kind: 'deadline', mode: 'fixed', everyDays: null, dueOn: '2027-01-31', dueAt: '100 000', isEndOfMonth: true, startOn: '2026-05-01' },
  ...{ startAt: '90 000', leadDays: '10', leadDistance: '500', expectedCost: '1 400', readingUnit: 'km' },
});
const PAYMENT_FACTS = { paid_on: '2026-05-01', currency: 'UAH', payer: 'x', purpose: 'x', reason: 'x', is_another: false };
const VALID: Record<string, Record<string, unknown>> = {
  changeNotices: { mail: true, isPaused: false, timeZone: 'Europe/Kyiv' },
  sendCode: { email: 'a@example.com' },
  validateCode: { email: 'a@example.com', confirmationCode: '123456' },
  register: {
    firstName: 'Олена',
    lastName: 'Коваль',
    email: 'a@example.com',
    phone: '+380501234567',
    password: 'Kite7!wombat',
    confirmationCode: '123456',
    agreement: true,
  },
  login: { email: 'a@example.com', password: 'Kite7!wombat' },
  changeProfile: {
    firstName: 'Олена',
    lastName: 'Коваль',
    phone: '+380501234567',
    currency: 'EUR',
    existingImagePath: '/api/images/x',
    removeImage: 'true',
  },
  changePassword: { passwordCurrent: 'Kite7!wombat', passwordNew: 'An0ther one!', passwordConfirm: 'An0ther one!' },
  deleteUser: { password: 'Passw0rd?' },
  forgotPassword: { email: 'a@example.com' },
  resetPassword: { email: 'a@example.com', confirmationCode: '123456', passwordNew: 'Kite7!wombat', passwordConfirm: 'Kite7!wombat' },
  createVehicle: vehicleFields(),
  updateVehicle: { ...vehicleFields('boat'), seen: { color: 'x' } },
  createRecord: recordBody(),
  updateRecord: { ...recordBody(), seen: { price: 1 } },
  ...{ createFill: fillBody(), updateFill: { ...fillBody(), seen: { place: null } } },
  ...{ createCost: costBody(), updateCost: { ...costBody(), seen: { title: '' } } },
  ...{ createReading: readingBody(REPLACED), updateReading: { ...readingBody(REPLACED), seen: { isReset: false } } },
  ...{
    createPlanLine: wholePlanLine,
    createPlanLines: { lines: [wholePlanLine] },
    updatePlanLine: wholePlanLine,
    snoozePlanLine: { until: '2026-06-01' },
  },
  completePlanLine: { entryId: 1, performedOn: '2026-05-01', reading: '98 100', occurrence: '2027-01-31', ask: false },
  updateImport: { vehicles: [{ index: 0, target: 'new', fields: { vin: 'x' } }] },
  readTableAgain: {
    ...{ fields: ['performedOn', null, 'total'], kind: 'cost', encoding: 'utf-8', dayOrder: 'dmy', decimal: ',', volumeUnit: 'l' },
  },
  putNote: { text: 'x' },
  putValue: { kind: 'purchase', amount: '9 500' },
  sendFeedback: feedbackBody(),
  updateMessage: { status: 'answered' },
  writeToUser: { subject: 'x', text: 'x' },
  replyToMessage: { text: 'x', replies_seen: 0 },
  updatePrices: { tariff: 'family', price: '3,50' },
  updatePayment: paymentBody(),
  updateSeller: { data: sellerBody() },
  updateBlockMessage: { data: { message_text_ua: 'x', message_text_ru: 'x', message_text_en: 'x' } },
  createOrder: { tariff_change: 'family', payment_months: 3 },
  updateOrder: { status: 'confirmed', amount_due: 9, amount: '4,50', ...PAYMENT_FACTS },
  confirmStatement: { lines: [{ line: 2, order_code: '22222222', reason: 'x' }] },
  undoStatementLine: { line: 2, income_id: 1, reason: 'x', paid_on: '2026-05-01' },
  undoActivation: { reason: 'x' },
  createIncome: { kind: 'refund', amount: '4,50', order_code: '22222222', user_id: 1, corrects: 1, ...PAYMENT_FACTS },
  changeUserTariff: { tariff: 'family', payment_months: 3, reason: 'x' },
  removeOrder: { reason: 'x' },
  updateAdverts: advertBody(),
  uploadAdvertImage: {},
  adminLogin: { email: 'a@example.com', password: 'Kite7!wombat', code: '123456' },
  checkInvitation: { token: 'x' },
  acceptInvitation: { token: 'x', passwordNew: 'Kite7!wombat', passwordConfirm: 'Kite7!wombat' },
  inviteAdmin: { email: 'a@example.com', role: 'orders' },
  changeAdminRole: { role: 'orders', seen: 'all' },
  changeAdminPassword: { passwordCurrent: 'Kite7!wombat', passwordNew: 'An0ther one!', passwordConfirm: 'An0ther one!' },
  changeAdminLanguage: { language: 'en' },
  startAdminEmail: { email: 'a@example.com', password: 'Kite7!wombat' },
  confirmAdminEmail: { email: 'a@example.com', code: '123456' },
  startTwoFactor: { password: 'Kite7!wombat' },
  confirmTwoFactor: { code: '123456' },
  removeTwoFactor: { password: 'Kite7!wombat', code: '123456' },
  renewRecoveryCodes: { password: 'Kite7!wombat', code: '123456' },
  undoPayment: { confirmed_at: '2026-05-01T08:00:00.000Z', paid_on: '2026-05-01', reason: 'x' },
  putOrderNote: { note: 'x', seen: { note: '' } },
  lockUser: { reason: 'x' },
  saveUserNotes: { text: 'x', seen: { text: '' } },
  removeUser: { email: 'a@example.com' },
};
const JSON_TYPE = 'application/json';
/** Allowed responses to a missing body: 422 is for a price list without prices. */
const UNREAD = [400, 415, 422];
/** Texts that took seconds before parsers were linear. */
const SLOWEST = ['spaces in a number', 'decimals of zeros', 'combining marks by turns'];
/** Milliseconds of CPU time for a whole request; quadratic parsers need more than 1,000, linear ones about 5. */
const HTTP_LIMIT = 500;

/** Endpoints that take a list of such inputs. */
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
    const idOf = async (path: string, entry: object) =>
      (await app.request('POST', `/api/vehicles/${id}/${path}`, { token: user.token, body: entry })).body.data.id;
    const entries = { recordId: await idOf('records', recordBody()), fillId: await idOf('fills', fillBody()) };
    const others = { costId: await idOf('costs', costBody()), readingId: await idOf('readings', readingBody()) };
    const plan = { lineId: await idOf('plan', planBody()), completionId: 1 };
    const file = await exportedZip(app, user);
    const importId = (await uploadFile(app, user, file)).body.data.id;
    admin = await anAdmin(app);
    const statementId = (await uploadStatement(app, admin, 'Дата;Сума;Призначення\n01.05.2026;1,00;x')).body.data.id;
    const { order_code } = await anOrder(app, await aUser(app));
    const [other, otherAdmin] = [await aUser(app), await anAdmin(app)];
    ids = {
      vehicleId: id,
      day: '2026-04-01',
      ...entries,
      ...others,
      ...plan,
      importId,
      statementId,
      userId: other.id,
      orderCode: order_code,
      adminId: otherAdmin.id,
    };
  });
  afterAll(() => app.close());

  test('has a valid input for every endpoint with a body', () => {
    expect(Object.keys(VALID).sort()).toEqual(writes.map(([name]) => name).sort());
    for (const [name, { body }] of writes)
      expect(z.safeParse(body as z.ZodMiniType, LISTS.includes(name) ? [VALID[name]] : VALID[name]).error?.issues, name).toBeUndefined();
  });

  test.each(writes)('%s never answers with 5xx', async (name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoiled(VALID[name] ?? {}), nasty), async (body) => {
        const { status, body: answer } = await app.request(endpoint.method, pathOf(endpoint, ids), {
          token: endpoint.access === 'admin' ? admin.token : user.token,
          body: JSON.stringify(LISTS.includes(name) ? [body] : body) ?? '',
          headers: { 'content-type': 'application/json' },
        });
        expect({ status, body, answer }).toEqual({ status: expect.toSatisfy((code: number) => code < 500), body, answer });
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  const send = (name: string, endpoint: Endpoint, body: unknown, headers: Record<string, string> = { 'content-type': JSON_TYPE }) =>
    app.request(endpoint.method, pathOf(endpoint, ids), {
      token: endpoint.access === 'admin' ? admin.token : user.token,
      body: body === undefined ? undefined : JSON.stringify(LISTS.includes(name) && body ? [body] : body),
      headers,
    });

  test.each(writes)('%s rejects a body that is missing or cannot be read', async (name, endpoint) => {
    const unread: [string, unknown, Record<string, string>?][] = [
      ['no body', undefined],
      ['no body and no type', undefined, {}],
      ['null', null],
      ...['gzip', 'br', 'deflate', 'x-unknown', 'gzip, identity'].map(
        (encoding) =>
          [encoding, VALID[name], { 'content-type': JSON_TYPE, 'content-encoding': encoding }] as [string, unknown, Record<string, string>],
      ),
      ...['utf-16', '"iso-8859-1"', 'windows-1251'].map(
        (charset) =>
          [charset, VALID[name], { 'content-type': `${JSON_TYPE}; charset=${charset}` }] as [string, unknown, Record<string, string>],
      ),
      ['another type', VALID[name], { 'content-type': 'text/plain' }],
    ];
    // Its body is optional.
    if (name === 'removeOrder') unread.splice(0, 3);
    for (const [what, body, headers] of unread) {
      const { status, body: answer } = await send(name, endpoint, body, headers);
      expect({ what, status, success: answer.success, code: answer.code }).toEqual({
        what,
        status: expect.toSatisfy((code: number) =>
          (what in { 'no body': 1, 'no body and no type': 1, null: 1 } ? UNREAD : [415]).includes(code),
        ),
        success: false,
        code: expect.any(String),
      });
    }
  });

  test.each(writes)('%s handles hostile texts of 60 KB quickly', async (name, endpoint) => {
    for (const hostile of SLOWEST) {
      for (const field of Object.keys(VALID[name] ?? {})) {
        const start = process.threadCpuUsage();
        const { status } = await send(name, endpoint, { ...VALID[name], [field]: HOSTILE_TEXTS[hostile] });
        const { user: own, system } = process.threadCpuUsage(start);
        expect({ field, hostile, status, isSlow: (own + system) / 1_000 > HTTP_LIMIT }).toEqual({
          field,
          hostile,
          status: expect.toSatisfy((code: number) => code < 500),
          isSlow: false,
        });
      }
    }
  });

  test('malformed forms never cause a 5xx response', async () => {
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
