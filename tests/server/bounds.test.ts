import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { barePages } from '#tests/support/bare-pages.ts';
import { aUser } from '#tests/support/builders.ts';
import { testClock } from '#tests/support/clock.ts';
import { aDatabase, request, startOn } from '#tests/support/processes.ts';

const HSTS = 'strict-transport-security';
const YEAR = 31_536_000;
const SERVER = { logLevel: 'silent', trustProxy: false } as const;

async function anApp(overrides: Parameters<typeof testApp>[1]): Promise<TestApp> {
  const app = await testApp('sqlite', overrides);
  onTestFinished(() => app.close());
  return app;
}

describe('headers', () => {
  test.each([
    [{ isHttps: false, hasHstsSubdomains: true }, undefined],
    [{ isHttps: true }, `max-age=${YEAR}`],
    [{ isHttps: true, hasHstsSubdomains: true }, `max-age=${YEAR}; includeSubDomains`],
  ])('with %o HSTS is %s on every response', async (settings, expected) => {
    const app = await anApp({ server: { ...SERVER, ...settings } });
    for (const path of ['/', '/api/prices/price', '/api/nothing', '/healthz', '/api/openapi.json'])
      expect((await app.request('GET', path)).headers[HSTS], path).toBe(expected);
  });

  test('pages require Trusted Types and allow no policy', async () => {
    const app = await anApp({});
    const policy = String((await app.request('GET', '/')).headers['content-security-policy']).split('; ');
    expect(policy).toEqual(expect.arrayContaining(["require-trusted-types-for 'script'", "trusted-types 'none'"]));
  });

  test('pages allow the icons in Firefox below 132, and no frames, plugins, media or workers', async () => {
    const app = await anApp({});
    const policy = String((await app.request('GET', '/')).headers['content-security-policy']).split('; ');
    const directives = ['child-src', 'frame-src', 'media-src', 'object-src', 'worker-src', 'base-uri', 'frame-ancestors'];
    expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", ...directives.map((name) => `${name} 'none'`)]));
  });
});

describe('limits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp('sqlite');
  });
  afterAll(() => app.close());

  test('incomplete headers are ended after 30 s, an incomplete request after 120 s', () => {
    expect(app.server.server.headersTimeout).toBe(30_000);
    expect(app.server.server.requestTimeout).toBe(120_000);
    expect(app.server.server.maxHeadersCount ?? 2_000).toBeLessThanOrEqual(2_000);
  });

  test('limits a body to 64 KB', async () => {
    const bodyOf = (length: number) => ({ email: 'x'.repeat(length - '{"email":""}'.length) });
    const post = async (length: number) => (await app.request('POST', '/api/users/login', { body: bodyOf(length) })).status;
    expect([await post(64 * 1024), await post(64 * 1024 + 1)]).toEqual([400, 413]);
  });

  test('limits a path parameter to 200 characters', async () => {
    const get = async (length: number) => (await app.request('GET', `/api/images/${'x'.repeat(length)}`)).body.code;
    expect([await get(200), await get(201)]).toEqual(['api.id', 'api.404']);
  });
});

describe('pages', () => {
  test('are cached up to 240; the least recently used one is evicted', async () => {
    const assets = await mkdtemp(join(tmpdir(), 'carnet-assets-'));
    onTestFinished(() => rm(assets, { recursive: true }));
    const rendered: string[] = [];
    const pages = barePages(async ({ address }) => {
      rendered.push(address);
      return { status: 200, html: '<!doctype html>' };
    });
    const app = await anApp({ assets, pages });
    const get = (n: number) => app.request('GET', `/page-${n}`);
    for (let n = 0; n < 240; n++) await get(n);
    await get(0);
    await get(240);
    rendered.length = 0;
    await get(0);
    await get(1);
    expect(rendered).toEqual(['/page-1']);
  });

  test('are served while the database is unavailable, without its data', async () => {
    const pages = barePages(async ({ data }) => ({ status: 200, html: `<!doctype html>${JSON.stringify(data)}` }));
    const app = await anApp({ pages });
    expect((await app.request('GET', '/')).body).toContain('"prices":[');
    await app.store.db.schema.alterTable('prices').renameTo('renamed').execute();
    expect(await app.request('GET', '/')).toMatchObject({ status: 200, body: '<!doctype html>{}' });
    await app.store.db.schema.alterTable('renamed').renameTo('prices').execute();
    expect((await app.request('GET', '/')).body).toContain('"prices":[');
  });
});

test('applies the settings to a started server: HSTS, request ids of a proxy, writes per minute, and the warning about mail', async () => {
  const database = await aDatabase('sqlite');
  onTestFinished(() => database.remove());
  const id = 'id-of-the-proxy';
  const env = { PUBLIC_URL: 'https://carnet.example.com', HSTS_SUBDOMAINS: 'on', TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' };
  const server = await startOn(database, { ...env, WRITES_PER_MINUTE: '1' });
  onTestFinished(async () => void (await server.stop()));
  const store = await database.open();
  const { token } = await aUser({ store, clock: testClock() });
  await store.close();
  const write = () => request(server, 'POST', '/api/vehicles', { token, body: {}, headers: { 'x-request-id': id } });
  const first = await write();
  expect(first).toMatchObject({ status: 400, headers: { [HSTS]: `max-age=${YEAR}; includeSubDomains`, 'x-request-id': id } });
  expect((await write()).status).toBe(429);
  await expect.poll(server.output, { timeout: 10_000 }).toContain('SMTP_URL is not set');
  await expect.poll(() => server.output(), { timeout: 20_000 }).toContain(`"requestId":"${id}"`);
});
