import { expect, test } from 'vitest';
import { folded, foldedCode } from './folded.ts';

test.each([
  ['Ремонт з’єднання', "ремонт  З'ЄДНАННЯ", 'ремонт зʼєднання', 'Ремонт зєднання'],
  ['Ремонт счётчика', 'ремонт счетчика', ' РЕМОНТ СЧЁТЧИКА '],
  ['Заміна ґрунтовки', 'Заміна грунтовки'],
  ['Škoda', 'skoda', 'ŠKODA', 'Ｓkoda', 'S\u030ckoda'],
  ['Citroën', 'citroen'],
  ['Łódź Øre Straße', 'lodz ore strasse'],
  ['за́мок', 'замок'],
  ['з´єднання', 'з’єднання'],
  ['Щітки 5–7', 'щітки 5-7', 'Щітки 5—7', 'щітки\u00a05‑7'],
])('folds all spellings of “%s”', (first, ...others) => {
  for (const other of others) expect(folded(other)).toBe(folded(first));
});

test.each([
  ['лак', 'лік'],
  ['йота', 'иота'],
  ['їжак', 'іжак'],
  ['15-40', '1540'],
])('keeps “%s” and “%s” apart', (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});

test('folds codes to letters and digits, and look-alike Cyrillic letters to Latin ones', () => {
  for (const code of ['W 712/95', 'w71295', 'w-712.95', 'W\u00a0712 95']) expect(foldedCode(code)).toBe('w71295');
  expect(foldedCode('ОС90')).toBe(foldedCode('OC 90'));
  expect(foldedCode('Рама-77')).toBe(foldedCode('рама 77'));
  expect(foldedCode('6178–4B40-40B2')).toBe('61784b4040b2');
  expect(foldedCode('- /')).toBe('');
});
