import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDatabase, request, startOn } from '#tests/support/processes.ts';
import { prepareDataDir } from './data-dir.ts';
import { openStore } from './store.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-data-dir-'));
  umask = process.umask();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mode = (...path: string[]): number => statSync(join(folder, ...path)).mode & 0o777;

test('creates the data folder, the database and its WAL files readable by their owner only', async () => {
  expect(umask & 0o077).not.toBe(0o077);
  const store = await openStore({ dataDir: join(folder, 'a', 'data'), databaseUrl: undefined, onError: () => undefined });
  expect([mode('a'), mode('a', 'data')]).toEqual([0o700, 0o700]);
  const names = readdirSync(join(folder, 'a', 'data')).sort();
  expect(names).toEqual(['carnet.sqlite', 'carnet.sqlite-shm', 'carnet.sqlite-wal']);
  for (const name of names) expect(mode('a', 'data', name)).toBe(0o600);
  await store.close();
});

test('writes emails to an outbox that is readable by its owner only', async () => {
  const database = await aDatabase('sqlite');
  const server = await startOn(database);
  await request(server, 'POST', '/api/users/send-code', { body: { email: 'olena@example.com' } });
  await vi.waitFor(() => expect(server.output()).toMatch(/mail written to \S+\.eml/), { timeout: 15_000 });
  const outbox = join(server.dataDir, 'outbox');
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  const mails = readdirSync(outbox);
  expect(mails.map((name) => statSync(join(outbox, name)).mode & 0o777)).toEqual([0o600]);
  await server.stop();
  await database.remove();
});

test('restricts files of an earlier release, and leaves other files and links unchanged', () => {
  const own = ['carnet.sqlite', 'carnet.sqlite-wal', 'carnet.sqlite-shm', 'before-restore-2026-01-01.sqlite', 'outbox/a.eml'];
  mkdirSync(join(folder, 'outbox'));
  for (const name of [...own, 'letter.txt']) writeFileSync(join(folder, name), '');
  for (const name of [...own, 'letter.txt']) chmodSync(join(folder, name), 0o644);
  chmodSync(join(folder, 'outbox'), 0o755);
  symlinkSync(join(folder, 'letter.txt'), join(folder, 'outbox', 'link'));
  prepareDataDir(folder);
  for (const name of own) expect(mode(name)).toBe(0o600);
  expect([mode('outbox'), mode('letter.txt')]).toEqual([0o700, 0o644]);
});

test('throws at once for a folder that cannot be created, with the name of the setting', () => {
  for (const dataDir of ['/proc/nope', '/proc/nope/deeper']) expect(() => prepareDataDir(dataDir)).toThrow(/DATA_DIR .*ENOENT/);
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareDataDir(join(folder, 'file', 'data'))).toThrow(/DATA_DIR .*ENOTDIR/);
});
