import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { isoTime, systemClock } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aUser, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { aDatabase, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import { type S3Server, s3Server } from '#tests/support/s3-server.ts';
import { builtCommand, NODE_ENV, type RunningServer } from '#tests/support/server.ts';

/** Milliseconds for a test, in which several processes start. */
const TIMEOUT = 120_000;
/** Photos, more than one page of the command. */
const COUNT = 30;

describe.each(DATABASES)('npm run photos on %s', { timeout: TIMEOUT }, (kind) => {
  let database: SharedDatabase;
  let store: Store;
  let s3: S3Server;
  let server: RunningServer;
  beforeEach(async () => {
    [database, s3] = await Promise.all([aDatabase(kind), s3Server()]);
    store = await database.open();
    server = await startOn(database);
  }, TIMEOUT);
  afterEach(async () => {
    await server.stop();
    await store.close();
    await Promise.all([database.remove(), s3.close()]);
  });

  function start(args: string[], env: Record<string, string>) {
    const child = spawn(process.execPath, [builtCommand('photos'), ...args], {
      env: { ...NODE_ENV, ...database.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  }
  const photos = (...args: string[]) => start(args, s3.env).ended;
  const useStore = async (): Promise<void> => {
    await server.stop();
    server = await startOn(database, s3.env);
  };

  async function post(user: TestUser): Promise<{ id: number; image: string }> {
    const { body } = await request(server, 'POST', '/api/vehicles', { token: user.token, form: await vehicleForm(vehicleFields()) });
    return body.data;
  }
  async function vehicles(count: number): Promise<{ user: TestUser; list: { id: number; image: string }[] }> {
    const user = await aUser({ store, clock: systemClock }, { tariff: 'business' });
    return { user, list: await Promise.all(Array.from({ length: count }, () => post(user))) };
  }
  const bytesOf = async (path: string): Promise<string> => {
    const { status, body } = await request(server, 'GET', path);
    return `${status} ${Buffer.from(body as ArrayBuffer).toString('base64')}`;
  };
  const allBytes = (paths: string[]): Promise<string[]> => Promise.all(paths.map(bytesOf));
  const stored = async (): Promise<number> =>
    (await store.db.selectFrom('images').select('id').where('object_key', 'is not', null).execute()).length;

  test('moves photos and thumbnails to the store and back, with the same bytes, and once', async () => {
    const { list } = await vehicles(COUNT);
    const [first = '', second = ''] = list.map(({ image }) => image);
    const paths = [...list.map(({ image }) => image), `${first}?width=192`, `${first}?width=384`, `${second}?width=192`];
    const before = await allBytes(paths);
    const moved = new RegExp(`^moved ${COUNT} photos and 3 thumbnails \\(\\d\\.\\d MB\\) to carnet-photos/test/ at http://127`);
    expect(await photos('to-store')).toEqual({ code: 0, output: expect.stringMatching(moved) });
    expect([await stored(), s3.keys().length]).toEqual([COUNT, COUNT + 3]);
    expect(await photos('to-store')).toEqual({ code: 0, output: expect.stringContaining('moved 0 photos and 0 thumbnails') });
    await useStore();
    expect(await allBytes(paths)).toEqual(before);
    const back = `moved ${COUNT} photos and 3 thumbnails`;
    expect(await photos('to-database')).toEqual({ code: 0, output: expect.stringContaining(back) });
    expect([await stored(), s3.keys()]).toEqual([0, []]);
    expect(await allBytes(paths)).toEqual(before);
    await checkIntegrity(store);
  });

  test('continues a run that was killed, while photos are read, added and deleted', async () => {
    const { user, list } = await vehicles(COUNT);
    await useStore();
    const paths = list.slice(5).map(({ image }) => image);
    const before = await allBytes(paths);
    const { child, ended } = start(['to-store'], s3.env);
    await expect.poll(() => s3.keys().length, { timeout: TIMEOUT, interval: 5 }).toBeGreaterThan(2);
    child.kill('SIGKILL');
    await ended;
    expect(await allBytes(paths)).toEqual(before);
    const again = photos('to-store');
    for (const { id } of list.slice(0, 5))
      expect((await request(server, 'DELETE', `/api/vehicles/${id}`, { token: user.token })).status).toBe(200);
    const { image } = await post(user);
    expect(await again).toMatchObject({ code: 0 });
    expect(await allBytes(paths)).toEqual(before);
    expect(await stored()).toBe(COUNT - 5 + 1);
    const back = await photos('to-database');
    expect(await allBytes(paths)).toEqual(before);
    expect((await bytesOf(image)).slice(0, 3)).toBe('200');
    expect(await stored()).toBe(0);
    // What is left belongs to no row: objects of the killed run, deleted an hour later.
    const waiting = await store.db.selectFrom('object_deletions').select('object_key').execute();
    expect(waiting.map(({ object_key }) => object_key)).toEqual(expect.arrayContaining(s3.keys()));
    const isLeft = waiting.length > 0;
    expect([back.code, back.output.includes('Keep FILES_URL')]).toEqual([isLeft ? 1 : 0, isLeft]);
    // An hour later they are deleted.
    await store.db.updateTable('object_deletions').set({ due_at: '' }).execute();
    expect(await photos('to-database')).toMatchObject({ code: 0 });
    expect(s3.keys()).toEqual([]);
  });

  test('waits for objects that a server is deleting at the same moment', async () => {
    const claimed = { object_key: 'claimed', due_at: isoTime(Date.now() + 5 * MINUTE), tries: 0 };
    await store.db.insertInto('object_deletions').values(claimed).execute();
    const { child, ended } = start(['to-database'], s3.env);
    await once(child.stdout, 'data');
    await store.db.deleteFrom('object_deletions').execute();
    expect(await ended).toEqual({ code: 0, output: expect.stringContaining('moved 0 photos') });
  });

  test('tells which objects are lost, and moves the others', async () => {
    const { list } = await vehicles(2);
    await photos('to-store');
    await store.db
      .updateTable('images')
      .set({ object_key: 'lost' })
      .where('id', '=', String(list[0]?.image.split('/').at(-1)))
      .execute();
    expect(await photos('to-database')).toEqual({
      code: 1,
      output: expect.stringMatching(/moved 1 photos[\s\S]*no object for 1 of them: lost\./),
    });
    expect(await stored()).toBe(1);
  });

  test('needs a store and a direction', async () => {
    const noStore = await start(['to-store'], {}).ended;
    expect(noStore).toEqual({ code: 1, output: 'FILES_URL is not set: name the object store with it.\n' });
    for (const args of [[], ['to-nowhere'], ['to-store', 'now']])
      expect(await photos(...args)).toEqual({ code: 1, output: 'Name a direction: carnet photos to-store | to-database\n' });
  });
});
