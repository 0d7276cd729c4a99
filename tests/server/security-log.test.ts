import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { THUMBNAIL_WIDTHS } from '#contract/images.ts';
import { AppError } from '#server/app-error.ts';
import { loggedError } from '#server/http/error-log.ts';
import { isRejection } from '#server/http/rejection-log.ts';
import { sharpImages } from '#server/ports/images.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { activatePayments } from '#tests/support/orders.ts';
import { knownCards } from './scenarios/orders.ts';

const PROXY = '10.0.0.1';
const EMAIL = 'olena.koval@example.com';
const PASSWORD = 'Wr0ng-one!';

describe('the log', () => {
  let app: TestApp;
  const lines: string[] = [];
  const logged = () => lines.map((line) => JSON.parse(line));
  beforeAll(async () => {
    app = await testApp('sqlite', {
      cards: knownCards,
      // The comparison of passwords is not tested here.
      passwords: { hash: async () => '', verify: async () => false },
      server: { logLevel: 'warn', trustProxy: PROXY, isHttps: false, writesPerMinute: 1, logTo: { write: (line) => lines.push(line) } },
    });
  });
  afterEach(() => {
    lines.length = 0;
    vi.useRealTimers();
  });
  afterAll(() => app.close());

  const login = (email = EMAIL, remoteAddress = '192.0.2.7', headers: Record<string, string> = {}) =>
    app.server.inject({ method: 'POST', url: '/api/users/login', remoteAddress, headers, payload: { email, password: PASSWORD } });

  // Date is fixed, because lines are counted per minute.
  test('has a line for each wrong password and for the lock, with request id and address but without the email', async () => {
    vi.setSystemTime(Date.now());
    const ids: unknown[] = [];
    for (let n = 0; n < 6; n++) ids.push((await login()).json().requestId);
    const codes = [...Array(5).fill('api.loginUser.401'), 'api.loginUser.403'];
    expect(logged()).toMatchObject(
      codes.map((code, n) => ({
        level: 40,
        msg: 'rejected',
        code,
        requestId: ids[n],
        address: '192.0.2.7',
        route: '/api/users/login',
      })),
    );
    for (const secret of ['olena', PASSWORD]) expect(lines.join('')).not.toContain(secret);
  });

  test('names the account that writes too often, and the IPv6 network of a client', async () => {
    const { id, token } = await aUser(app);
    const write = () =>
      app.server.inject({
        method: 'POST',
        url: '/api/vehicles',
        remoteAddress: '2001:db8::1234',
        headers: { authorization: `Bearer ${token}` },
        payload: {},
      });
    await write();
    expect(lines).toEqual([]);
    expect((await write()).statusCode).toBe(429);
    expect(logged()).toMatchObject([{ level: 40, code: 'api.429', account: `user:${id}`, address: '2001:db8::' }]);
    expect(lines.join('')).not.toContain(token);
  });

  test('has a line for a card service message with a wrong signature', async () => {
    const headers = { 'stripe-signature': 'wrong', 'content-type': 'application/json' };
    expect((await app.request('POST', '/api/payments/webhook', { headers, body: {} })).status).toBe(400);
    expect(logged()).toMatchObject([{ level: 40, code: 'cardApi.signature', requestId: expect.any(String) }]);
  });

  test('has no line for a user whose tariff does not have what is asked for', async () => {
    const { token } = await aUser(app);
    expect(await app.request('GET', '/api/statistics/vehicles', { token })).toMatchObject({
      status: 403,
      body: { code: 'vehicleStatisticsApi.tariff' },
    });
    expect(lines).toEqual([]);
  });

  test('has no line for an invalid input, an unknown path or an invalid token', async () => {
    expect((await app.request('GET', '/api/vehicles', { token: 'x'.repeat(43) })).status).toBe(401);
    expect((await app.request('POST', '/api/users/login', { body: {} })).status).toBe(400);
    expect((await app.request('GET', '/api/nothing')).status).toBe(404);
    expect(lines).toEqual([]);
  });

  test('has the first lines of a flood, then the 100th, the 1,000th and so on, per address and minute', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    // The first five lock the login, so every further one is rejected for the same reason.
    for (let n = 0; n < 5 + 120; n++) await login('flood@example.com', '198.51.100.1');
    const counts = () =>
      logged()
        .filter(({ code }) => code === 'api.loginUser.403')
        .map(({ count }) => count);
    expect(counts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100]);
    await login('flood@example.com', '198.51.100.2');
    expect(counts().at(-1)).toBe(1);
    vi.setSystemTime(now + 61_000);
    await login('flood@example.com', '198.51.100.1');
    expect(counts()).toHaveLength(13);
  });

  test('every response has its request id; only a trusted proxy may set it', async () => {
    const given = '4bf92f3577b34da6-a3ce929d0e0e4736';
    const idOf = async (remoteAddress: string, id: string, url = '/healthz') => {
      const { headers } = await app.server.inject({ method: 'GET', url, remoteAddress, headers: { 'x-request-id': id } });
      return headers['x-request-id'];
    };
    for (const url of ['/healthz', '/', '/api/prices/price', '/api/nothing', '/nothing', '/api/openapi.json'])
      expect(await idOf(PROXY, given, url), url).toBe(given);
    for (const [address, id] of [
      ['192.0.2.7', given],
      [PROXY, 'short'],
      [PROXY, 'with spaces in it'],
      [PROXY, 'x'.repeat(129)],
    ] as const)
      expect(await idOf(address, id)).toMatch(/^[\da-f-]{36}$/);
    const rejected = await login('proxied@example.com', PROXY, { 'x-request-id': given });
    expect(rejected.json().requestId).toBe(given);
    expect(logged().at(-1)).toMatchObject({ requestId: given });
  });
});

