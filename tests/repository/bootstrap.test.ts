import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let folder: string;

/** Fake npm: installs by writing npm's own list, or fails with the message in FAIL. */
const NPM = `
const { cpSync, mkdirSync } = require('node:fs');
if (process.env.FAIL) { console.error(process.env.FAIL); process.exit(1); }
mkdirSync('node_modules', { recursive: true });
cpSync('package-lock.json', 'node_modules/.package-lock.json');
`;
const BUILD = `import { mkdirSync } from 'node:fs'; mkdirSync('dist', { recursive: true }); console.log('built');\n`;
const COMMAND = `
import { ensureBuild, ensurePackages, main } from './bootstrap.mjs';
await main(async () => { await ensurePackages(); ensureBuild(); console.log('ready'); return 7; });
`;

function lock(version: string) {
  const packages = {
    '': { name: 'carnet' },
    'node_modules/zod': { version },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function run(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/command.mjs'], {
    cwd: folder,
    env: { PATH: '', npm_execpath: join(folder, 'npm-stand-in.js'), ...env },
    encoding: 'utf8',
  });
  const printed = stdout.split('\n').filter(Boolean);
  return {
    status,
    steps: printed.map((line) => /installing|building|ready/.exec(line)?.[0]).filter(Boolean),
    errors: stderr.trim().split('\n').at(-1),
  };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-bootstrap-'));
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'src'));
  cpSync(join(ROOT, 'scripts', 'bootstrap.mjs'), join(folder, 'scripts', 'bootstrap.mjs'));
  writeFileSync(join(folder, 'scripts', 'build.mjs'), BUILD);
  writeFileSync(join(folder, 'scripts', 'command.mjs'), COMMAND);
  writeFileSync(join(folder, 'npm-stand-in.js'), NPM);
  writeFileSync(join(folder, 'src', 'main.ts'), 'export {};\n');
  lock('1.0.0');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the first run installs and builds, the second does neither; both exit with the code of the command', () => {
  expect(run()).toMatchObject({ status: 7, steps: ['installing', 'building', 'ready'] });
  expect(run()).toMatchObject({ status: 7, steps: ['ready'] });
});

test.each([
  ['a package', () => lock('1.0.1'), ['installing', 'building', 'ready']],
  ['a source', () => appendFileSync(join(folder, 'src', 'main.ts'), '// changed\n'), ['building', 'ready']],
  ['a new source', () => writeFileSync(join(folder, 'src', 'new.ts'), ''), ['building', 'ready']],
  ['the build itself', () => appendFileSync(join(folder, 'scripts', 'build.mjs'), '// changed\n'), ['building', 'ready']],
  ['a test', () => writeFileSync(join(folder, 'src', 'main.test.ts'), ''), ['ready']],
  ['only a deleted build', () => rmSync(join(folder, 'dist'), { recursive: true }), ['building', 'ready']],
])('repeats only the steps that depend on the change: %s', (_, change, steps) => {
  run();
  change();
  expect(run().steps).toEqual(steps);
});

test('repeats a build that failed', () => {
  writeFileSync(join(folder, 'scripts', 'build.mjs'), 'process.exit(1);\n');
  expect(run()).toMatchObject({ status: 1, steps: ['installing', 'building'], errors: expect.stringContaining('The build failed') });
  expect(run().steps).toEqual(['building']);
});

test.each([
  ['npm error code EAI_AGAIN', 'registry cannot be reached'],
  ['npm error code EACCES', 'check the owner'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EUSAGE', 'package-lock.json disagree'],
  ['something else', 'see npm’s message above'],
])('explains how to fix "%s" of npm', (fail, remedy) => {
  expect(run({ FAIL: fail })).toMatchObject({ status: 1, steps: ['installing'], errors: expect.stringContaining(remedy) });
});

test('explains how to install npm', () => {
  expect(run({ npm_execpath: '' })).toMatchObject({ status: 1, errors: expect.stringContaining('npm is not installed') });
});

/** Records its start in the file `runs` and waits for the file `go`. */
const WAITING_NPM = `
const { appendFileSync, existsSync } = require('node:fs');
appendFileSync('runs', 'npm ');
while (!existsSync('go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
${NPM}`;

function begin() {
  const child = spawn(process.execPath, ['scripts/command.mjs'], {
    cwd: folder,
    env: { PATH: '', npm_execpath: join(folder, 'npm-stand-in.js') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = { output: '', ended: once(child, 'close').then(([code]) => code as number) };
  child.stdout.on('data', (chunk) => {
    started.output += chunk;
  });
  return started;
}

test('of two starts at once, one installs and builds, and the other reports that it waits', { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, 'npm-stand-in.js'), WAITING_NPM);
  writeFileSync(
    join(folder, 'scripts', 'build.mjs'),
    `import { appendFileSync } from 'node:fs';\nappendFileSync('runs', 'build ');\n${BUILD}`,
  );
  const first = begin();
  await vi.waitUntil(() => existsSync(join(folder, 'runs')), { timeout: 50_000 });
  const second = begin();
  // The second process either waits or runs npm, too.
  await vi.waitUntil(() => second.output !== '', { timeout: 50_000 });
  writeFileSync(join(folder, 'go'), '');
  expect([await first.ended, await second.ended]).toEqual([7, 7]);
  expect(second.output).toContain('waiting for process');
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('npm build ');
  expect(existsSync(join(folder, '.cache', 'prepare.lock'))).toBe(false);
});

test.each([
  ['the lock of a process that has ended', () => `${spawnSync(process.execPath, ['--version']).pid}\n`],
  ['an empty lock, left by a full disk', () => ''],
])('ignores %s', (_, content) => {
  mkdirSync(join(folder, '.cache'));
  writeFileSync(join(folder, '.cache', 'prepare.lock'), content());
  expect(run()).toMatchObject({ status: 7, steps: ['installing', 'building', 'ready'] });
  expect(existsSync(join(folder, '.cache', 'prepare.lock'))).toBe(false);
});

test('removes the lock after a failed installation', () => {
  expect(run({ FAIL: 'something else' }).status).toBe(1);
  expect(existsSync(join(folder, '.cache', 'prepare.lock'))).toBe(false);
});

test('names the commit of the clone, or of the build of an image, and none without git', () => {
  writeFileSync(join(folder, 'scripts', 'command.mjs'), "import { commitOf } from './bootstrap.mjs'; process.stdout.write(commitOf());");
  const commit = (env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ['scripts/command.mjs'], { cwd: folder, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' }).stdout;
  const git = (...args: string[]) => spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  expect([commit(), commit({ CARNET_COMMIT: 'a1b2c3d' })]).toEqual(['', 'a1b2c3d']);
  git('init');
  git('add', '.');
  git('commit', '--message', 'First');
  expect(commit()).toMatch(/^[0-9a-f]{7,}$/);
  appendFileSync(join(folder, 'scripts', 'command.mjs'), '\n');
  expect(commit()).toMatch(/^[0-9a-f]{7,}-dirty$/);
});
