import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let dataDir: string;
let child: ChildProcess | undefined;

const WITHOUT_NPM = ['node', 'scripts/start.mjs'] as const;
const WITH_NPM = ['npm', 'start'] as const;

/** Resolves when the server listens or has exited. */
async function start(env: Record<string, string>, [command, ...args]: readonly [string, ...string[]] = WITHOUT_NPM) {
  const running = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = running;
  let output = '';
  const ended = once(running, 'close');
  const listening = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('listening on http://')) resolve();
    };
    running.stdout.on('data', listen);
    running.stderr.on('data', listen);
  });
  await Promise.race([listening, ended]);
  return { running, ended, output: () => output };
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carnet-start-'));
});

afterEach(() => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** The startup time is measured by `npm run bench -- start`. */
test('starts without installing or building if everything is up to date', async () => {
  const { running, ended, output } = await start({});
  expect(output()).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+/);
  expect(output()).not.toMatch(/installing|building/);
  running.kill('SIGTERM');
  await ended;
});

test.each([
  ['SIGTERM', WITHOUT_NPM],
  ['SIGINT', WITHOUT_NPM],
  ['SIGTERM', WITH_NPM],
  ['SIGINT', WITH_NPM],
] as const)('%s to %j reaches the server, which stops gracefully with code 0', async (signal, command) => {
  const { running, ended, output } = await start({}, command);
  const url = /listening on (\S+)/.exec(output())?.[1] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  running.kill(signal);
  expect(await ended).toEqual([0, null]);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test.each([
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/carnet'],
  ['SMTP_URL', 'localhost'],
  ['LOG_LEVEL', 'loud'],
  ['ADMIN_PASSWORD', 'weak'],
  ['ORDER_GRACE_MINUTES', '9999'],
  ['CARD_PAYMENT', 'on'],
])('an invalid %s stops the start with a message that names it', async (name, value) => {
  const { ended, output } = await start({ [name]: value });
  expect(await ended).toEqual([78, null]);
  expect(output()).toContain(name);
  expect(output()).not.toMatch(/^\s+at /m);
});

test('a port in use stops the start with a message that says so', async () => {
  const first = await start({});
  const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(first.output())?.[1] ?? '';
  const second = await start({ PORT: port, DATA_DIR: join(dataDir, 'second') });
  expect((await second.ended)[0]).toBe(1);
  expect(second.output()).toContain(`Another program uses port ${port}: stop it, or set another PORT`);
  expect(second.output()).not.toMatch(/^\s+at /m);
  first.running.kill('SIGTERM');
  await first.ended;
});

describe('LOG_FORMAT=json', () => {
  /** Every line of the output, which must be JSON. */
  const parsed = (output: string) =>
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const DIRECT = [process.execPath, 'dist/server/main.js'] as const;
  const JSON_LOG = { LOG_FORMAT: 'json', LOG_LEVEL: 'trace', LOG_REQUESTS: 'on' };

  test('makes all lines JSON: on startup, of requests and emails, and on shutdown', async () => {
    const { running, ended, output } = await start({ ...JSON_LOG, METRICS_PORT: '0', PUBLIC_URL: 'https://carnet.example.com' }, DIRECT);
    const url = /listening on (http:[^\s"]+)/.exec(output())?.[1] ?? '';
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/api/users/send-code`, { method: 'POST', headers, body: JSON.stringify({ email: 'olena@example.com' }) });
    await expect.poll(output, { timeout: 30_000 }).toContain('mail written to');
    running.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const lines = parsed(output());
    for (const line of lines) expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
    const messages = lines.map(({ msg }) => msg);
    for (const part of [
      'listening on http://',
      'metrics on http://',
      'mail written to',
      'request',
      'SMTP_URL is not set',
      'first-admin-password',
    ])
      expect(
        messages.some((message) => message.includes(part)),
        part,
      ).toBe(true);
    expect(lines.find(({ msg }) => msg.startsWith('listening on http'))).toMatchObject({
      release: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: expect.stringMatching(/^\d{4}_/),
      database: expect.stringContaining('SQLite in'),
    });
    expect(output()).not.toContain('olena');
  });

  test.each([
    ['invalid settings', { PORT: 'x', SMPT_URL: 'y' }, 'PORT', 78],
    ['a database that is away', { DATABASE_URL: 'postgres://carnet:secret@127.0.0.1:1/carnet', START_TIMEOUT: '2' }, 'ECONNREFUSED', 1],
    ['an address of another machine', { METRICS_HOST: '203.0.113.1', METRICS_PORT: '9' }, 'EADDRNOTAVAIL', 78],
  ])('makes a failed start a JSON line: %s', async (_, env, text, code) => {
    const { ended, output } = await start({ ...JSON_LOG, ...env }, DIRECT);
    expect(await ended).toEqual([code, null]);
    const lines = parsed(output());
    expect(lines.at(-1)).toMatchObject({ level: 60, msg: expect.stringMatching(new RegExp(`^Carnet could not start.*${text}`, 's')) });
    expect(output()).not.toContain('secret');
  });
});
