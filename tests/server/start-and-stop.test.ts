import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '#server/db/store.ts';
import { untilAvailable } from '#server/db/until-available.ts';
import { DATABASES } from '#tests/support/app.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { aDatabase, PROJECT, request, startOn } from '#tests/support/processes.ts';
import type { RunningServer } from '#tests/support/server.ts';

const TOKEN = 'a-token-for-the-metrics';

async function aServer(kind: (typeof DATABASES)[number], env: Record<string, string>): Promise<RunningServer> {
  const database = await aDatabase(kind);
  const server = await startOn(database, { LOG_LEVEL: 'warn', ...env });
  onTestFinished(async () => {
    await server.stop();
    await database.remove();
  });
  return server;
}

describe.each(DATABASES)('a server on %s', (kind) => {
  test('prints one line with its release, schema, database and pool, without the password', async () => {
    const server = await aServer(kind, { DATABASE_POOL: '3' });
    const line = server
      .output()
      .split('\n')
      .find((one) => one.startsWith('listening'));
    const database = kind === 'sqlite' ? /SQLite in \S+carnet\.sqlite\)$/ : /PostgreSQL at \w+@\S+:\d+\/carnet_\w+, pool of 3\)$/;
    expect(line).toMatch(/^listening on http:\S+ \(Carnet \d+\.\d+\.\d+, schema \d{4}_\w+, /);
    expect(line).toMatch(database);
  });

  test('writes the first password to a file for its owner when no person reads the output', async () => {
    const server = await aServer(kind, {});
    const file = join(server.dataDir, 'first-admin-password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const password = /^password: (\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    const body = { email: 'admin@carnet.local', password };
    expect((await request(server, 'POST', '/api/admin/login', { body })).status).toBe(200);
    expect(server.output()).toContain(file);
    expect(server.output()).not.toContain(password);
  });

  test('serves the metrics on a separate address, with the token if there is one', async () => {
    const server = await aServer(kind, { METRICS_PORT: '0', METRICS_TOKEN: TOKEN });
    const url = /metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(server.output())?.[1] ?? '';
    const statusOf = async (address: string, token?: string) =>
      (await fetch(address, token ? { headers: { authorization: `Bearer ${token}` } } : {})).status;
    expect([await statusOf(url), await statusOf(url, 'x'), await statusOf(`${url}x`, TOKEN), await statusOf(url, TOKEN)]).toEqual([
      401, 401, 404, 200,
    ]);
    expect(await (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).text()).toContain(`database="${kind}"`);
    expect(await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()).not.toContain('carnet_');
    expect(await server.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('drains after SIGTERM: still answers and closes connections, but is not ready; a second signal ends it', async () => {
    const server = await aServer(kind, { DRAIN_SECONDS: '300' });
    const ended = once(server.process, 'exit');
    expect((await request(server, 'GET', '/readyz')).status).toBe(200);
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await request(server, 'GET', '/readyz')).status, { timeout: 30_000 }).toBe(503);
    for (const path of ['/healthz', '/api/prices/price', '/readyz']) {
      const { headers } = await request(server, 'GET', path);
      expect(headers.connection, path).toBe('close');
    }
    expect((await request(server, 'GET', '/api/prices/price')).status).toBe(200);
    server.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(server.output()).not.toContain('"msg":"rejected"');
  });

  test('does not drain after SIGINT', async () => {
    const server = await aServer(kind, { DRAIN_SECONDS: '300' });
    const ended = once(server.process, 'exit');
    server.process.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('a second signal does not wait for a request in progress', async () => {
    const server = await aServer(kind, { DRAIN_SECONDS: '300' });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write('POST /api/users/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n');
    await once(socket, 'data');
    const ended = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await request(server, 'GET', '/readyz')).status, { timeout: 30_000 }).toBe(503);
    server.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('PostgreSQL that is unavailable on startup', () => {
  test('is waited for', async () => {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const target = new URL(database.url);
    const proxy = createServer((client) => {
      const server = connect(Number(target.port), target.hostname);
      for (const socket of [client, server]) socket.on('error', () => undefined);
      client.pipe(server).pipe(client);
    });
    const reserved = createServer().listen(0, '127.0.0.1');
    await once(reserved, 'listening');
    const { port } = reserved.address() as AddressInfo;
    reserved.close();
    await once(reserved, 'close');
    const url = new URL(database.url);
    url.port = String(port);
    url.password = 'secret-word';
    const dataDir = mkdtempSync(join(tmpdir(), 'carnet-away-'));
    const child = spawn(process.execPath, [join(PROJECT, 'tests/support/server-process.ts')], {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url.href, START_TIMEOUT: '600' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
      proxy.close();
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    await expect.poll(() => output, { timeout: 60_000 }).toContain('is not available (ECONNREFUSED). Trying again for 600 s.');
    proxy.listen(port, '127.0.0.1');
    await expect.poll(() => output, { timeout: 60_000 }).toContain('listening on http://');
    expect(output.match(/not available/g)).toHaveLength(1);
    expect(output).not.toContain('secret-word');
  });

  test('is not waited for if it answers that something else is wrong', async () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = '/no_such_database';
    let waits = 0;
    const open = () => openStore({ dataDir: '', databaseUrl: url.href, onError: () => undefined });
    await expect(untilAvailable(open, { timeout: 600_000, onWait: () => waits++ })).rejects.toMatchObject({ code: '3D000' });
    expect(waits).toBe(0);
  });
});

describe('the settings of PostgreSQL', () => {
  test('reach its sessions', async () => {
    const database = await createDatabase();
    const store = await openStore({
      ...{ dataDir: '', databaseUrl: `${database.url}?statement_timeout=7000&lock_timeout=1500` },
      ...{ onError: () => undefined, pool: 2 },
    });
    onTestFinished(async () => {
      await store.close();
      await database.drop();
    });
    const { rows } = await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
      store.db,
    );
    expect(rows).toEqual([{ statement: '7s', lock: '1500ms' }]);
    const gate = Promise.withResolvers<void>();
    const hold = () =>
      store.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        await gate.promise;
      });
    const held = [hold(), hold()];
    await expect.poll(() => store.usage(), { timeout: 30_000 }).toEqual({ kind: 'postgres', total: 2, idle: 0, waiting: 0 });
    const waiting = [1, 2, 3].map(() => sql`select 1`.execute(store.db));
    await expect.poll(() => store.usage(), { timeout: 4_000 }).toEqual({ kind: 'postgres', total: 2, idle: 0, waiting: 3 });
    gate.resolve();
    await Promise.all([...held, ...waiting]);
  });
});
