import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['src', 'tests', 'scripts', 'bench', 'deploy', 'docs', '.'];
const TEXT_FILE = /\.(?:ts|tsx|mjs|css|md)$/;

/** Words that the code once used for standard terms. CONTRIBUTING.md lists the terms. */
const RETIRED =
  /\b(?:alive|deeds?|doors?|desk|trail|walls?|slips?|ledger|heeded|faults?|plateText|hasOneFailure|knowsUser|e-mails?|specification \d|product decisions)\b/i;

/** Names that are stored in databases, npm commands, makes of cars, and the glossary itself. */
const ALLOWED: Record<string, RegExp> = {
  'CONTRIBUTING.md': /^\|/,
  'scripts/check-locales.mjs': /say email/,
  'src/web/features/vehicles/form/makes.json': /Great Wall/,
  'tests/repository/locales.test.ts': /email/,
  'tests/repository/words.test.ts': /./,
};

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => (folder === '.' ? name : `${folder}/${name}`))
    .filter((name) => TEXT_FILE.test(name));

test('retired words are not used again', () => {
  const found = FOLDERS.flatMap(filesOf).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (RETIRED.test(line) && !ALLOWED[file]?.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
