import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let dataDir: string;
let child: ChildProcess | undefined;

const WITHOUT_NPM = ['node', 'scripts/start.mjs'] as const;
const WITH_NPM = ['npm', 'start'] as const;

/** Resolves when the server listens or has exited. */
async function start(env: Record<string, string>, [command, ...args]: readonly [string, ...string[]] = WITHOUT_NPM) {
  const running = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...env },
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
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain(name);
  expect(output()).not.toMatch(/^\s+at /m);
});

test('a port in use stops the start with a message that says so', async () => {
  const first = await start({});
  const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(first.output())?.[1] ?? '';
  const second = await start({ PORT: port, DATA_DIR: join(dataDir, 'second') });
  expect((await second.ended)[0]).toBe(1);
  expect(second.output()).toMatch(/Carnet could not start.*(in use|EADDRINUSE)/);
  first.running.kill('SIGTERM');
  await first.ended;
});
