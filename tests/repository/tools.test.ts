import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const PROGRAMS = {
  CARNET_CHROMIUM: 'chromium-headless-shell',
  CARNET_FIREFOX: 'firefox-esr',
  CARNET_WEBKIT_DRIVER: 'WebKitWebDriver',
  CARNET_XVFB: 'Xvfb',
};
const TOOLS = join(import.meta.dirname, '..', '..', 'scripts', 'tools.mjs');
let folder: string;

/** Fake apt-get: records its arguments, and creates the programs that the test names. */
const aptGet = (programs: string[]) => `#!/bin/sh
echo "$@" >> ${folder}/apt
${programs.map((name) => `: > ${folder}/bin/${name}`).join('\n')}
`;

function provide(name: string, content = '') {
  writeFileSync(join(folder, 'bin', name), content, { mode: 0o755 });
}

/** Runs `ensureTools` on a machine with the provided programs and a PostgreSQL. */
function ensure(user: 'root' | 'user') {
  const code = `
    process.getuid = () => ${user === 'root' ? 0 : 1000};
    const { ensureTools } = await import(${JSON.stringify(TOOLS)});
    try { console.log(JSON.stringify(ensureTools())); } catch (error) { console.log(error.message); }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PATH: `${join(folder, 'bin')}`, CARNET_PG_BIN: '/pg' },
    encoding: 'utf8',
  });
  return stdout.trim();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-tools-'));
  mkdirSync(join(folder, 'bin'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const allFound = () => ({
  ...Object.fromEntries(Object.entries(PROGRAMS).map(([variable, name]) => [variable, join(folder, 'bin', name)])),
  CARNET_PG_BIN: '/pg',
});

function provideShell() {
  const sh = spawnSync('which', ['sh'], { encoding: 'utf8' }).stdout.trim();
  provide('sh', `#!${sh}\nexec ${sh} "$@"\n`);
}

test('uses the programs that are installed', () => {
  for (const name of Object.values(PROGRAMS)) provide(name);
  expect(JSON.parse(ensure('user'))).toEqual(allFound());
});

test('installs the missing programs in one step as root on Debian', () => {
  provideShell();
  provide('Xvfb');
  provide('apt-get', aptGet(Object.values(PROGRAMS)));
  const lines = ensure('root').split('\n');
  expect(lines[0]).toContain('installing chromium-headless-shell, firefox-esr and webkit2gtk-driver');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual(allFound());
  expect(readFileSync(join(folder, 'apt'), 'utf8'), 'waits for another program that installs packages').toContain(
    'DPkg::Lock::Timeout=600 chromium-headless-shell firefox-esr webkit2gtk-driver',
  );
});

test('names a program that its package did not install, and its variable', () => {
  provideShell();
  provide('apt-get', aptGet(Object.values(PROGRAMS).filter((name) => name !== 'firefox-esr')));
  expect(ensure('root')).toContain('Installed, but not found: firefox-esr (CARNET_FIREFOX)');
});

test('prints the command to run without root', () => {
  for (const name of Object.values(PROGRAMS)) if (name !== 'firefox-esr') provide(name);
  provide('apt-get', aptGet([]));
  expect(ensure('user')).toBe(
    'The tests need firefox-esr. Run once as root: apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 firefox-esr',
  );
});

test('names the programs and their variables without apt-get', () => {
  for (const name of ['WebKitWebDriver', 'Xvfb']) provide(name);
  expect(ensure('root')).toBe(
    'The tests need chromium-headless-shell and firefox-esr: install them, and set CARNET_CHROMIUM and CARNET_FIREFOX if they are not found.',
  );
});