test.each([
  [false, 1],
  [PROXY, 0],
] as const)('with TRUST_PROXY %j requests through a proxy cause %i warnings, without an address', async (trustProxy, count) => {
  const lines: string[] = [];
  const app = await testApp('sqlite', {
    server: { logLevel: 'warn', trustProxy, isHttps: false, logTo: { write: (line) => lines.push(line) } },
  });
  onTestFinished(() => app.close());
  await app.request('GET', '/healthz');
  expect(lines).toEqual([]);
  for (const headers of [{ 'x-forwarded-for': '198.51.100.9' }, { forwarded: 'for=198.51.100.9' }, { 'x-forwarded-for': '::1' }])
    await app.request('GET', '/healthz', { headers: headers as Record<string, string> });
  expect(lines.filter((line) => line.includes('TRUST_PROXY is not set'))).toHaveLength(count);
  expect(lines).toHaveLength(count);
  expect(lines.join('')).not.toContain('198.51.100.9');
});

test('a server without trusted proxies accepts no request id', async () => {
  const app = await testApp('sqlite');
  const { headers } = await app.request('GET', '/healthz', { headers: { 'x-request-id': 'from-a-stranger' } });
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  await app.close();
});

/** Answers to ordinary users at the limits of their tariff or account, or with an old code. */
const ORDINARY: readonly string[] = [
  'api.validateCode.expired',
  'api.registration.closed',
  ...['carsApi.limit', 'carsApi.accountLimit', 'carsApi.hidden', 'carsApi.archived', 'carsApi.archiveLimit'],
  ...[
    'carsApi.restoreEarly',
    'carsApi.restoreLimit',
    'entriesApi.limit',
    'recordsApi.limit',
    ...(['valuesApi.limit', 'planApi.limit', 'planApi.completions'] as const),
    'vehicleStatisticsApi.tariff',
  ],
  ...['reportsApi.tariff', 'reportsApi.limit', 'reportsApi.running', 'exportApi.limit', 'exportApi.running'],
  ...['importsApi.limit', 'importsApi.running'],
];

