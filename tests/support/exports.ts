import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import type { ExportFile } from '#contract/export-file.ts';
import type { Language } from '#contract/languages.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './builders.ts';
import { readZip } from './zip.ts';

const SCHEMA = join(import.meta.dirname, '..', '..', 'docs', 'export.schema.json');

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

export interface Exported {
  json: ExportFile;
  files: Map<string, Buffer>;
  /** The lines of a table without its byte order mark. */
  lines(path: string): string[];
  name: string;
}

export async function askForExport(app: TestApp, { token }: Pick<TestUser, 'token'>, language: Language = 'en') {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
  return app.server.inject({ method: 'GET', url: '/api/export', headers });
}

/** The export of a user, which must be successful and fit the published schema. */
export async function getExport(...request: Parameters<typeof askForExport>): Promise<Exported> {
  const { statusCode, headers, rawPayload } = await askForExport(...request);
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/zip' });
  const files = await readZip(rawPayload);
  const json = JSON.parse(String(files.get('carnet.json')));
  expect(validate(json) ? [] : validate.errors).toEqual([]);
  return {
    json,
    files,
    lines: (path) => String(files.get(path)).replace('\ufeff', '').trimEnd().split('\r\n'),
    name: decodeURIComponent(String(headers['content-disposition']).replace(/^.*''/, '')),
  };
}
