import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { addImages } from '#server/http/images.ts';
import { newLoad } from '#server/http/load.ts';
import { newServer } from '#server/http/server.ts';
import type { PageRequest } from '#server/ports/pages.ts';
import { errorText } from '#server/texts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { barePages } from '#tests/support/bare-pages.ts';
import { aUser } from '#tests/support/builders.ts';

describe('the server', () => {
  let app: TestApp;
  let pages: PageRequest[];
  let port: number;
  beforeAll(async () => {
    pages = [];
    app = await testApp('sqlite', {
      pages: barePages(async (page) => {
        pages.push(page);
        return { status: page.address === '/' ? 200 : 404, html: `<!doctype html><title>${page.language} ${page.theme}</title>` };
      }),
      assets: undefined,
    });
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  const raw = async (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'close');
    return text;
  };

  test.each([
    ['invalid HTTP', 'rubbish\r\n\r\n', 400],
    ['oversized headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s gets the common error body', async (_, bytes, status) => {
    const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      code: 'api.400',
      message: expect.stringMatching(/\p{Script=Cyrillic}/u),
      requestId: expect.any(String),
    });
  });

  test('every spelling of the path of an API call gets the headers of the API', async () => {
    const { token } = await aUser(app);
    const paths = [
      '/api/users/user',
      '/%61pi/users/user',
      '/ap%69/users/user?lang=en',
      'http://x/api/users/user',
      'http://x/%61pi/nothing',
      '/api',
    ];
    for (const path of paths) {
      const head = (
        await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      ).toLowerCase();
      expect(head, path).toContain(path.includes('users') ? ' 200 ok' : ' 404 not found');
      expect(head, path).toContain('cache-control: no-store');
      expect(head, path).toContain("content-security-policy: default-src 'none'");
    }
  });

  test('a page is the same for an absolute address', async () => {
    expect(await raw('GET http://x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(' 200 OK');
    expect(pages.at(-1)?.address).toBe('/');
  });

  test('answers 400 to several Host headers', async () => {
    for (const path of ['/', '/api/prices/price'])
      expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n`)).toContain(' 400 Bad Request');
  });

  test('answers 413 to an oversized body, 400 to deep nesting and wrong types', async () => {
    const large = await app.request('POST', '/api/users/login', { body: { email: 'x'.repeat(70_000) } });
    expect({ status: large.status, code: large.body.code }).toEqual({ status: 413, code: 'api.413' });
    const deep = await app.request('POST', '/api/users/login', {
      body: `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(deep.status).toBe(400);
    for (const body of [[], { email: {}, password: [] }, { email: null }, { email: 1e300, password: true }])
      expect((await app.request('POST', '/api/users/login', { body })).status).toBe(400);
  });

  test('answers 404 with the common error body to another method and to an unknown path', async () => {
    for (const [method, path] of [
      ['POST', '/'],
      ['DELETE', '/api/users/login'],
      ['PUT', '/service'],
    ] as const) {
      const { status, body } = await app.request(method, path);
      expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: 'api.404' });
    }
  });

  test.each(Object.values(ALL_ENDPOINTS).filter(({ file }) => file))('has no HEAD for the file of $path', async ({ path }) => {
    const statusOf = async (method: 'GET' | 'HEAD') => (await app.server.inject({ method, url: path.replace(/\{\w+\}/g, '1') })).statusCode;
    expect({ get: await statusOf('GET'), head: await statusOf('HEAD') }).toEqual({ get: 401, head: 404 });
  });

  test('answers 415 to a form where JSON is expected', async () => {
    const form = new FormData();
    form.append('email', 'a@example.com');
    const { status, body } = await app.request('POST', '/api/users/login', { form });
    expect({ status, code: body.code }).toEqual({ status: 415, code: 'api.415' });
  });

  test('answers 404 with the common error body below the page of the API', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/docs/nothing?lang=en`);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 404,
      body: { success: false, code: 'api.404', message: errorText('en', 'api.404'), requestId: expect.stringMatching(/^[\da-f-]{36}$/) },
    });
  });

  test('reports the health of the process and of the database', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(await app.request('GET', path)).toMatchObject({ status: 200, body: { success: true } });
  });

  test('caches rendered pages despite other requests, and serves no file that was not built', async () => {
    const assets = await mkdtemp(join(tmpdir(), 'carnet-assets-'));
    const rendered: string[] = [];
    const pages = barePages(async ({ address }) => {
      rendered.push(address);
      return { status: address === '/404' ? 404 : 200, html: '<!doctype html>' };
    });
    const addressOf = (url: string) => (/^\/service\/*(\?|$)/i.test(url) ? '/service' : '/404');
    const cachingApp = await testApp('sqlite', { assets, pages: { ...pages, addressOf } });
    for (let n = 0; n < 150; n++) {
      await cachingApp.request('GET', `/service${'/'.repeat(n)}`);
      expect((await cachingApp.request('GET', `/nothing-${n}`)).status).toBe(404);
    }
    for (const path of ['/assets/', '/assets/..%2f..%2fpackage.json', '/assets/nothing.js'])
      expect(await cachingApp.request('GET', path)).toMatchObject({ status: 404, body: { code: 'api.404' } });
    await cachingApp.close();
    await rm(assets, { recursive: true });
    expect(rendered).toEqual(['/service', '/404']);
  });

  test('a page has the language of the URL, otherwise of the cookie, otherwise ua, whatever the browser prefers', async () => {
    const titleOf = async (path: string, headers: Record<string, string> = {}) =>
      /<title>(.*)<\/title>/.exec(String((await app.request('GET', path, { headers })).body))?.[1];
    expect(await titleOf('/', { 'accept-language': 'en' })).toBe('ua light');
    expect(await titleOf('/', { cookie: 'lang=en; theme=dark' })).toBe('en dark');
    expect(await titleOf('/?lang=ru', { cookie: 'lang=en' })).toBe('ru light');
    expect(await titleOf('/?lang=xx', { cookie: 'lang=zz; theme=pink' })).toBe('ua light');
  });

  test('renders and caches a page separately for users and visitors, according to the cookie', async () => {
    const pages = barePages(async ({ hasSession }) => ({ status: 200, html: hasSession ? 'user' : 'visitor' }));
    const own = await testApp('sqlite', { pages });
    onTestFinished(() => own.close());
    const pageFor = async (cookie: string) => (await own.request('GET', '/', { headers: { cookie } })).body;
    for (const _ of [1, 2]) {
      expect(await pageFor('lang=en')).toBe('visitor');
      expect(await pageFor('session=1')).toBe('user');
      expect(await pageFor('session=')).toBe('visitor');
    }
  });

  test('pages have the strict CSP, the API its own, and neither can be framed', async () => {
    const page = await app.request('GET', '/');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe");
    const api = await app.request('GET', '/api/openapi.json');
    expect(api.body.openapi).toBe('3.1.0');
    for (const { headers } of [page, api]) {
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' });
    }
    expect(api.headers['cache-control']).toBe('no-store');
    expect((await app.request('GET', '/nothing')).status).toBe(404);
  });

  test('tells where to report a vulnerability: by email, otherwise at the contact page', async () => {
    const expires = new Date(app.clock.now() + 180 * 86_400_000).toISOString().slice(0, 10);
    const { status, body, headers } = await app.request('GET', '/.well-known/security.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(body.split('\n')).toEqual([
      'Contact: http://carnet.test/contact',
      `Expires: ${expires}T00:00:00.000Z`,
      'Preferred-Languages: uk, ru, en',
      'Canonical: http://carnet.test/.well-known/security.txt',
      '',
    ]);
    const reachable = await testApp('sqlite', { contactEmail: 'owner@example.com' });
    expect((await reachable.request('GET', '/.well-known/security.txt')).body).toContain('Contact: mailto:owner@example.com\n');
    await reachable.close();
  });

  test('a page knows the language of its address, which its links keep, but not that of the cookie', async () => {
    await app.request('GET', '/about?lang=en');
    await app.request('GET', '/about?lang=xx', { headers: { cookie: 'lang=en' } });
    expect(pages.slice(-2)).toMatchObject([{ language: 'en', linkLanguage: 'en' }, { language: 'en' }]);
    expect(pages.at(-1)?.linkLanguage).toBeUndefined();
  });

  test('a photo that cannot be read from the database has its own code', async () => {
    const server = await newServer({ logLevel: 'silent', trustProxy: false, isHttps: false });
    const find = async () => {
      throw new Error('the image table is broken');
    };
    addImages(server, { find, exists: find }, newLoad());
    const response = await server.inject('/api/images/AAAAAAAAAAAAAAAAAAAAAA');
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 500, code: 'imageApi.500' });
    await server.close();
  });
});
