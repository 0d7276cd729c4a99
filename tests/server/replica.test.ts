import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '#server/db/store.ts';
import { databaseUrl, MIGRATED } from '#tests/support/postgres.ts';
import { type PostgresServer, startPostgres, startStandby } from '#tests/support/postgres-server.ts';

const TIMEOUT = 120_000;

test('spike', { timeout: TIMEOUT }, async () => {
  const primary = await startPostgres();
  onTestFinished(() => primary.stop());
  console.time('standby');
  const standby = await startStandby(primary.url);
  console.timeEnd('standby');
  onTestFinished(() => standby.stop());
  const store = await openStore({ dataDir: '', databaseUrl: primary.url, onError: console.log, replica: { url: standby.url, maxLag: 1000, onChange: console.log } });
  onTestFinished(() => store.close());
  const recovery = async () => (await sql<{ r: boolean }>`select pg_is_in_recovery() as r`.execute(store.reads)).rows[0]?.r;
  while (!(await recovery())) await new Promise((r) => setTimeout(r, 50));
  let stale = 0;
  console.time('1000');
  for (let n = 0; n < 1000; n++) {
    await store.db.insertInto('visits').values({ visit_date: String(n), visit_count: 1 }).execute();
    const rows = await store.reads.selectFrom('visits').select('visit_date').where('visit_date', '=', String(n)).execute();
    if (rows.length === 0) stale++;
  }
  console.timeEnd('1000');
  console.log({ stale }, JSON.stringify(store.usage()));
  console.time('500 reads');
  for (let n = 0; n < 500; n++) await store.reads.selectFrom('visits').select('visit_date').where('visit_date', '=', String(n)).execute();
  console.timeEnd('500 reads');
  console.time('500 reads primary');
  for (let n = 0; n < 500; n++) await store.db.selectFrom('visits').select('visit_date').where('visit_date', '=', String(n)).execute();
  console.timeEnd('500 reads primary');
  console.log({ stale }, JSON.stringify(store.usage()));
});
