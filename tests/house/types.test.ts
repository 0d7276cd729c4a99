import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-types-'));
  for (const name of ['package.json', 'tsconfig.base.json', 'locales', 'src'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function typeErrors(side: string): Promise<string> {
  return new Promise((resolve) => {
    const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', `src/${side}`];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, stdout) => resolve(stdout));
  });
}

test.each([
  ['contract', 'Node', 'process.pid', "Cannot find name 'process'"],
  ['contract', 'the browser', 'document.title', "Cannot find name 'document'"],
  ['server', 'the browser', 'document.title', "Cannot find name 'document'"],
  ['web', 'Node', 'process.pid', "Cannot find name 'process'"],
])('src/%s does not compile with a word of %s', async (side, _, word, fault) => {
  const name = `planted-${word.split('.')[0]}.ts`;
  writeFileSync(join(folder, 'src', side, name), `export const thing = ${word};\n`);
  const lines = (await typeErrors(side)).split('\n').filter((line) => line.startsWith(`src/${side}/${name}`));
  expect(lines).toEqual([expect.stringContaining(fault)]);
});
