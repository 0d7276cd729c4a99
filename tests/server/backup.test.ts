import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, watch } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '#server/db/data-dir.ts';
import { lastBackup } from '#server/db/last-backup.ts';
import { openStore, type Store } from '#server/db/store.ts';
import { aUser } from '#tests/support/builders.ts';
import { testClock } from '#tests/support/clock.ts';
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { builtCommand, NODE_ENV } from '#tests/support/server.ts';
import { copyToFile } from '../../scripts/copy-database.ts';
import { findPostgres } from '../../scripts/tools.mjs';

const run = promisify(execFile);

/** 16 MB: forty steps of the library's default size; the other process writes between any two of them. */
const BALLAST = 16 * 1024 * 1024;
/** Milliseconds after which a copy is considered endless. */
const GIVE_UP = 10_000;

describe('backup and restore of SQLite', () => {
  let folder: string;
  let stores: Store[];
  let writers: (() => Promise<void>)[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carnet-backup-'));
    stores = [];
    writers = [];
  });
  afterEach(async () => {
    for (const end of writers) await end();
    for (const store of stores) await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (name: string): Promise<Store> => {
    const store = await openStore({ dataDir: join(folder, name), databaseUrl: undefined, onError: () => undefined });
    stores.push(store);
    return store;
  };
  const script = (name: 'backup' | 'restore', data: string, ...args: string[]) =>
    run(process.execPath, [builtCommand(name), ...args], { env: { ...NODE_ENV, DATA_DIR: join(folder, data) } });
  const emails = async (store: Store) =>
    (await store.db.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email);
  const clock = testClock();
  const leftovers = async (path: string): Promise<string[]> => (await readdir(path)).filter((name) => /part|-journal/.test(name));

  test('restores a backup of a running server into an empty folder', async () => {
    const live = await open('live');
    const people = [await aUser({ store: live, clock }), await aUser({ store: live, clock })];
    await script('backup', 'live', join(folder, 'a.backup'));
    expect(await readdir(folder), 'a backup is one file').toEqual(['a.backup', 'live']);
    await script('restore', 'new', join(folder, 'a.backup'));
    expect(await emails(await open('new'))).toEqual(people.map(({ email }) => email));
    expect(await readdir(folder)).toEqual(['a.backup', 'live', 'new']);
  });

  test('restores a backup from a folder in which it can create no file', async () => {
    const live = await open('live');
    const { email } = await aUser({ store: live, clock });
    await script('backup', 'live', join(folder, 'a.backup'));
    // Unlike the mode of the folder, this also holds for root.
    await mkdir(join(folder, 'a.backup-shm'));
    await script('restore', 'new', join(folder, 'a.backup'));
    expect(await emails(await open('new'))).toEqual([email]);
  });

  test('restores the copy of a database with its write-ahead log', async () => {
    const live = await open('live');
    const { email } = await aUser({ store: live, clock });
    for (const part of ['', '-wal']) await copyFile(`${databaseFile(join(folder, 'live'))}${part}`, join(folder, `a.backup${part}`));
    await script('restore', 'new', join(folder, 'a.backup'));
    expect(await emails(await open('new'))).toEqual([email]);
  });

  test('says why a backup cannot be read, instead of calling it damaged', async () => {
    await mkdir(join(folder, 'a.backup'));
    const failure = await script('restore', 'new', join(folder, 'a.backup')).catch((error: { stderr: string }) => error.stderr);
    expect(failure).toContain('a.backup cannot be read: disk I/O error. Check the disk, the permissions');
  });

  test('says how many photos are in an object store, and not in the backup', async () => {
    const live = await open('live');
    const photo = (id: string, object_key: string | null) => ({
      ...{ id, media_type: 'image/jpeg', bytes: new Uint8Array(), created_at: '2026-01-01T00:00:00.000Z' },
      ...{ object_key, object_size: object_key && 1 },
    });
    await live.db
      .insertInto('images')
      .values([photo('a', null), photo('b', 'key-b'), photo('c', 'key-c')] as never)
      .execute();
    const { stdout } = await script('backup', 'live', join(folder, 'a.backup'));
    expect(stdout).toMatch(/\n2 photos are in the object store and not part of this backup: back up its bucket as well/);
    await live.db.deleteFrom('images').execute();
    expect((await script('backup', 'live', join(folder, 'b.backup'))).stdout).not.toContain('object store');
  });

  test('keeps the newest backups of a folder, and notes when the last one was made', async () => {
    await open('live');
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const old = ['carnet-2026-01-01T000000Z.sqlite', 'carnet-2026-01-02T000000Z.sqlite', 'carnet-2026-01-03T000000Z.sqlite'];
    for (const name of [...old, 'notes.txt']) await writeFile(join(backups, name), '');
    const { stdout } = await script('backup', 'live', '--keep', '2', backups);
    expect(stdout).toContain(`deleted ${old[1]}\n`);
    const left = await readdir(backups);
    expect(left).toEqual([old[2], expect.stringMatching(/^carnet-20\d\d-\d\d-\d\dT\d{6}Z\.sqlite$/), 'notes.txt']);
    expect(Date.now() - (lastBackup(join(folder, 'live')) ?? 0)).toBeLessThan(60_000);
    for (const args of [['--keep', '0', backups], ['--keep', '2', join(folder, 'none')], ['--kepe', '2', backups], []])
      await expect(script('backup', 'live', ...args)).rejects.toMatchObject({ code: 1 });
    expect(await readdir(backups)).toEqual(left);
  });

  test('says that the backup is complete if only its time cannot be noted', async () => {
    await open('live');
    await mkdir(join(folder, 'live', 'last-backup'));
    await expect(script('backup', 'live', join(folder, 'a.backup'))).rejects.toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('backed up to') },
      stderr: expect.stringMatching(/^The backup is complete, but/),
    });
    await script('restore', 'new', join(folder, 'a.backup'));
  });

  test('tries a restore without changing anything, and says what the backup contains', async () => {
    const live = await open('live');
    await aUser({ store: live, clock });
    await script('backup', 'live', join(folder, 'a.backup'));
    await aUser({ store: live, clock });
    const { stdout } = await script('restore', 'live', '--try', join(folder, 'a.backup'));
    expect(stdout).toContain('a.backup can be restored: 1 users, 0 vehicles, 0 entries, 0 orders');
    expect(await emails(live)).toHaveLength(2);
    expect(await leftovers(join(folder, 'live'))).toEqual([]);
    const bytes = await readFile(join(folder, 'a.backup'));
    await writeFile(join(folder, 'half.backup'), bytes.subarray(0, bytes.length / 2));
    await expect(script('restore', 'live', '--try', join(folder, 'half.backup'))).rejects.toMatchObject({ code: 1 });
    await expect(script('restore', 'live', '--try', join(folder, 'none'))).rejects.toMatchObject({
      stderr: expect.stringMatching(/^There is no file .*none\.\n$/),
    });
  });

  test('a running server sees a restored backup at once, and the old database is kept', async () => {
    const live = await open('live');
    const { email } = await aUser({ store: live, clock });
    await script('backup', 'live', join(folder, 'a.backup'));
    await aUser({ store: live, clock });
    const { stdout } = await script('restore', 'live', join(folder, 'a.backup'), '--replace');
    expect(await emails(live)).toEqual([email]);
    await aUser({ store: live, clock });
    const previous = /kept as (\S+)/.exec(stdout)?.[1] ?? '';
    await script('restore', 'old', previous);
    expect(await emails(await open('old'))).toHaveLength(2);
  });

  /** A database in that folder with some content, for `startWriting`. */
  const busy = async (name: string): Promise<Store> => {
    const store = await open(name);
    await sql`create table pairs (id integer primary key, value integer not null)`.execute(store.db);
    await sql`create table ballast (bytes blob)`.execute(store.db);
    await sql`insert into ballast values (zeroblob(${BALLAST}))`.execute(store.db);
    return store;
  };
  const startWriting = async (name: string): Promise<void> => {
    const writer = fork('tests/support/backup-writer.ts', [join(folder, name, 'carnet.sqlite')]);
    writers.push(async () => {
      const ended = once(writer, 'exit');
      writer.kill('SIGKILL');
      await ended;
    });
    await once(writer, 'message');
  };
  /** Checks that the file is not damaged and contains only whole transactions. */
  const expectWhole = (file: string): void => {
    const database = new DatabaseSync(file);
    const check = database.prepare('PRAGMA integrity_check').get();
    const pairs = database.prepare('SELECT count(*) AS count, coalesce(sum(value), 0) AS sum FROM pairs').get();
    database.close();
    expect([check?.integrity_check, Number(pairs?.count) % 2, pairs?.sum]).toEqual(['ok', 0, 0]);
  };
  test('a backup ends although another process writes all the time, is one snapshot, and is readable only by its owner', async () => {
    await busy('live');
    await startWriting('live');
    await script('backup', 'live', join(folder, 'a.backup'));
    expectWhole(join(folder, 'a.backup'));
    expect(statSync(join(folder, 'a.backup')).mode & 0o077).toBe(0);
    expect(await leftovers(folder)).toEqual([]);
  });

  test('a copy does not start over when another connection writes between any two turns of the event loop', async () => {
    await busy('live');
    const file = join(folder, 'live', 'carnet.sqlite');
    const writer = new DatabaseSync(file, { timeout: GIVE_UP });
    writer.exec('PRAGMA synchronous = OFF');
    const copied = copyToFile(file, join(folder, 'a.backup')).then(() => 'copied' as const);
    const deadline = performance.now() + GIVE_UP;
    let outcome: 'copied' | 'starved' | undefined;
    void copied.then(() => {
      outcome ??= 'copied';
    });
    while (!outcome) {
      writer.exec('INSERT INTO pairs (value) VALUES (1), (-1)');
      await new Promise(setImmediate);
      if (performance.now() > deadline) outcome ??= 'starved';
    }
    writer.close();
    await copied;
    expect(outcome).toBe('copied');
    expectWhole(join(folder, 'a.backup'));
  });

  test('a restore ends although another process writes all the time; reads continue, and the safety copy is complete', async () => {
    const live = await busy('live');
    const { email } = await aUser({ store: live, clock });
    await script('backup', 'live', join(folder, 'a.backup'));
    await aUser({ store: live, clock });
    await startWriting('live');
    let isDone = false;
    const restored = script('restore', 'live', join(folder, 'a.backup'), '--replace').finally(() => {
      isDone = true;
    });
    const seen = new Set<number>();
    while (!isDone) seen.add((await Promise.all([emails(live), new Promise(setImmediate)]))[0].length);
    const { stdout } = await restored;
    expect([...seen].every((count) => count === 1 || count === 2)).toBe(true);
    expect(await emails(live)).toEqual([email]);
    const previous = /kept as (\S+)/.exec(stdout)?.[1] ?? '';
    expectWhole(previous);
    expect(statSync(previous).mode & 0o077).toBe(0);
    expect(await leftovers(join(folder, 'live'))).toEqual([]);
  });

  const namesDuringRestore = async (data: string, backup: string): Promise<string[]> => {
    const names: string[] = [];
    let isSeen = () => {};
    const seen = new Promise<void>((resolve) => {
      isSeen = resolve;
    });
    const watcher = watch(data, (_, name) => {
      names.push(name ?? '');
      if (/^before-restore-.*\.sqlite$/.test(name ?? '')) isSeen();
    });
    await script('restore', 'live', backup, '--replace');
    await seen;
    watcher.close();
    return names;
  };

  test('makes no further copy of a backup with the current schema', async () => {
    await open('live');
    await script('backup', 'live', join(folder, 'a.backup'));
    const data = join(folder, 'live');
    const names = await namesDuringRestore(data, join(folder, 'a.backup'));
    expect(names.filter((name) => name.startsWith('restore-part-'))).toEqual([]);
    expect(await leftovers(data)).toEqual([]);
  });

  test('rejects a backup of a commit before release 0.2.0, and leaves no copy of it', async () => {
    const older = await open('older');
    await sql`update kysely_migration set name = '0001_of_a_commit' where name like '0001%'`.execute(older.db);
    await script('backup', 'older', join(folder, 'older.backup'));
    await expect(script('restore', 'live', join(folder, 'older.backup'))).rejects.toThrow(/created by a commit before release 0\.2\.0/);
    expect(await leftovers(join(folder, 'live'))).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('a restore ended by %s leaves no incomplete copy', async (signal) => {
    await busy('live');
    await script('backup', 'live', join(folder, 'a.backup'));
    const data = join(folder, 'live');
    const restore = spawn(process.execPath, [builtCommand('restore'), join(folder, 'a.backup'), '--replace'], {
      env: { ...NODE_ENV, DATA_DIR: data },
    });
    const ended = once(restore, 'exit');
    const watcher = watch(data, { recursive: true }, (_, name) => {
      if (name?.includes('.part')) restore.kill(signal);
    });
    await ended;
    watcher.close();
    for (const name of await readdir(data)) if (name.endsWith('.sqlite')) expectWhole(join(data, name));
    if (signal === 'SIGTERM') expect(await leftovers(data)).toEqual([]);
    await script('restore', 'live', join(folder, 'a.backup'), '--replace');
  });

  test('reports a backup that cannot be written, and leaves nothing behind', async () => {
    await open('live');
    await expect(script('backup', 'live', join(folder, 'no', 'such', 'folder'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No backup was written: /),
    });
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });

  test('overwrites nothing without --replace, and restores only backups', async () => {
    await open('live');
    await script('backup', 'live', join(folder, 'a.backup'));
    await expect(script('backup', 'live', join(folder, 'a.backup'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists'),
    });
    await expect(script('restore', 'live', join(folder, 'a.backup'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--replace'),
    });
    await writeFile(join(folder, 'letter'), 'no database');
    await expect(script('restore', 'new', join(folder, 'letter'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not a Carnet backup'),
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

describe('backup of PostgreSQL', () => {
  let folder: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carnet-dump-'));
    database = await createDatabase('empty');
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const script = (name: 'backup' | 'restore', args: readonly string[], env: Record<string, string> = {}) =>
    run(process.execPath, [builtCommand(name), ...args], {
      env: {
        ...NODE_ENV,
        PATH: `${findPostgres()}:${process.env.PATH}`,
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: database.url,
        ...env,
      },
    });

  test('is written by pg_dump, although the address has limits that only Carnet knows, and can be tried', async () => {
    const store = await openStore({ dataDir: '', databaseUrl: database.url, onError: () => undefined });
    await store.close();
    const limited = new URL(database.url);
    limited.searchParams.set('statement_timeout', '60000');
    const { stdout } = await script('backup', ['--keep', '3', folder], { DATABASE_URL: limited.href });
    const file = /backed up to (\S+\.dump)/.exec(stdout)?.[1] ?? '';
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^carnet-.*Z\.dump$/), 'data']);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(lastBackup(join(folder, 'data'))).toBeGreaterThan(0);
    expect((await script('restore', ['--try', file])).stdout).toContain('is complete');

    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
    await expect(script('restore', ['--try', file])).rejects.toMatchObject({ code: 1 });
    await expect(script('restore', [file])).rejects.toMatchObject({ stderr: expect.stringContaining('pg_restore') });
  });

  test('says what to do if pg_dump is missing or rejects the login, and leaves no file', async () => {
    const fail = (env: Record<string, string>) => script('backup', [join(folder, 'a.dump')], env).catch(({ stderr }) => stderr as string);
    expect(await fail({ PATH: folder })).toMatch(/^No backup was written: pg_dump is not installed/);
    const wrong = new URL(database.url);
    wrong.pathname = '/nothing';
    wrong.password = 'hidden-1';
    const message = await fail({ DATABASE_URL: wrong.href });
    expect(message).toMatch(/^No backup was written: .*nothing/);
    expect(message).not.toContain('hidden-1');
    expect(await readdir(folder)).toEqual([]);
  });
});
