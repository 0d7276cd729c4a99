import { expect, test } from 'vitest';
import { completedReading } from './completed-reading.ts';

test.each([
  ['620', 141_380, 141_620],
  ['380', 141_380, 141_380],
  ['379', 141_380, 142_379],
  ['5', 141_380, 141_385],
  ['05', 141_380, 141_405],
  ['007', 1_999, 2_007],
])('%s after %i is %i', (typed, last, expected) => {
  expect(completedReading(typed, last, 'km')).toBe(expected);
});

test.each([
  ['1620', 141_380, 'km'],
  ['620', 999, 'km'],
  ['620', null, 'mi'],
  ['62', 1_200, 'h'],
  ['26', 2_025, 'year'],
  ['', 141_380, 'km'],
  ['6.2', 141_380, 'km'],
] as const)('%s after %s stays in %s', (typed, last, unit) => {
  expect(completedReading(typed, last, unit)).toBeUndefined();
});
