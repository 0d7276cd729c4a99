import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lossesOf } from '../../bench/figures.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('a loss of more than 15 % against the last release is found', () => {
  const kept = { 'sqlite list': 0.8, 'sqlite create': 1, 'postgres list': 0.6 };
  expect(lossesOf(kept, { 'sqlite list': 0.69, 'sqlite create': 0.84 })).toEqual(['sqlite create']);
  expect(lossesOf(kept, { 'sqlite list': 0.67, 'sqlite create': 1.4, 'postgres list': 0.5 })).toEqual(['sqlite list', 'postgres list']);
  expect(lossesOf(kept, { 'sqlite list': 0.8, 'a new one': 0.1 })).toEqual([]);
});

test('the kept figures are those of the benchmark', () => {
  const { release, figures } = JSON.parse(readFileSync(join(ROOT, 'bench', 'figures.json'), 'utf8'));
  expect(release).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Object.keys(figures)).toEqual(['sqlite list', 'sqlite create', 'postgres list', 'postgres create']);
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
});
