import { expect, test } from 'vitest';
import { safeName, uniqueNames } from './file-names.rules.ts';

test.each([
  ['Škoda Octavia', 'Škoda Octavia'],
  ['Їжак Ґава', 'Їжак Ґава'],
  ['../../etc', '-..-etc'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['line\nbreak\u0000\u202e', 'line-break--'],
  ['.hidden ', 'hidden'],
  ['ends with dots. . .', 'ends with dots'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Console', 'Console'],
  ['com1', '_com1'],
  [' . ', '-'],
  ['', '-'],
  ['🚲'.repeat(80), '🚲'.repeat(60)],
  ['e\u0301', 'é'],
])('%j is named %j', (text, name) => {
  expect(safeName(text)).toBe(name);
});

test('names differ where letter case and the form of letters do not count', () => {
  const nameOf = uniqueNames();
  expect(['BMW X5', 'bmw x5', 'BMW X5', 'BMW X5 2', 'é', 'e\u0301', 'É'].map(nameOf)).toEqual([
    ...['BMW X5', 'bmw x5 2', 'BMW X5 3', 'BMW X5 2 2', 'é', 'é 2', 'É 3'],
  ]);
});
