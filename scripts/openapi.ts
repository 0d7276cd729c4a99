/** Writes docs/openapi.json from the contract; with --check it only reports whether the file is current, and lints it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '#server/http/openapi.ts';

const FILE = join(import.meta.dirname, '..', 'docs', 'openapi.json');

/** The recommended rules as errors, and what Spectral's `spectral:oas` reports beyond them. */
const RULES = {
  'info-contact': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'tag-description': 'error',
  'no-duplicated-tag-names': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
} as const;

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES });
  const problems = await lintFromString({ source, absoluteRef: FILE, config });
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} (${place?.pointer})`);
}

const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current);
} else {
  const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === current;
  const problems = [...(isCurrent ? [] : ['docs/openapi.json is out of date: run `npm run openapi`.']), ...(await lint(current))];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
