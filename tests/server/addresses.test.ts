import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';

const LIMIT = 600;
const PROXY = '10.0.0.1';

describe('the rate limit per address', () => {
  let app: TestApp;
  // The limit uses Date; it is fixed here, so that a flood stays within one minute on a slow machine, too.
  beforeEach(() => void vi.setSystemTime(Date.now()));
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const anApp = async (trustProxy: string | false) => {
    app = await testApp('sqlite', { server: { logLevel: 'silent', trustProxy, isHttps: false } });
  };
  /** Sends as many rejected logins as the limit allows, each with another X-Forwarded-For; returns the response to the next one. */
  const flood = async (remoteAddress: string) => {
    const ask = (n: number) =>
      app.server.inject({
        method: 'POST',
        url: '/api/users/login',
        remoteAddress,
        headers: { 'x-forwarded-for': `203.0.113.${n % 200}` },
        payload: {},
      });
    for (let n = 0; n < LIMIT; n++) expect((await ask(n)).statusCode).toBe(400);
    return ask(LIMIT);
  };

  test('answers 429 with Retry-After, whatever X-Forwarded-For contains', async () => {
    await anApp(false);
    const rejected = await flood(PROXY);
    expect({ status: rejected.statusCode, code: rejected.json().code }).toEqual({ status: 429, code: 'api.429' });
    expect(rejected.headers['retry-after']).toBe('60');
    expect((await app.server.inject({ method: 'POST', url: '/api/users/login', remoteAddress: '192.0.2.7', payload: {} })).statusCode).toBe(
      400,
    );
  });

  test('ignores X-Forwarded-For of other clients if a proxy is configured', async () => {
    await anApp(PROXY);
    expect((await flood('192.0.2.7')).statusCode).toBe(429);
  });

  test('counts an IPv6 network (/64) as one address, and both notations of an IPv4 address as one', async () => {
    await anApp(false);
    const remaining = async (remoteAddress: string) => {
      const { headers } = await app.server.inject({ method: 'POST', url: '/api/users/login', remoteAddress, payload: {} });
      return Number(headers['x-ratelimit-remaining']);
    };
    expect(await remaining('2001:db8:0:1::1')).toBe(LIMIT - 1);
    expect(await remaining('2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(LIMIT - 2);
    expect(await remaining('2001:db8:0:2::1')).toBe(LIMIT - 1);
    expect(await remaining('192.0.2.7')).toBe(LIMIT - 1);
    expect(await remaining('::ffff:192.0.2.7')).toBe(LIMIT - 2);
    expect(await remaining('::ffff:192.0.2.8')).toBe(LIMIT - 1);
  });

  test('is a setting of each process: three with a third of it each hold it together', async () => {
    const share = LIMIT / 3;
    const settings = { logLevel: 'silent', trustProxy: false as const, isHttps: false, publicWritesPerMinute: share };
    const apps = await Promise.all([1, 2, 3].map(() => testApp('sqlite', { server: settings })));
    [app] = apps as [TestApp];
    onTestFinished(async () => {
      for (const other of apps.slice(1)) await other.close();
    });
    const statuses: number[] = [];
    for (let n = 0; n < LIMIT + 30; n++)
      statuses.push((await (apps[n % 3] as TestApp).request('POST', '/api/users/login', { body: {}, address: '192.0.2.7' })).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(LIMIT);
    expect(statuses.slice(LIMIT)).toEqual(Array(30).fill(429));
  });

  test('counts the addresses that the configured proxy reports', async () => {
    await anApp(PROXY);
    expect((await flood(PROXY)).statusCode).toBe(400);
  });
});
