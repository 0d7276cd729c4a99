import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atLeast, atMost, exactly, median, percentile, type Run, runTrial } from '../../deploy/trial/support/trial.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LIST = join(ROOT, 'deploy', 'trial', 'list.ts');
const README = readFileSync(join(ROOT, 'deploy', 'trial', 'README.md'), 'utf8');
const TIMEOUT = 60_000;

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => vi.restoreAllMocks());

const aTrial = (run: (given: Run) => Promise<void>, options: Record<string, string> = {}) =>
  runTrial('example', { what: 'an example', needs: [], options, run }, options);

test('npm run trial lists the trials, and the README describes each', { timeout: TIMEOUT }, () => {
  const listed = execFileSync(process.execPath, [LIST], { encoding: 'utf8' });
  const names = [...listed.matchAll(/^ {2}([a-z-]+) +\w/gm)].map(([, name]) => name);
  expect(names).toContain('rolling-restart');
  const described = [...README.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(names.toSorted());
});

test('the README names tests that exist', () => {
  const files = [...README.matchAll(/`((?:tests|src)\/[\w./-]+)`/g)].map(([, file]) => file as string);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('an unknown trial exits with 1', { timeout: TIMEOUT }, () => {
  expect(spawnSync(process.execPath, [LIST, 'no-such-trial']).status).toBe(1);
});

test('a trial passes if all its goals are met', async () => {
  const isMet = await aTrial(async (run) => {
    run.measured('time', 99.5, 'ms', atMost(99.5));
    run.measured('rate', 1_234.4, 'a second', atLeast(1_000));
    run.measured('failed', 0, '', exactly(0));
    run.noted('remark', 'no goal');
    run.measured('without a goal', 7);
  });
  expect(isMet).toBe(true);
  expect(printed.join('\n')).toMatch(/^time +99\.5 ms +at most 99\.5 +met$/m);
  expect(printed.join('\n')).toMatch(/^rate +1234 a second +at least 1000 +met$/m);
  expect(printed.at(-1)).toBe('All goals are met.');
});

test.each([
  ['a higher value', 3],
  ['no value', Number.NaN],
])('a trial fails if one goal is missed: %s', async (_, value) => {
  const isMet = await aTrial(async (run) => {
    run.measured('lost', value, '', atMost(2));
    run.measured('failed', 0, '', exactly(0));
  });
  expect(isMet).toBe(false);
  expect(printed.join('\n')).toMatch(/^lost .* MISSED$/m);
  expect(printed.at(-1)).toBe('Goals missed: 1');
});

test('a trial that ends with an error still prints its table, and undoes what it has done, the latest first', async () => {
  const undone: string[] = [];
  let folder = '';
  const failing = aTrial(async (run) => {
    folder = run.folder;
    for (const name of ['first', 'second']) run.atEnd(() => void undone.push(name));
    run.measured('measured', 1);
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect(undone).toEqual(['second', 'first']);
  expect(existsSync(folder)).toBe(false);
  expect(printed.join('\n')).toMatch(/^measured +1$/m);
});

test('options are numbers where a trial needs them', async () => {
  await expect(aTrial(async (run) => void run.number('rate'), { rate: 'fast' })).rejects.toThrow('--rate needs a number');
  const numbers: number[] = [];
  await aTrial(async (run) => void numbers.push(run.number('rate')), { rate: '2.5' });
  expect(numbers).toEqual([2.5]);
});

test('percentiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.99), percentile(values, 1), median(values), percentile([], 0.5)]).toEqual([100, 100, 51, Number.NaN]);
});
