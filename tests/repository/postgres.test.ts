import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../support/postgres.ts';

test('creates an empty, durable database and drops it', async () => {
  const database = await createDatabase('empty');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('fsync') as fsync, (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
  );
  expect(rows).toEqual([{ fsync: 'on', tables: 0 }]);
  await client.end();
  await database.drop();
  await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow('does not exist');
});
