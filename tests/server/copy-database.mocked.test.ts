/** Copies over a database that another connection is writing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceDatabase } from '../../scripts/copy-database.ts';

const attempts = vi.hoisted(() => ({ before: (_: number): void => undefined, count: 0 }));
vi.mock('node:sqlite', async (original) => {
  const sqlite = await original<typeof import('node:sqlite')>();
  const backup: typeof sqlite.backup = (...args) => {
    attempts.before(++attempts.count);
    return sqlite.backup(...args);
  };
  return { ...sqlite, backup };
});

function aDatabase(file: string, value: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('${value}');`);
  onTestFinished(() => database.close());
  return database;
}

test('a restore waits until another process has written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carnet-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  aDatabase(join(folder, 'backup.sqlite'), 'restored');
  const live = aDatabase(join(folder, 'live.sqlite'), 'live');
  live.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('more')");
  attempts.before = (count) => {
    if (count === 3) live.exec('COMMIT');
  };
  await replaceDatabase(join(folder, 'backup.sqlite'), join(folder, 'live.sqlite'), join(folder, 'kept.sqlite'));
  expect(attempts.count).toBe(3);
  const kept = new DatabaseSync(join(folder, 'kept.sqlite'));
  onTestFinished(() => kept.close());
  const textsIn = (database: DatabaseSync) =>
    database
      .prepare('SELECT text FROM notes')
      .all()
      .map((row) => row.text);
  expect([textsIn(live), textsIn(kept)]).toEqual([['restored'], ['live', 'more']]);
});
