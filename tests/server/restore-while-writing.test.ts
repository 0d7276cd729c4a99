import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '#server/db/data-dir.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';
import { copyToFile, replaceDatabase } from '../../scripts/copy-database.ts';

describe('a restore while people write', () => {
  let app: TestApp;
  let folder: string;
  let backup: string;
  let kept: string;
  beforeEach(async () => {
    app = await testApp('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'carnet-restore-'));
    [backup, kept] = [join(folder, 'backup'), join(folder, 'kept')];
  });
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const live = () => databaseFile(app.dataDir);
  const restore = () => replaceDatabase(backup, live(), kept);
  const idsIn = (file: string): number[] => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT id FROM pairs').all();
    database.close();
    return rows.map(({ id }) => Number(id));
  };

  test('loses no acknowledged write: each is in the kept file or in the restored database', async () => {
    await sql`create table pairs (id integer primary key)`.execute(app.store.db);
    await copyToFile(live(), backup);
    const acknowledged: number[] = [];
    let isOver = false;
    const write = async (first: number, step: number): Promise<void> => {
      for (let id = first; !isOver; id += step) {
        await sql`insert into pairs values (${id})`.execute(app.store.db);
        acknowledged.push(id);
      }
    };
    const writers = [write(1, 2), write(2, 2)];
    while (acknowledged.length < 20) await new Promise(setImmediate);
    await restore();
    const before = acknowledged.length;
    while (acknowledged.length < before + 20) await new Promise(setImmediate);
    isOver = true;
    await Promise.all(writers);
    const [old, restored] = [idsIn(kept), idsIn(live())];
    expect(old.length).toBeGreaterThanOrEqual(20);
    expect(restored.length).toBeGreaterThanOrEqual(20);
    expect([...old, ...restored].sort((a, b) => a - b)).toEqual(acknowledged.sort((a, b) => a - b));
  });

  test('rejects a write whose session was read before it; nothing of it is in the restored database', async () => {
    const owner = await aUser(app);
    const vehicle = await aVehicle(app, owner);
    await copyToFile(live(), backup);
    const path = `/api/vehicles/${vehicle.id}/records`;
    // With a key, the write is a transaction.
    const create = () =>
      app.request('POST', path, { token: owner.token, body: recordBody(), headers: { 'idempotency-key': randomUUID() } });
    app.beforeTransaction(restore);
    const rejected = await create();
    expect(rejected).toMatchObject({ status: 503, body: { code: 'api.503' } });
    expect(await app.store.db.selectFrom('entries').select('id').where('kind', '=', 'work').execute()).toEqual([]);
    // Its session is in the backup as well.
    expect((await create()).status).toBe(201);
    expect(existsSync(kept)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
