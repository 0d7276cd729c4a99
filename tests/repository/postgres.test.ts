import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../support/postgres.ts';

test('creates an empty database and drops it', async () => {
  const database = await createDatabase('empty');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([{ tables: 0 }]);
  await client.end();
  await database.drop();
  await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow('does not exist');
});
