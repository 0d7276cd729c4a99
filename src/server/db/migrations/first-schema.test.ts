import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FIRST_SCHEMA, firstStatements } from './first-schema.ts';

test('the first migration is that of release 0.2.0', () => {
  const statements = JSON.stringify([firstStatements('sqlite'), firstStatements('postgres')]);
  const hash = createHash('sha256').update(statements).digest('hex').slice(0, 8);
  expect(`0001_${hash}`, 'Add a migration instead of editing the first one (CONTRIBUTING.md).').toBe(FIRST_SCHEMA);
});
