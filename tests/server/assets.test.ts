import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

/** Browser files of two releases that run side by side on one database. */

const BROTLI = { 'accept-encoding': 'gzip, br' };

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carnet-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'a-folder'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    if (name.endsWith('.js')) await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
  }
  return folder;
}

describe.each(DATABASES)('the browser files of two releases on %s', (kind) => {
  const apps: TestApp[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0).reverse()) await app.close();
  });

  /** A process of a release with these files, on the database of the first one. */
  async function started(files: Record<string, string>): Promise<TestApp> {
    const [first] = apps;
    const assets = await folderWith(files);
    const app = await testApp(kind, { assets, ...(first && { store: first.store, clock: first.clock }) });
    apps.push(app);
    await app.publishAssets();
    return app;
  }

  async function storedNames(): Promise<string[]> {
    const rows = await apps[0]?.store.db.selectFrom('assets').select('name').orderBy('name').execute();
    return rows?.map(({ name }) => name) ?? [];
  }

  test('each process serves the files of both', async () => {
    const older = await started({ 'page-1.js': 'first', 'both-0.css': 'same', 'map-1.webp': 'picture' });
    const newer = await started({ 'page-2.js': 'second', 'both-0.css': 'same' });
    for (const [app, name, text] of [
      [older, 'page-2.js', 'second'],
      [newer, 'page-1.js', 'first'],
    ] as const) {
      const plain = await app.request('GET', `/assets/${name}`);
      expect(plain).toMatchObject({ status: 200, body: text });
      expect(plain.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      });
      expect(plain.headers['content-encoding']).toBeUndefined();
      const { rawPayload, headers } = await app.server.inject({ url: `/assets/${name}?v=1`, headers: BROTLI });
      expect(headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(rawPayload).toString()).toBe(text);
    }
    const picture = await newer.request('GET', '/assets/map-1.webp', { headers: BROTLI });
    expect(picture).toMatchObject({ status: 200, body: 'picture', headers: { 'content-type': 'image/webp' } });
    expect(picture.headers['content-encoding']).toBeUndefined();
    const { statusCode, payload } = await newer.server.inject({ method: 'HEAD', url: '/assets/page-1.js' });
    expect([statusCode, payload]).toEqual([200, '']);
    expect(await storedNames()).toEqual(['both-0.css', 'map-1.webp', 'page-1.js', 'page-2.js']);
  });

  test('a file is sent whole, whatever range is asked for', async () => {
    const app = await started({ 'page-1.js': 'first' });
    for (const range of ['bytes=0-1', 'bytes=900-', 'bytes=x'])
      expect(await app.request('GET', '/assets/page-1.js', { headers: { range } })).toMatchObject({ status: 200, body: 'first' });
  });

  test('a file of no release is not found, and the answer is not kept', async () => {
    const app = await started({ 'page-1.js': 'first' });
    const missing = await app.request('GET', '/assets/page-9.js');
    expect(missing).toMatchObject({ status: 404, body: { code: 'api.404' }, headers: { 'cache-control': 'no-store' } });
    for (const name of [
      'page-9.txt',
      `${'a'.repeat(5_000)}.js`,
      '..%2fpage-1.js',
      'a-folder/page-1.js',
      'a-folder',
      '%00.js',
      '',
      'page-1.js.gz',
    ]) {
      const { status, body } = await app.request('GET', `/assets/${name}`);
      expect([status, body.code], name.slice(0, 50)).toEqual([404, 'api.404']);
    }
    expect((await app.request('POST', '/assets/page-1.js', { body: {} })).status).toBe(404);
  });

  test('files of a release that has not run for 30 days are deleted, and a restored database gets those in use again', async () => {
    const older = await started({ 'page-1.js': 'first', 'both-0.css': 'same' });
    const newer = await started({ 'page-2.js': 'second', 'both-0.css': 'same' });
    const { clock, store } = older;
    clock.advance(29 * DAY);
    await newer.runJobs();
    expect(await storedNames()).toEqual(['both-0.css', 'page-1.js', 'page-2.js']);
    clock.advance(2 * DAY);
    await newer.runJobs();
    expect(await storedNames()).toEqual(['both-0.css', 'page-2.js']);
    expect((await newer.request('GET', '/assets/page-1.js')).status).toBe(404);
    await store.db.deleteFrom('assets').execute();
    clock.advance(DAY);
    await newer.runJobs();
    expect(await storedNames()).toEqual(['both-0.css', 'page-2.js']);
  });

  test('a process that cannot store its files serves them all the same', async () => {
    const app = await started({ 'page-1.js': 'first' });
    await app.store.db.schema.dropTable('assets').execute();
    await app.publishAssets();
    expect(await app.request('GET', '/assets/page-1.js')).toMatchObject({ status: 200, body: 'first' });
  });

  test('processes that start at the same moment store each file once', async () => {
    const first = await started({ 'page-1.js': 'first' });
    await first.store.db.deleteFrom('assets').execute();
    const second = await started({ 'page-1.js': 'first', 'page-2.js': 'second' });
    await first.store.db.deleteFrom('assets').execute();
    await Promise.all([first.publishAssets(), second.publishAssets(), first.publishAssets()]);
    expect(await storedNames()).toEqual(['page-1.js', 'page-2.js']);
  });
});
