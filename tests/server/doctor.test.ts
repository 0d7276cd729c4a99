import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { noteBackup } from '#server/db/last-backup.ts';
import { DATABASES } from '#tests/support/app.ts';
import { administer, createDatabase } from '#tests/support/postgres.ts';
import { aDatabase, PROJECT, startOn } from '#tests/support/processes.ts';
import { s3Server } from '#tests/support/s3-server.ts';
import { builtCommand, NODE_ENV } from '#tests/support/server.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carnet-doctor-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

interface Report {
  code: number;
  output: string;
  /** Lines of that level. */
  errors: string[];
  warnings: string[];
}

async function doctor(env: Record<string, string>, ...args: string[]): Promise<Report> {
  const child = spawn(process.execPath, [builtCommand('doctor'), ...args], {
    cwd: PROJECT,
    env: { ...NODE_ENV, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = (await once(child, 'close')) as [number];
  const linesOf = (label: string) => output.split('\n').filter((line) => line.startsWith(label));
  return { code, output, errors: linesOf('ERROR'), warnings: linesOf('WARNING') };
}

describe.each(DATABASES)('npm run doctor on %s', (kind) => {
  test('finds nothing wrong with a server that works', async () => {
    const database = await aDatabase(kind);
    const server = await startOn(database);
    onTestFinished(async () => {
      await server.stop();
      await database.remove();
    });
    const { code, output, errors } = await doctor({ ...database.env, PUBLIC_URL: server.url });
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    for (const part of ['Settings: all valid', 'Schema: current (0', 'can be written', `Carnet answers at ${server.url}`])
      expect(output).toContain(part);
    if (kind === 'postgres') for (const part of ['encoding UTF8', 'collation C', 'Clock: agrees']) expect(output).toContain(part);
  });

  test('reports a newer schema and a clock that is behind', async () => {
    const database = await aDatabase(kind);
    const store = await database.open();
    onTestFinished(async () => {
      await store.close();
      await database.remove();
    });
    const add = (name: string, at: string) => sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(store.db);
    await sql`update kysely_migration set timestamp = '2999-01-01T00:00:00.000Z'`.execute(store.db);
    const behind = await doctor(database.env);
    expect([behind.code, behind.errors]).toEqual([1, [expect.stringMatching(/Clock: .* behind the last migration/)]]);
    await add('9999_future', '2026-01-01T00:00:00.000Z');
    const newer = await doctor(database.env);
    expect([newer.code, newer.errors]).toEqual([1, [expect.stringMatching(/written by a newer release/)]]);
  });

  test('counts the migrations of the next start', async () => {
    const database = await aDatabase(kind);
    const store = await database.open();
    onTestFinished(async () => {
      await store.close();
      await database.remove();
    });
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(store.db);
    const { code, output } = await doctor(database.env);
    expect([code, output]).toEqual([0, expect.stringContaining('the next start runs 1 migrations')]);
  });
});

describe('npm run doctor', () => {
  test('reports all invalid settings without their values', async () => {
    const { code, errors, output } = await doctor({ PORT: 'secret1', SMPT_URL: 'secret2' });
    expect([code, errors.length]).toEqual([1, 2]);
    expect(output).not.toContain('secret');
  });

  test('reports a host of another machine, equal ports, and a database of another program', async () => {
    writeFileSync(join(dataDir, 'carnet.sqlite'), '');
    const other = new DatabaseSync(join(dataDir, 'carnet.sqlite'));
    other.exec('create table users (id integer)');
    other.close();
    const { code, errors } = await doctor({ HOST: '203.0.113.1' });
    expect([code, errors]).toEqual([
      1,
      [expect.stringMatching(/HOST: cannot listen at 203\.0\.113\.1/), expect.stringContaining('belongs to another program')],
    ]);
    expect((await doctor({ METRICS_PORT: '3000' })).errors).toEqual([expect.stringContaining('METRICS_PORT must differ from PORT')]);
  });

  test('warns while there is no backup, and when the last one is old', async () => {
    expect((await doctor({})).warnings).toContainEqual(expect.stringContaining('Backup: none was made'));
    noteBackup(dataDir, '/backups/a.sqlite');
    expect((await doctor({})).output).toContain('ok      Backup: the last one is 0 hours old');
    const old = Date.now() / 1_000 - 3 * 86_400;
    utimesSync(join(dataDir, 'last-backup'), old, old);
    expect((await doctor({})).warnings).toContainEqual(expect.stringContaining('Backup: the last one is 72 hours old'));
  });

  test('reports a PostgreSQL that cannot be reached, without the password', async () => {
    const { code, errors, output } = await doctor({ DATABASE_URL: 'postgres://carnet:secret@127.0.0.1:1/carnet' });
    expect([code, errors]).toEqual([1, [expect.stringMatching(/carnet@127\.0\.0\.1:1\/carnet cannot be reached \(ECONNREFUSED/)]]);
    expect(output).not.toContain('secret');
  });

  test('reports a read-only PostgreSQL and a pool that is too large', async () => {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const url = new URL(database.url);
    await administer(inject('postgresUrl'), `alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`);
    const { code, errors } = await doctor({ DATABASE_URL: database.url, DATABASE_POOL: '1000' });
    expect([code, errors]).toEqual([
      1,
      [expect.stringContaining('DATABASE_POOL is 1000'), expect.stringMatching(/cannot be written \(25006/)],
    ]);
  });

  test('reports a pooler that is not set up', async () => {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const name = new URL(database.url).pathname.slice(1);
    const env = { DATABASE_URL: database.url, DATABASE_POOLER: 'transaction' };
    const unlimited = await doctor(env);
    expect([unlimited.code, unlimited.errors]).toEqual([1, [expect.stringContaining('Pooler: The time limits do not reach PostgreSQL')]]);
    const limits = { statement_timeout: 5_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 15_000 };
    for (const [parameter, value] of Object.entries(limits))
      await administer(inject('postgresUrl'), `alter role carnet in database ${name} set ${parameter} = ${value}`);
    expect((await doctor(env)).errors).toEqual([expect.stringContaining('Set DATABASE_PREPARED=off')]);
    const right = await doctor({ ...env, DATABASE_PREPARED: 'off' });
    expect([right.code, right.output]).toEqual([0, expect.stringContaining('Pooler: passes the time limits on')]);
  });

  test('writes, reads and deletes an object of the store of photos', async () => {
    const s3 = await s3Server();
    onTestFinished(() => s3.close());
    const { code, output, errors } = await doctor(s3.env);
    expect([code, errors]).toEqual([0, []]);
    expect(output).toMatch(/ok {6}Photos: carnet-photos\/test\/ at http:\/\/127\S+ can be written, read and deleted/);
    expect([s3.keys(), s3.requests.map((line) => line.split(' ')[0])]).toEqual([[], ['PUT', 'GET', 'DELETE', 'GET']]);
    const rejected = await doctor({ ...s3.env, FILES_SECRET_ACCESS_KEY: 'other-secret' });
    expect([rejected.code, rejected.errors]).toEqual([1, [expect.stringMatching(/Photos: .*403 SignatureDoesNotMatch.* Check FILES_URL/)]]);
    expect(rejected.output).not.toContain('other-secret');
    const away = await doctor({ ...s3.env, FILES_URL: 's3://photos?endpoint=http://127.0.0.1:9' });
    expect([away.code, away.errors]).toEqual([1, [expect.stringMatching(/Photos: photos\/ at http:\/\/127\.0\.0\.1:9 .*ECONNREFUSED/)]]);
  });

  test('reports a damaged SQLite file', async () => {
    writeFileSync(join(dataDir, 'carnet.sqlite'), 'not a database, but long enough to have a header');
    const { code, errors } = await doctor({});
    expect([code, errors]).toEqual([1, [expect.stringMatching(/SQLite in .* cannot be used/)]]);
  });

  test('reports a SQLite file that another program keeps locked', async () => {
    const other = new DatabaseSync(join(dataDir, 'carnet.sqlite'));
    onTestFinished(() => other.close());
    other.exec('begin exclusive');
    const { code, errors } = await doctor({});
    expect([code, errors]).toEqual([1, [expect.stringMatching(/cannot be used .*locked/)]]);
  });

  test('warns of a folder that others may open, and reports one that is a file', async () => {
    chmodSync(dataDir, 0o755);
    const { code, warnings } = await doctor({});
    // Little free space is another warning.
    expect([code, warnings]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/others may open .* \(mode 755\)\. Run: chmod go= /)]),
    ]);
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expect((await doctor({ DATA_DIR: file })).errors).toEqual([expect.stringContaining('is not a folder')]);
  });

  /** Accepts the login carnet/right, the sender sender@example.com and the recipient owner@example.com. */
  async function mailServer() {
    const received: string[] = [];
    const reject = (text: string) => Object.assign(new Error(text), { responseCode: 553 });
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _, done) =>
        username === 'carnet' && password === 'right' ? done(null, { user: 'carnet' }) : done(new Error('no')),
      onMailFrom: ({ address }, _, done) => done(address === 'sender@example.com' ? null : reject('Sender not owned')),
      onRcptTo: ({ address }, _, done) => done(address === 'owner@example.com' ? null : reject('No such mailbox')),
      onData: (stream, { envelope }, done) => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        stream.resume().on('end', () => done(null, 'Queued as 17'));
      },
    });
    smtp.on('error', () => undefined);
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => smtp.close(() => resolve())));
    const { port } = smtp.server.address() as AddressInfo;
    return { received, env: (login: string) => ({ SMTP_URL: `smtp://${login}@127.0.0.1:${port}`, MAIL_FROM: 'sender@example.com' }) };
  }

  test('logs in at the mail server, sends nothing, and warns of a sender and an administrator without an address', async () => {
    const { received, env } = await mailServer();
    const database = await aDatabase('sqlite');
    onTestFinished(() => database.remove());
    const server = await startOn(database);
    await server.stop();
    const right = await doctor({ ...database.env, ...env('carnet:right'), MAIL_FROM: '' });
    expect([right.code, right.output]).toEqual([0, expect.stringContaining('accepts the login')]);
    for (const part of ['MAIL_FROM is not set', 'admin@carnet.local is an administrator and has no mailbox'])
      expect(right.warnings).toEqual(expect.arrayContaining([expect.stringContaining(part)]));
    const wrong = await doctor(env('carnet:secret'));
    expect([wrong.code, wrong.errors]).toEqual([1, [expect.stringMatching(/Mail: .* does not work \(535 .*It rejects the login\./)]]);
    expect(wrong.output).not.toContain('secret');
    expect(received).toEqual([]);
  });

  test('sends a test email if asked to, and says at which step the mail server rejects it', async () => {
    const { received, env } = await mailServer();
    const sent = await doctor(env('carnet:right'), '--mail-to', 'owner@example.com');
    expect([sent.code, sent.output]).toEqual([
      0,
      expect.stringMatching(/accepted a test email .* to owner@example\.com \(250 .*Queued as 17/),
    ]);
    expect(received).toEqual(['owner@example.com']);
    const sender = await doctor({ ...env('carnet:right'), MAIL_FROM: 'other@example.com' }, '--mail-to=owner@example.com');
    expect([sender.code, sender.errors]).toEqual([1, [expect.stringMatching(/\(553 Sender not owned\)\. .* Set MAIL_FROM/)]]);
    const recipient = await doctor(env('carnet:right'), '--mail-to', 'nobody@example.com');
    expect(recipient.errors).toEqual([expect.stringMatching(/\(553 No such mailbox\)\. It rejects the recipient/)]);
    const away = await doctor({ SMTP_URL: 'smtp://127.0.0.1:1' }, '--mail-to', 'owner@example.com');
    expect(away.errors).toEqual([expect.stringMatching(/Mail: .*ECONNREFUSED.* It cannot be reached/)]);
    expect((await doctor({}, '--mail-to', 'owner@example.com')).errors).toEqual([expect.stringContaining('SMTP_URL is not set')]);
  });

  test('reports a public address where something else answers, and warns if nothing does', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const wrong = await doctor({ PUBLIC_URL: url });
    expect([wrong.code, wrong.errors]).toEqual([1, [expect.stringMatching(/PUBLIC_URL: .* not as Carnet/)]]);
    other.close();
    await once(other, 'close');
    const away = await doctor({ PUBLIC_URL: url });
    expect([away.code, away.warnings]).toEqual([0, expect.arrayContaining([expect.stringMatching(/PUBLIC_URL: .* ECONNREFUSED/)])]);
  });
});
