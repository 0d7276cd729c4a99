/** Writes docs/openapi.json and docs/export.schema.json from the contract; with --check it only reports whether they are current, and lints the first. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as z from 'zod/mini';
import { exportFile } from '#contract/export-file.ts';
import { openApiDocument } from '#server/http/openapi.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const FILE = join(DOCS, 'openapi.json');
const SCHEMA_FILE = join(DOCS, 'export.schema.json');

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

/** Readers of an export must accept properties that they do not know, which later releases may add. */
const exportSchema = {
  title: 'carnet.json of an export of Carnet',
  ...z.toJSONSchema(exportFile, { target: 'draft-2020-12', io: 'input' }),
};

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
const current: Record<string, string> = { [FILE]: textOf(openApiDocument()), [SCHEMA_FILE]: textOf(exportSchema) };
const isCurrent = (file: string): boolean => existsSync(file) && readFileSync(file, 'utf8') === current[file];

if (!process.argv.includes('--check')) {
  for (const [file, text] of Object.entries(current)) writeFileSync(file, text);
} else {
  const outdated = Object.keys(current).filter((file) => !isCurrent(file));
  const problems = [
    ...outdated.map((file) => `docs/${basename(file)} is out of date: run \`npm run openapi\`.`),
    ...(await lint(textOf(openApiDocument()))),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
