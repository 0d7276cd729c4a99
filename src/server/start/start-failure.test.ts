import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from '../db/data-dir.ts';
import { readConfig } from '../settings/config.ts';
import { startFailure } from './start-failure.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('logs an unknown error with its stack and its cause', () => {
  const { text, exitCode } = startFailure(new Error('It broke.', { cause: new Error('Deep inside') }));
  expect(text).toMatch(/^Carnet could not start\. It broke\.\n.*\n +at .*\[cause\]: Error: Deep inside/s);
  expect(exitCode).toBe(1);
});

test('logs an invalid setting in one line, with a code that a service manager does not repeat', () => {
  expect(startFailure(thrownBy(() => readConfig({ MAIL_FROM: 'abc' })))).toEqual({
    text: 'Carnet could not start. The setting MAIL_FROM is not valid: it should be an email address, like Carnet <carnet@example.com>.',
    exitCode: 78,
  });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'carnet-failure-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const listenError = (options: ListenOptions): Promise<unknown> =>
  new Promise((resolve) => {
    const server = createServer().once('error', resolve);
    server.listen(options, () => server.close(() => resolve('it listens')));
  });

function aFile(content: string): string {
  const path = join(folder(), 'carnet.sqlite');
  writeFileSync(path, content);
  return path;
}

const pgError = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each<[string, () => unknown, RegExp, number]>([
  ['an address of another machine', () => listenError({ host: '203.0.113.1', port: 1 }), /correct HOST/, 78],
  ['a data folder that is a file', () => thrownBy(() => prepareDataDir(aFile('x'))), /Check DATA_DIR/, 78],
  ['a data folder in a file', () => thrownBy(() => prepareDataDir(join(aFile('x'), 'data'))), /Check DATA_DIR/, 78],
  [
    'a file of another program',
    () => thrownBy(() => new DatabaseSync(aFile('x'.repeat(5_000))).exec('pragma user_version')),
    /restore a backup/,
    78,
  ],
  ['a wrong password', () => pgError('28P01', 'password authentication failed for user "carnet"'), /percent-encoded/, 78],
  ['no such database', () => pgError('3D000', 'database "carnet" does not exist'), /Create the database/, 78],
  ['PostgreSQL that is away', () => pgError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'), /carnet doctor/, 1],
])('advises what to do in one line: %s', async (_, fail, advice, code) => {
  const { text, exitCode } = startFailure(await fail());
  expect(text).toMatch(/^Carnet could not start\. \S.*$/);
  expect(text).toMatch(advice);
  expect(exitCode).toBe(code);
});
