import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';

const LIMIT = 600;
const PROXY = '10.0.0.1';

describe('the limit per address', () => {
  let app: TestApp;
  // The limit uses Date, which is fixed here: on a slow machine, too, a flood is within one minute.
  beforeEach(() => void vi.setSystemTime(Date.now()));
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const anApp = async (trustProxy: string | false) => {
    app = await testApp('sqlite', { server: { logLevel: 'silent', trustProxy, isHttps: false } });
  };
  /** What is answered after as many refused logins as are allowed, each from the address that it claims. */
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

  test('is 429 with Retry-After, and X-Forwarded-For does not help', async () => {
    await anApp(false);
    const refused = await flood(PROXY);
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 429, code: 'api.429' });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await app.server.inject({ method: 'POST', url: '/api/users/login', remoteAddress: '192.0.2.7', payload: {} })).statusCode).toBe(
      400,
    );
  });

  test('does not believe a stranger either when a proxy is named', async () => {
    await anApp(PROXY);
    expect((await flood('192.0.2.7')).statusCode).toBe(429);
  });

  test('counts the addresses of an IPv6 network (/64) as one, and an IPv4 address however it is written', async () => {
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

  test('counts the addresses that the named proxy tells', async () => {
    await anApp(PROXY);
    expect((await flood(PROXY)).statusCode).toBe(400);
  });
});
