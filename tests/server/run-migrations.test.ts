import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STEPS } from '#server/db/migrate.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aDatabase, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import { builtCommand, NODE_ENV } from '#tests/support/server.ts';

const LATEST = Object.keys(STEPS).at(-1) as string;
const OFF = { RUN_MIGRATIONS: 'off' };

describe.each(DATABASES)('RUN_MIGRATIONS=off on %s', (kind) => {
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await aDatabase(kind, { isEmpty: true });
  });
  afterEach(() => database.remove());

  async function run(script: 'admin' | 'doctor' | 'migrate', env: Record<string, string> = {}, ...args: string[]) {
    const child = spawn(process.execPath, [builtCommand(script), ...args], {
      env: { ...NODE_ENV, ...database.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  test('an empty database stops the start with one line, until npm run migrate has run', async () => {
    const started = startOn(database, OFF);
    await expect(started).rejects.toThrow('ended with 78 before it listened');
    await expect(started).rejects.toThrow(
      new RegExp(`:\\nCarnet could not start\\. The database has no tables, but this release needs the schema ${LATEST}\\. .*\\n$`),
    );
    const admin = await run('admin', OFF, 'admin@example.com');
    expect(admin).toEqual({ code: 1, output: expect.stringContaining('The database has no tables') });
    for (const env of [OFF, {}])
      expect(await run('migrate', env)).toEqual({ code: 0, output: expect.stringMatching(new RegExp(`: the schema is ${LATEST}\\n$`)) });
    const server = await startOn(database, OFF);
    expect((await request(server, 'GET', '/readyz')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test('a newer schema stops the start and changes nothing', async () => {
    const store = await database.open();
    try {
      await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2026-01-01')`.execute(store.db);
      await expect(startOn(database, OFF)).rejects.toThrow('newer release');
      expect((await run('doctor', OFF)).output).toContain('ERROR   Schema: The database was written by a newer release');
    } finally {
      await store.close();
    }
  });
});
