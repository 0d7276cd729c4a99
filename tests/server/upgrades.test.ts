import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { executedSteps } from '#server/db/migrate.ts';
import { FIRST_SCHEMA } from '#server/db/migrations/first-schema.ts';
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
      expect((await read(`/api/vehicles/${vehicle.id}/fills`)).data).toMatchObject([{ volume: 40, place: 'OKKO' }]);
      expect((await read(`/api/vehicles/${vehicle.id}/plan`)).data).toMatchObject([
        { title: 'Олива', byDate: '2027-04-14', dueReading: 108100 },
      ]);
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

  test('that was never released is rejected with one sentence and not changed', async () => {
    const store = await database.open();
    onTestFinished(() => store.close());
    await sql`update kysely_migration set name = '0001_earlier' where name = ${FIRST_SCHEMA}`.execute(store.db);
    await expect(database.open()).rejects.toThrow('created by a commit before release 0.2.0');
    const started = startOn(database);
    await expect(started).rejects.toThrow(
      /Carnet could not start\. The database was created by a commit before release 0\.2\.0, which cannot/,
    );
    expect((await executedSteps(store.db))[0]).toBe('0001_earlier');
  });
});
