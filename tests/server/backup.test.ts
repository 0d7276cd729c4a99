import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '#server/db/store.ts';
import { aUser } from '#tests/support/builders.ts';
import { testClock } from '#tests/support/clock.ts';

const run = promisify(execFile);

describe('backup and restore of SQLite', () => {
  let folder: string;
  let stores: Store[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carnet-backup-'));
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (name: string): Promise<Store> => {
    const store = await openStore({ dataDir: join(folder, name), databaseUrl: undefined, onError: () => undefined });
    stores.push(store);
    return store;
  };
  const script = (name: 'backup' | 'restore', data: string, ...args: string[]) =>
    run(process.execPath, [`scripts/${name}.ts`, ...args], { env: { PATH: process.env.PATH, DATA_DIR: join(folder, data) } });
  const emails = async (store: Store) =>
    (await store.db.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email);
  const clock = testClock();

  test('a backup of a running server, restored into an empty folder, is the same product', async () => {
    const live = await open('live');
    const people = [await aUser({ store: live, clock }), await aUser({ store: live, clock })];
    await script('backup', 'live', join(folder, 'a.backup'));
    await script('restore', 'new', join(folder, 'a.backup'));
    expect(await emails(await open('new'))).toEqual(people.map(({ email }) => email));
  });

  test('a restore on a running server is seen by it at once, and what was there is kept', async () => {
    const live = await open('live');
    const { email } = await aUser({ store: live, clock });
    await script('backup', 'live', join(folder, 'a.backup'));
    await aUser({ store: live, clock });
    const { stdout } = await script('restore', 'live', join(folder, 'a.backup'), '--replace');
    expect(await emails(live)).toEqual([email]);
    await aUser({ store: live, clock });
    const kept = /kept as (\S+)/.exec(stdout)?.[1] ?? '';
    await script('restore', 'old', kept);
    expect(await emails(await open('old'))).toHaveLength(2);
  });

  test('nothing is written over unasked, and only a backup is restored', async () => {
    await open('live');
    await script('backup', 'live', join(folder, 'a.backup'));
    await expect(script('backup', 'live', join(folder, 'a.backup'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    await expect(script('restore', 'live', join(folder, 'a.backup'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--replace'),
    });
    await writeFile(join(folder, 'letter'), 'no database');
    await expect(script('restore', 'new', join(folder, 'letter'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no backup'),
    });
    const newer = await open('newer');
    await sql`insert into kysely_migration (name, timestamp) values ('9999_from_the_future', '2099')`.execute(newer.db);
    await script('backup', 'newer', join(folder, 'newer.backup'));
    await expect(script('restore', 'live', join(folder, 'newer.backup'), '--replace')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('newer release'),
    });
    await expect(script('backup', 'nowhere', join(folder, 'b.backup'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATA_DIR'),
    });
  });
});
