import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/store.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aDatabase, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';

/** Of a test; four servers start slowly on a busy machine. */
const TIMEOUT = 60_000;
const AT_ONCE = 4;

describe.each(DATABASES)('migrations on %s', { timeout: TIMEOUT }, (kind) => {
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await aDatabase(kind, { isEmpty: true });
  });
  afterEach(() => database.remove());

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await database.open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const steps = () => withStore(async ({ db }) => (await sql`select name, timestamp from kysely_migration order by name`.execute(db)).rows);

  test(`${AT_ONCE} processes that start on an empty database all come up, and each step runs once`, async () => {
    const servers = await Promise.all(Array.from({ length: AT_ONCE }, () => startOn(database)));
    try {
      for (const server of servers) expect((await request(server, 'GET', '/readyz')).status).toBe(200);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
    const names = (await steps()).map((step) => (step as { name: string }).name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('the second start changes nothing', async () => {
    await (await startOn(database)).stop();
    const before = await steps();
    expect(before.length).toBeGreaterThan(0);
    await (await startOn(database)).stop();
    expect(await steps()).toEqual(before);
  });

  test('a step that it does not know stops the start with 1 and a sentence, and nothing is touched', async () => {
    await withStore(({ db }) => sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2099-01-01')`.execute(db));
    const started = startOn(database);
    await expect(started).rejects.toThrow('ended with 1 before it listened');
    await expect(started).rejects.toThrow('Carnet could not start. The database was written by a newer release of Carnet');
    await expect(database.open()).rejects.toThrow('newer release');
  });
});
