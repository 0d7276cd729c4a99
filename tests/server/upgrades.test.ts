import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { STEPS, type Steps } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import type { Store } from '#server/db/store.ts';
import { DATABASES } from '#tests/support/app.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { aDatabase, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import { createReleaseDatabase, RELEASES } from '#tests/support/releases.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { allRows } from '#tests/support/traces.ts';

/** Timeout of a test in milliseconds; servers start slowly on a busy machine. */
const TIMEOUT = 60_000;

/** The named columns of the rows in a stable order; SQLite returns bytes as Uint8Array, PostgreSQL as Buffer. */
const comparable = (rows: unknown[], names: string[]): string[] =>
  rows
    .map((row) => names.map((name) => (row as Record<string, unknown>)[name]))
    .map((values) => JSON.stringify(values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))))
    .sort();

type RowsByTable = Record<string, unknown[]>;

function expectKept(found: RowsByTable, left: RowsByTable): void {
  for (const [table, rows] of Object.entries(left)) {
    const names = Object.keys(rows[0] ?? {});
    expect(comparable(found[table] ?? [], names), table).toEqual(comparable(rows, names));
  }
}

/** Columns, indexes and triggers of PostgreSQL. */
async function schemaOf({ db }: Store): Promise<unknown[]> {
  const columns = sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`;
  const indexes = sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`;
  const triggers = sql`select pg_get_triggerdef(oid) as trigger from pg_trigger where not tgisinternal order by 1`;
  const answers = [];
  for (const query of [columns, indexes, triggers]) answers.push((await query.execute(db)).rows);
  return answers;
}

describe.each(DATABASES)('a database of an earlier release on %s', { timeout: TIMEOUT }, (kind) => {
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await aDatabase(kind, { isEmpty: true });
  });
  afterEach(() => database.remove());

  test.each(RELEASES)('of $name keeps every row', async (release) => {
    const left = await createReleaseDatabase(database, release);
    const store = await database.open();
    try {
      const found = await allRows({ store });
      expectKept(found, left);
      const audit = (found.audit ?? []) as { subject: string; user_id: number | null }[];
      for (const { subject, user_id } of audit) expect(user_id, subject).toBe(subject === 'prices' ? null : 7);
      await checkIntegrity(store);
    } finally {
      await store.close();
    }
  });

  test.each(RELEASES)('of $name is served', async ({ tokens, email, password, ...release }) => {
    await createReleaseDatabase(database, { tokens, email, password, ...release });
    const server: RunningServer = await startOn(database);
    const [token = ''] = tokens;
    const read = async (path: string) => (await request(server, 'GET', path, { token })).body;
    try {
      expect((await read('/api/users/user')).data).toMatchObject({ email, first_name: 'Олена', currency: 'EUR', tariff: 'family' });
      const { person_image } = (await read('/api/users/user')).data;
      expect((await request(server, 'GET', person_image)).status).toBe(200);
      const [vehicle] = (await read('/api/vehicles')).data;
      expect(vehicle).toMatchObject({ brand: 'Škoda', recordCount: 2, totalCost: 86.5, note: 'Ключ у шухляді' });
      expect((await read(`/api/vehicles/${vehicle.id}/records`)).data).toHaveLength(2);
      const sessions = (await read('/api/users/sessions')).data as { id: string; device: string; isCurrent: boolean }[];
      expect(sessions.map(({ device, isCurrent }) => [device, isCurrent]).sort()).toEqual(
        tokens.map((each) => [each, each === token]).sort(),
      );
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(tokens.length);
      const other = sessions.find(({ isCurrent }) => !isCurrent);
      expect((await request(server, 'DELETE', `/api/users/sessions/${other?.id}`, { token })).status).toBe(200);
      expect((await request(server, 'POST', '/api/users/login', { body: { email, password } })).status).toBe(200);
      expect((await request(server, 'DELETE', '/api/users/delete', { token, body: { password } })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

test('a migration that is aborted after any of its parts leads to the same schema and rows', { timeout: TIMEOUT }, async () => {
  const repeated: Steps = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]) => {
      const parts = [step].flat();
      return [name, [...parts.slice(0, -1).flatMap((part) => [part, part]), ...parts.slice(-1)]];
    }),
  );
  const [first] = RELEASES;
  if (!first) throw new Error('There is no release.');
  const schemas = [];
  for (const steps of [STEPS, repeated]) {
    const database = await aDatabase('postgres', { isEmpty: true });
    onTestFinished(() => database.remove());
    const left = await createReleaseDatabase(database, first);
    await migratePostgres(database.env.DATABASE_URL ?? '', (error) => Promise.reject(error), steps);
    const store = await database.open();
    onTestFinished(() => store.close());
    const found = await allRows({ store });
    expectKept(found, left);
    schemas.push(await schemaOf(store));
  }
  expect(schemas[1]).toEqual(schemas[0]);
});
