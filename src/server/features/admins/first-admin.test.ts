import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOGIN_ATTEMPTS } from '#contract/limits.ts';
import { columnsOf, type DatabaseKind } from '#server/db/columns.ts';
import { PASSWORD_FILE } from '#server/start/first-password.ts';
import { codeAt, confirmTwoFactor, startTwoFactor } from '#tests/support/admin-accounts.ts';
import { at } from '#tests/support/admin-races.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aDatabase, kill, PROJECT, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import { builtCommand, NODE_ENV } from '#tests/support/server.ts';
import { makeAdministrator } from '../../../../scripts/administrator.ts';

const NONE = { adminEmail: undefined, adminPassword: undefined };
const PRINTED = /administrator: (\S+), password (\S+) /;
const PASSWORD = 'Fr0m-settings!';
const NEXT_PASSWORD = 'Fr0m-settings-2!';

const loginBody = (email: string, password: string) => ({ body: { email, password } });
const bytesOf = async (app: TestApp): Promise<string> => JSON.stringify(await app.store.db.selectFrom('admins').selectAll().execute());

describe.each(DATABASES)('the first administrator on %s', (kind) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp(kind);
  });
  afterEach(() => app.close());

  const login = (email: string, password: string) => app.request('POST', '/api/admin/login', loginBody(email, password));
  const isIn = async (token: string): Promise<boolean> => (await app.request('GET', '/api/admin/orders', { token })).status === 200;
  const emails = async () => (await app.store.db.selectFrom('admins').select('email').orderBy('email').execute()).map(({ email }) => email);
  const applySettings = (adminEmail: string, adminPassword: string) => app.ensureAdmin({ adminEmail, adminPassword });

  test('creates an administrator on the first start, returns the password once and stores only the hash', async () => {
    const made = await app.ensureAdmin(NONE);
    expect(made?.email).toBe('admin@carnet.local');
    const password = made?.password ?? '';
    expect(password).toMatch(/^(?:[a-z2-9]{5}-){4}A1!$/);
    expect(await bytesOf(app)).not.toContain(password);
    expect((await login('admin@carnet.local', password)).status).toBe(200);
    expect(await app.ensureAdmin(NONE)).toBeUndefined();
    expect((await login('admin@carnet.local', password)).status).toBe(200);
  });

  test('uses ADMIN_EMAIL alone as the email of the first administrator only', async () => {
    const made = await app.ensureAdmin({ ...NONE, adminEmail: 'boss@example.com' });
    expect((await login('boss@example.com', made?.password ?? '')).status).toBe(200);
    expect(await app.ensureAdmin({ ...NONE, adminEmail: 'other@example.com' })).toBeUndefined();
    expect(await emails()).toEqual(['boss@example.com']);
  });

  test('generates a different password each time', async () => {
    const passwords = new Set<string | undefined>();
    for (let n = 0; n < 3; n += 1) {
      passwords.add((await app.ensureAdmin(NONE))?.password);
      await app.store.db.deleteFrom('admins').execute();
    }
    expect(passwords.size).toBe(3);
  });

  test('replaces the account of the first start with the account of the settings', async () => {
    const made = await app.ensureAdmin(NONE);
    const old = (await login('admin@carnet.local', made?.password ?? '')).body.tokenAdmin;
    expect(await applySettings('boss@example.com', PASSWORD)).toBeUndefined();
    expect(await emails()).toEqual(['boss@example.com']);
    expect(await isIn(old)).toBe(false);
    expect((await login('boss@example.com', PASSWORD)).status).toBe(200);
  });

  test('keeps sessions when the settings are unchanged and ends them when the password changes', async () => {
    await applySettings('boss@example.com', PASSWORD);
    const token = (await login('boss@example.com', PASSWORD)).body.tokenAdmin;
    const before = await bytesOf(app);
    await applySettings('boss@example.com', PASSWORD);
    expect([await bytesOf(app), await isIn(token)]).toEqual([before, true]);
    await applySettings('boss@example.com', NEXT_PASSWORD);
    expect(await isIn(token)).toBe(false);
    expect((await login('boss@example.com', PASSWORD)).status).toBe(401);
    expect((await login('boss@example.com', NEXT_PASSWORD)).status).toBe(200);
  });

  test('deletes the old account and its sessions when the email changes, but no account created by the command', async () => {
    await applySettings('boss@example.com', PASSWORD);
    const token = (await login('boss@example.com', PASSWORD)).body.tokenAdmin;
    await app.store.db
      .insertInto('admins')
      .values({ email: 'second@example.com', password_hash: 'none', origin: 'command', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    await applySettings('next@example.com', PASSWORD);
    expect(await emails()).toEqual(['next@example.com', 'second@example.com']);
    expect(await isIn(token)).toBe(false);
    expect((await login('boss@example.com', PASSWORD)).status).toBe(401);
  });

  test('sets the password of an account created by the command, and keeps the account when the settings name another one', async () => {
    const made = await makeAdministrator({ store: app.store, origin: 'http://carnet.test' }, 'second@example.com');
    await applySettings('second@example.com', PASSWORD);
    expect((await login('second@example.com', made.password)).status).toBe(401);
    expect((await login('second@example.com', PASSWORD)).status).toBe(200);
    await applySettings('boss@example.com', PASSWORD);
    expect(await emails()).toEqual(['boss@example.com', 'second@example.com']);
  });

  test('replaces the account of earlier settings even if the command has set its password', async () => {
    await applySettings('boss@example.com', PASSWORD);
    await makeAdministrator({ store: app.store, origin: 'http://carnet.test' }, 'boss@example.com');
    await applySettings('next@example.com', PASSWORD);
    expect(await emails()).toEqual(['next@example.com']);
  });

  test('changes nothing if the account of earlier settings cannot be deleted', async () => {
    await applySettings('boss@example.com', PASSWORD);
    await sql.raw(`create table undeletable (admin_id ${columnsOf(kind).int} references admins (id))`).execute(app.store.db);
    await sql`insert into undeletable (admin_id) select id from admins`.execute(app.store.db);
    await expect(applySettings('next@example.com', PASSWORD)).rejects.toThrow();
    expect(await emails()).toEqual(['boss@example.com']);
  });
});

