/** Writes docs/openapi.json from the contract; with --check it only reports whether the file is current. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#server/http/openapi.ts';

const FILE = join(import.meta.dirname, '..', 'docs', 'openapi.json');

const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current);
} else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== current) {
  console.error('docs/openapi.json is out of date: run `npm run openapi`.');
  process.exitCode = 1;
}
