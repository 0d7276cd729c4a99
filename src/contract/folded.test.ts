import { expect, test } from 'vitest';
import { folded } from './folded.ts';

test.each([
  ['Ремонт з’єднання', "ремонт  З'ЄДНАННЯ", 'ремонт зʼєднання', 'Ремонт зєднання'],
  ['Ремонт счётчика', 'ремонт счетчика', ' РЕМОНТ СЧЁТЧИКА '],
  ['Заміна ґрунтовки', 'Заміна грунтовки'],
  ['Щітки 5–7', 'щітки 5-7', 'Щітки 5—7', 'щітки\u00a05‑7'],
])('folds all spellings of “%s”', (first, ...others) => {
  for (const other of others) expect(folded(other)).toBe(folded(first));
});

test.each([
  ['лак', 'лік'],
  ['15-40', '1540'],
])('keeps “%s” and “%s” apart', (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});
