import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let folder: string;
let problems: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-unused-'));
  for (const name of ['src', 'locales']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const texts = join(folder, 'locales/en/records.json');
  const planted = { title: 'Of another file', history: { planted: 'Of no file' }, plantedCount_one: 'One', plantedCount_other: 'Many' };
  writeFileSync(texts, JSON.stringify({ ...JSON.parse(readFileSync(texts, 'utf8')), plantedTexts: planted }));
  // The two namespaces of the exceptions, one of them without the keys that need it.
  const rules = join(folder, 'locales/en/forms.json');
  writeFileSync(rules, JSON.stringify({ ...JSON.parse(readFileSync(rules, 'utf8')), rules: {} }));
  const tariffs = join(folder, 'locales/en/tariffs.json');
  const { names, ...others } = JSON.parse(readFileSync(tariffs, 'utf8'));
  writeFileSync(tariffs, JSON.stringify({ ...others, names: { ...names, planted: 'A tariff that does not exist' } }));
  appendFileSync(join(folder, 'src/web/ui/badge.module.css'), '.planted {\n  color: var(--planted-unknown);\n}\n');
  appendFileSync(join(folder, 'src/web/ui/tokens.css'), ':root {\n  --planted: 1px;\n}\n');
  writeFileSync(
    join(folder, 'src/web/ui/planted.tsx'),
    "import styles from './badge.module.css';\n\nexport const Planted = () => <b className={styles.plantedToo} />;\n",
  );
  const { stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/check-unused.mjs'), folder], { encoding: 'utf8' });
  problems = stderr.trim().split('\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a text', 'records:plantedTexts.history.planted: no code reads this text'],
  ['a text with plural forms', 'records:plantedTexts.plantedCount: no code reads this text'],
  ['a text that only another key of the same end has', 'records:plantedTexts.title: no code reads this text'],
  ['a text whose key is built from a value that no code has', 'tariffs:names.planted: no code reads this text'],
  ['an exception', 'check-unused.mjs forms:rules.: the exception is not needed'],
  ['a class', 'src/web/ui/badge.module.css .planted: no component uses this class'],
  ['a custom property', 'src/web/ui/tokens.css --planted: no style uses this property'],
])('reports %s that nothing uses', (_, problem) => {
  expect(problems).toContain(problem);
});

test.each([
  ['a class', 'src/web/ui/planted.tsx .plantedToo: not in src/web/ui/badge.module.css'],
  ['a custom property', 'var(--planted-unknown): not defined'],
])('reports %s that does not exist', (_, problem) => {
  expect(problems).toContain(problem);
});

test('reports nothing else', () => {
  expect(problems).toHaveLength(9);
});
