import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'decisions');
const WORDS_MAX = 400;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const decisions = readdirSync(FOLDER)
  .sort()
  .map((file) => ({ file, number: Number(file.slice(0, 4)), text: read(`docs/decisions/${file}`) }));

test('a decision record has a number, a title and at most 400 words', () => {
  expect(decisions.length).toBeGreaterThan(50);
  for (const { file, number, text } of decisions) {
    expect(text.startsWith(`# ${number}. `), file).toBe(true);
    expect(text.split(/\s+/).length, file).toBeLessThanOrEqual(WORDS_MAX);
  }
});

test('docs/README.md lists all decisions with their titles', () => {
  const rows = decisions.map(({ file, number, text }) => {
    const title = text.slice(0, text.indexOf('\n')).replace(/^# \d+\. /, '');
    return `| ${number} | [${title}](decisions/${file}) |`;
  });
  expect(read('docs/README.md').match(/^\| \d+ \| \[.*$/gm)).toEqual(rows);
});

test('each decision that a file names exists', () => {
  const numbers = new Set(decisions.map(({ number }) => number));
  const files = globSync(['{src,tests,scripts,deploy,bench,docs}/**/*.{ts,tsx,mjs,md,yaml,css}', '*.md', '*.ts'], { cwd: ROOT });
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bdecisions? (\d+)(?:(?:,| and) (\d+))*/g)].flatMap(([whole]) =>
      (whole.match(/\d+/g) ?? []).map((number) => ({ file, number: Number(number) })),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
