/** Every statement of every repository uses an index, and still works after the migration of the next release. */
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/store.ts';
import { DATABASES } from '#tests/support/app.ts';
import { scansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';
import { type RepoCall, recordRepoCalls } from '#tests/support/repo-calls.ts';

/** The totals of whole lists read all entries of an index. */
const TOTALS = ['revenueRepo.countUsers', 'userListRepo.count', 'auditRepo.count'];

describe.each(DATABASES)('every call of a repository on %s', (kind) => {
  let database: SharedDatabase;
  let store: Store;
  let calls: RepoCall[];
  beforeAll(async () => {
    database = await aDatabase(kind);
    if (database.env.DATABASE_URL) {
      await (await database.open()).close();
      const client = new pg.Client({ connectionString: database.env.DATABASE_URL });
      await client.connect();
      // Planners ignore the indexes of empty tables; with scans disabled, a scan remains only where no index fits.
      for (const setting of ['enable_seqscan', 'enable_mergejoin', 'enable_hashjoin'])
        await client.query(`alter database ${client.database} set ${setting} = off`);
      await client.end();
    }
    store = await database.open();
    calls = await recordRepoCalls(store);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  test('runs a query', () => {
    expect(calls.filter(({ queries }) => queries.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test('scans no growing table', async () => {
    const scans: string[] = [];
    for (const { name, queries } of calls.filter((call) => !TOTALS.includes(call.name)))
      for (const query of queries) for (const step of await scansOf(store, query)) scans.push(`${name}: ${step} in ${query.sql}`);
    expect(scans).toEqual([]);
  });

  test.each([
    'select id from users where first_name = $1',
    'delete from card_events where id <> $1',
    'select u.id from users as u where u.last_name > $1',
  ])('detects a scan: %s', async (text) => {
    const query = CompiledQuery.raw(kind === 'sqlite' ? text.replace('$1', '?') : text, ['x']);
    expect(await scansOf(store, query)).toHaveLength(1);
  });

  test.runIf(kind === 'postgres')('names its columns, so that a later release can add some to every table', async () => {
    const texts = [...new Set(calls.flatMap(({ queries }) => queries.map((query) => query.sql)))];
    const star = 'select * from visits where visit_date = $1';
    const client = new pg.Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    try {
      const prepared = new Map<string, string>();
      for (const text of [...texts, star]) {
        const name = `s${prepared.size}`;
        await client.query(`prepare ${name} as ${text}`);
        prepared.set(text, name);
      }
      const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(store.db);
      for (const { name } of rows) await client.query(`alter table "${name}" add column of_the_next_release text`);
      const stale: string[] = [];
      for (const [text, name] of prepared) {
        const count = new Set(text.match(/\$\d+/g)).size;
        const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
        // Constraints reject rows of nulls, which does not matter here.
        await client.query(`execute ${name}${values}`).catch(({ code }: { code: string }) => code === '0A000' && stale.push(text));
      }
      expect(stale).toEqual([star]);
    } finally {
      await client.end();
    }
  });
});