test('requests that fail because the disk is full have one line with the error per minute, then the 10th and the 100th', async () => {
  const lines: string[] = [];
  const app = await testApp('sqlite', {
    server: { logLevel: 'warn', trustProxy: false, isHttps: false, logTo: { write: (line) => lines.push(line) } },
  });
  onTestFinished(() => app.close());
  const { token } = await aUser(app);
  const now = Date.now();
  vi.setSystemTime(now);
  onTestFinished(() => void vi.useRealTimers());
  const order = async () => {
    app.beforeTransaction(async () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    });
    expect((await app.request('POST', '/api/orders', { token, body: { tariff_change: 'family', payment_months: 1 } })).status).toBe(503);
  };
  await activatePayments(app);
  for (let n = 0; n < 12; n++) await order();
  vi.setSystemTime(now + 61_000);
  await order();
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ err, count }) => [err?.message, count])).toEqual([
    ['database or disk is full', 1],
    [undefined, 10],
    ['database or disk is full', 1],
  ]);
  for (const line of logged) expect(line).toMatchObject({ level: 50, msg: 'api.503', advice: expect.stringContaining('make space') });
});

test('a 403 or 429 is logged unless it is a rule of the product', () => {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => [403, 429].includes(ERRORS[code]));
  expect(codes.filter((code) => !isRejection(new AppError(code)))).toEqual(ORDINARY);
});

test('load shedding is a rejection, an unavailable database is a failure', () => {
  expect(isRejection(new AppError('api.503'))).toBe(true);
  expect(isRejection(new AppError('api.503', { cause: new Error('away') }))).toBe(false);
});

describe('an error in the log', () => {
  test('keeps the facts that explain it, and nothing of a row or an email', () => {
    const driver = Object.assign(new Error('null value in column "phone" violates not-null constraint'), {
      ...{ code: '23502', table: 'users', column: 'phone', severity: 'ERROR' },
      ...{ detail: `Failing row contains (1, ${EMAIL}, $argon2id$secret).`, where: 'secret', hint: 'secret', parameters: ['secret'] },
    });
    const mail = Object.assign(new Error(`All recipients were rejected: 550 5.1.1 <${EMAIL}>`), {
      ...{ code: 'EENVELOPE', responseCode: 550, response: `550 <${EMAIL}>` },
      ...{ rejected: [EMAIL], envelope: { to: [EMAIL] }, rejectedErrors: [new Error(EMAIL)] },
    });
    const error = new AggregateError([mail], 'several', { cause: driver });
    const written = loggedError(error);
    expect(written).toMatchObject({
      message: 'several',
      stack: expect.stringContaining('security-log.test.ts'),
      cause: { message: driver.message, code: '23502', table: 'users', column: 'phone', severity: 'ERROR' },
      errors: [{ message: 'All recipients were rejected: 550 5.1.1 <[email]>', code: 'EENVELOPE', responseCode: 550 }],
    });
    for (const secret of [EMAIL, 'olena', 'secret', 'argon2id']) expect(JSON.stringify(written)).not.toContain(secret);
  });

  test('cuts an endless chain of causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(loggedError(error)).match(/"round"/g)).toHaveLength(5);
    expect(loggedError('thrown text')).toEqual({ type: 'string', message: '', stack: '' });
  });

  test('is logged in this form by the server', async () => {
    const lines: string[] = [];
    const app = await testApp('sqlite', {
      passwords: {
        hash: async () => '',
        verify: async () => {
          throw Object.assign(new Error(`no mail to ${EMAIL}`), { detail: 'secret' });
        },
      },
      server: { logLevel: 'warn', trustProxy: false, isHttps: false, logTo: { write: (line) => lines.push(line) } },
    });
    const body = { email: EMAIL, password: PASSWORD };
    expect((await app.request('POST', '/api/users/login', { body })).status).toBe(500);
    await app.close();
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 50, msg: 'api.loginUser.500', err: { message: 'no mail to [email]' } });
    expect(lines.join('')).not.toContain('secret');
  });
  test('is logged without emails if it does not end the request', async () => {
    const lines: string[] = [];
    const app = await testApp('sqlite', {
      images: {
        ...sharpImages(),
        scale: async () => {
          throw new Error(`no thumbnail for ${EMAIL}`);
        },
      },
      server: { logLevel: 'warn', trustProxy: false, isHttps: false, logTo: { write: (line) => lines.push(line) } },
    });
    const { image } = await aVehicle(app, await aUser(app));
    expect((await app.request('GET', `${image}?width=${THUMBNAIL_WIDTHS[0]}`)).status).toBe(200);
    await app.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, msg: 'no thumbnail for [email]', err: { message: 'no thumbnail for [email]' } },
    ]);
  });
});
