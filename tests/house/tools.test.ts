import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const TOOLS = join(import.meta.dirname, '..', '..', 'scripts', 'tools.mjs');
let folder: string;

/** Stands in for apt-get: notes its arguments, and "installs" the programs that the test names. */
const aptGet = (programs: string[]) => `#!/bin/sh
echo "$@" >> ${folder}/apt
${programs.map((name) => `: > ${folder}/bin/${name}`).join('\n')}
`;

function provide(name: string, content = '') {
  writeFileSync(join(folder, 'bin', name), content, { mode: 0o755 });
}

/** `ensureTools` on a machine with these programs and a PostgreSQL. */
function ensure(user: 'root' | 'anybody') {
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

const found = () => ({ chromium: join(folder, 'bin/chromium-headless-shell'), firefox: join(folder, 'bin/firefox-esr'), postgres: '/pg' });

test('what is there is used as it is', () => {
  provide('chromium-headless-shell');
  provide('firefox-esr');
  expect(JSON.parse(ensure('anybody'))).toEqual(found());
});

test('root on Debian gets what is missing, in one installation', () => {
  const sh = spawnSync('which', ['sh'], { encoding: 'utf8' }).stdout.trim();
  provide('sh', `#!${sh}\nexec ${sh} "$@"\n`);
  provide('apt-get', aptGet(['chromium-headless-shell', 'firefox-esr']));
  const lines = ensure('root').split('\n');
  expect(lines[0]).toContain('installing chromium-headless-shell and firefox-esr');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual(found());
});

test('a program that its package did not bring is named with its variable', () => {
  const sh = spawnSync('which', ['sh'], { encoding: 'utf8' }).stdout.trim();
  provide('sh', `#!${sh}\nexec ${sh} "$@"\n`);
  provide('apt-get', aptGet(['chromium-headless-shell']));
  expect(ensure('root')).toContain('Installed, but not found: firefox-esr (CARNET_FIREFOX)');
});

test('without root the line to run is told', () => {
  provide('chromium-headless-shell');
  provide('apt-get', aptGet([]));
  expect(ensure('anybody')).toBe(
    'The tests need firefox-esr. Run once as root: apt-get update && apt-get install -y --no-install-recommends firefox-esr',
  );
});

test('without apt-get the programs and their variables are told', () => {
  expect(ensure('root')).toBe(
    'The tests need chromium-headless-shell and firefox-esr: install them, and set CARNET_CHROMIUM and CARNET_FIREFOX if they are not found.',
  );
});
