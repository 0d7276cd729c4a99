import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#contract/time.ts';
import { AppError } from '#server/app-error.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, feedbackBody } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';

const LIMIT = 4;

describe.each(DATABASES)('the write limit per account on %s', (kind) => {
  let app: TestApp;
  let now: number;
  beforeAll(async () => {
    app = await testApp(kind, { server: { logLevel: 'silent', trustProxy: false, isHttps: false, writesPerMinute: LIMIT } });
  });
  // The limit uses Date, which is fixed here.
  beforeEach(() => {
    now = Date.now();
    vi.setSystemTime(now);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const statusOf = async (answer: ReturnType<TestApp['request']>) => (await answer).status;
  const post = (token: string) => app.request('POST', '/api/vehicles', { token, body: {} });

  test('counts all writes of a user together, including rejected ones, and lets other users write', async () => {
    const [user, other] = [await aUser(app), await aUser(app)];
    const { token } = user;
    expect(await statusOf(post(token))).toBe(400);
    expect(await statusOf(app.request('PATCH', '/api/users/change-profile', { token, body: {} }))).toBe(400);
    expect(await statusOf(app.request('DELETE', '/api/vehicles/1', { token }))).toBe(404);
    expect(await statusOf(app.request('POST', '/api/feedback/send', { token, body: feedbackBody() }))).toBe(200);
    vi.setSystemTime(now + 20 * SECOND);
    const rejected = await post(token);
    expect({ status: rejected.status, code: rejected.body.code }).toEqual({ status: 429, code: 'api.429' });
    expect(rejected.headers['retry-after']).toBe('40');
    expect(await statusOf(app.request('POST', '/api/feedback/send', { token, body: feedbackBody() }))).toBe(429);
    expect(await statusOf(app.request('GET', '/api/vehicles', { token }))).toBe(200);
    expect(await statusOf(post(other.token))).toBe(400);
    vi.setSystemTime(now + 60 * SECOND);
    expect(await statusOf(post(token))).toBe(400);
  });

  test('does not count writes that the server could not do', async () => {
    const { token } = await aUser(app);
    for (let n = 0; n <= LIMIT; n++) {
      app.beforeTransaction(() => Promise.reject(new AppError('api.503')));
      expect(await statusOf(app.request('POST', '/api/feedback/send', { token, body: feedbackBody() }))).toBe(503);
    }
    for (let n = 0; n < LIMIT; n++) expect(await statusOf(post(token))).toBe(400);
    expect(await statusOf(post(token))).toBe(429);
  });

  test('counts the sessions of one account together', async () => {
    const user = await aUser(app);
    const tokens = [user.token, await aSession(app, user.id)];
    for (let n = 0; n < LIMIT; n++) expect(await statusOf(post(tokens[n % 2] ?? ''))).toBe(400);
    for (const token of tokens) expect(await statusOf(post(token))).toBe(429);
  });

  test('counts administrators separately from users with the same id', async () => {
    const user = await aUser(app);
    let admin = await anAdmin(app);
    while (admin.id < user.id) admin = await anAdmin(app);
    expect(admin.id).toBe(user.id);
    const write = () => app.request('PUT', '/api/payments/payment', { token: admin.token, body: {} });
    for (let n = 0; n < LIMIT; n++) expect(await statusOf(write())).toBe(400);
    expect(await statusOf(write())).toBe(429);
    expect(await statusOf(post(user.token))).toBe(400);
  });

  test('does not count requests without a valid token', async () => {
    for (let n = 0; n <= LIMIT; n++) expect(await statusOf(post('x'.repeat(43)))).toBe(401);
  });
});

test('counts nothing without a limit', async () => {
  const app = await testApp('sqlite', { server: { logLevel: 'silent', trustProxy: false, isHttps: false, writesPerMinute: 0 } });
  const { token } = await aUser(app);
  for (let n = 0; n < 3; n++) expect((await app.request('POST', '/api/vehicles', { token, body: {} })).status).toBe(400);
  await app.close();
});
