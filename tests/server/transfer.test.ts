import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageContent } from '#contract/page-content.ts';
import { DAY } from '#contract/time.ts';
import { advertBody, putAdverts } from '#tests/support/adverts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { barePages } from '#tests/support/bare-pages.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';

const LONG = 'Перегляд '.repeat(500);
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
const PREFERENCES: [string, keyof typeof DECODE][] = [
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['zebra', 'identity'],
  ['', 'identity'],
];

describe('responses', () => {
  let app: TestApp;
  let assets: string;
  let title = 'first';
  beforeAll(async () => {
    assets = await mkdtemp(join(tmpdir(), 'carnet-assets-'));
    const pages = barePages(async ({ address, data }) => ({
      status: address === '/nothing' ? 404 : 200,
      html: `<!doctype html><title>${title}</title><p>${LONG}${JSON.stringify(data)}`,
    }));
    app = await testApp('sqlite', { pages, assets });
  });
  afterAll(async () => {
    await app.close();
    await rm(assets, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers });

  test.each(PREFERENCES)('a page for «%s» is encoded as %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await get('/', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers.vary).toContain('accept-encoding');
    expect(DECODE[encoding](rawPayload).toString()).toContain(LONG);
  });

  test.each(PREFERENCES)('a large response of the API for «%s» is encoded as %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await get('/api/openapi.json', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers.vary).toContain('accept-encoding');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(JSON.parse(DECODE[encoding](rawPayload).toString()).openapi).toBe('3.1.0');
  });

  test('compresses a list of records, but not a small response or a photo', async () => {
    const user = await aUser(app);
    const { token } = user;
    const { id, image } = await aVehicle(app, user);
    for (let n = 0; n < 8; n++) await app.request('POST', `/api/vehicles/${id}/records`, { token, body: recordBody() });
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
    const list = await get(`/api/vehicles/${id}/records`, headers);
    expect(list.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(list.rawPayload).toString()).data).toHaveLength(8);
    expect((await get('/healthz', headers)).headers).not.toHaveProperty('content-encoding');
    expect((await get(image, headers)).headers).not.toHaveProperty('content-encoding');
  });

  test('a page has a validator: 304 without a body until the page changes, and never for a missing page', async () => {
    const first = await get('/');
    const { etag = '' } = first.headers as { etag?: string };
    for (const header of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get('/', { 'if-none-match': header, 'accept-encoding': 'br' });
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: first.headers.vary });
      expect(again.headers).not.toHaveProperty('content-encoding');
    }
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await get('/?lang=en', { 'if-none-match': etag })).statusCode).toBe(304);
    title = 'second';
    expect((await get('/second', { 'if-none-match': etag })).statusCode).toBe(200);
    const missing = await get('/nothing');
    expect((await get('/nothing', { 'if-none-match': String(missing.headers.etag) })).statusCode).toBe(404);
  });

  test('a photo has a validator: 304 for clients that have it, 404 once it is deleted', async () => {
    const user = await aUser(app);
    const { token } = user;
    const { id, image } = await aVehicle(app, user);
    const { etag = '' } = (await get(image)).headers as { etag?: string };
    const again = await get(image, { 'if-none-match': etag });
    expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({ status: 304, body: '', etag });
    expect((await get(image, { 'if-none-match': '"other"' })).rawPayload.length).toBeGreaterThan(0);
    expect((await app.request('DELETE', `/api/vehicles/${id}`, { token })).status).toBe(200);
    expect((await get(image, { 'if-none-match': etag })).statusCode).toBe(404);
  });
});

describe.each(DATABASES)('the content of a page on %s', (kind) => {
  test('reports whether there are adverts without reading them', async () => {
    const seen: PageContent[] = [];
    const pages = barePages(async ({ data }) => {
      seen.push(data);
      return { status: 200, html: '' };
    });
    const app = await testApp(kind, { pages });
    const admin = await anAdmin(app);
    await app.request('GET', '/');
    await putAdverts(app, admin, [advertBody()]);
    await app.store.db.schema.alterTable('adverts').renameColumn('text_ua', 'renamed').execute();
    await app.request('GET', '/');
    await app.close();
    expect(seen.map(({ hasAdverts }) => hasAdverts)).toEqual([false, true]);
  });

  test('follows the days of adverts: the page of another day is another page', async () => {
    const seen: PageContent[] = [];
    const pages = barePages(async ({ data }) => {
      seen.push(data);
      return { status: 200, html: '' };
    });
    const app = await testApp(kind, { pages, assets: import.meta.dirname });
    const midnight = Date.parse('2026-06-15T00:00:00Z');
    app.clock.now = () => midnight - 1;
    await putAdverts(app, await anAdmin(app), [advertBody('A', { shown_from: '2026-06-15', shown_until: '2026-06-15' })]);
    for (const time of [midnight - 1, midnight, midnight + DAY - 1, midnight + DAY]) {
      app.clock.now = () => time;
      await app.request('GET', '/');
    }
    await app.close();
    // The last page is that of the first day, from the cache.
    expect(seen.map(({ hasAdverts }) => hasAdverts)).toEqual([false, true]);
  });
});
