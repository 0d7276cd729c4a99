import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '#tests/support/app.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';
import type { Db, Store } from './store.ts';
import { workOf } from './work.ts';

describe.each(DATABASES)('effects of a transaction on %s', (kind) => {
  let database: SharedDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await aDatabase(kind);
    store = await database.open();
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const days = (db: Db) => ({ add: (day: string) => db.insertInto('visits').values({ visit_date: day, visit_count: 1 }).execute() });
  const count = async (): Promise<number> => (await store.db.selectFrom('visits').select('visit_date').execute()).length;

  test('run after the commit, once for each function', async () => {
    const found: number[] = [];
    const effect = async () => void found.push(await count());
    await workOf(store, days).inTransaction(async (repos) => {
      repos.after(effect);
      repos.after(effect);
      await repos.add('2026-01-01');
    });
    expect(found).toEqual([1]);
  });

  test('do not run if the transaction fails', async () => {
    const before = await count();
    let runs = 0;
    const failed = workOf(store, days).inTransaction(async (repos) => {
      repos.after(() => void runs++);
      await repos.add('2026-01-02');
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    expect([runs, await count()]).toEqual([0, before]);
  });
});