const fileIn = ({ env }: SharedDatabase): string => join(env.DATA_DIR ?? '', PASSWORD_FILE);
/** The account that a server without a terminal has created, before its first login. */
function createdIn(database: SharedDatabase): { email: string; password: string } {
  const text = readFileSync(fileIn(database), 'utf8');
  expect(text).toMatch(/^email: \S+\npassword: \S+\nlog in at: \/admin\n$/);
  const [, email = '', password = ''] = /^email: (\S+)\npassword: (\S+)/.exec(text) ?? [];
  return { email, password };
}

/** Runs the command in a child process; returns its output and exit code. */
async function command(database: SharedDatabase, ...args: string[]): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [builtCommand('admin'), ...args], {
    cwd: PROJECT,
    env: { ...NODE_ENV, ...database.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const append = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const [code] = await once(child, 'close');
  return { output, code };
}

const printedBy = (output: string): { email: string; password: string } => {
  const [, email = '', password = ''] = PRINTED.exec(output) ?? [];
  return { email, password };
};

describe.each(DATABASES)('the first administrator of server processes on %s', (kind: DatabaseKind) => {
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await aDatabase(kind);
  });
  afterEach(() => database.remove());

  test('writes the password to a file on the first start only; the command sets a new password and ends sessions', async () => {
    const first = await startOn(database);
    const { email, password } = createdIn(database);
    expect(first.output()).toContain(PASSWORD_FILE);
    expect(first.output()).not.toContain(password);
    expect(first.output()).toContain(email);
    expect(statSync(fileIn(database)).mode & 0o777).toBe(0o600);
    const login = (with_: string) => request(first, 'POST', '/api/admin/login', loginBody(email, with_));
    expect((await login('wrong')).status).toBe(401);
    expect(existsSync(fileIn(database))).toBe(true);
    const token = (await login(password)).body.tokenAdmin;
    expect(existsSync(fileIn(database))).toBe(false);
    const isIn = async () => (await request(first, 'GET', '/api/admin/orders', { token })).status === 200;
    expect(await isIn()).toBe(true);

    const second = await startOn(database);
    expect(second.output()).not.toMatch(/password/);
    await second.stop();

    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await login('wrong');
    expect((await login(password)).status).toBe(403);
    const reset = await command(database, ` ${email.toUpperCase()} `);
    expect(reset.code).toBe(0);
    const renewed = printedBy(reset.output);
    expect(renewed.email).toBe(email);
    expect(await isIn()).toBe(false);
    expect((await login(password)).status).toBe(401);
    expect((await login(renewed.password)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  test('creates one administrator when two processes start together on an empty database', async () => {
    const servers = await Promise.all([startOn(database), startOn(database)]);
    const creators = servers.filter(({ output }) => output().includes(PASSWORD_FILE));
    const store = await database.open();
    const rows = await store.db.selectFrom('admins').select('email').execute();
    await store.close();
    expect([creators.length, rows.length]).toEqual([1, 1]);
    const { email, password } = createdIn(database);
    for (const server of servers) expect((await request(server, 'POST', '/api/admin/login', loginBody(email, password))).status).toBe(200);
    await Promise.all(servers.map(kill));
  });

  test('creates another administrator by the command, which prints its usage without a valid email', async () => {
    const made = await command(database, 'second@example.com');
    expect(printedBy(made.output).email).toBe('second@example.com');
    const server = await startOn(database);
    expect(server.output()).not.toMatch(/password/);
    const { password } = printedBy(made.output);
    expect((await request(server, 'POST', '/api/admin/login', loginBody('second@example.com', password))).status).toBe(200);
    await kill(server);
    for (const args of [[], ['nobody'], ['second@example.com', '--unknown'], ['second@example.com', 'third@example.com']])
      expect(await command(database, ...args)).toMatchObject({ code: 1, output: expect.stringContaining('Name the administrator:') });
  });

  test('the command keeps two-factor login, and switches it off if asked to', async () => {
    const server = await startOn(database);
    const { email, password } = createdIn(database);
    const login = (with_: string) => request(server, 'POST', '/api/admin/login', loginBody(email, with_));
    const admin = { token: (await login(password)).body.tokenAdmin };
    const { secret } = (await startTwoFactor(at(server), admin, password)).body;
    expect((await confirmTwoFactor(at(server), admin, codeAt(secret, Date.now()))).status).toBe(200);
    const kept = printedBy((await command(database, email)).output);
    expect((await login(kept.password)).body.code).toBe('adminApi.codeRequired');
    const reset = await command(database, email, '--reset-two-factor');
    expect(reset.output).toContain('two-factor login is off');
    expect((await login(printedBy(reset.output).password)).status).toBe(200);
    await kill(server);
  });

  test('keeps the password of the created account even if the server cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(startOn(database, { PORT: String(port) })).rejects.toThrow(PASSWORD_FILE);
    other.close();
    const { email, password } = createdIn(database);
    const server = await startOn(database);
    expect((await request(server, 'POST', '/api/admin/login', loginBody(email, password))).status).toBe(200);
    await kill(server);
  });
});
