import { parse } from 'papaparse';
import { expect, test } from 'vitest';
import { csvOf } from './csv-file.ts';
import { fileNameOf, percentOf } from './csv-table.ts';

/** A text as a spreadsheet reads it. */
const readBack = (text: string) => parse(csvOf({ head: [text], rows: [] }, 'ua').slice(1), { delimiter: ';' }).data;

test.each([
  ['ua', '\ufeff"Місяць";"Витрати, UAH"\r\n"2026-03";"1300,5"\r\n"2026-01";""'],
  ['ru', '\ufeff"Місяць";"Витрати, UAH"\r\n"2026-03";"1300,5"\r\n"2026-01";""'],
  ['en', '\ufeff"Місяць","Витрати, UAH"\r\n"2026-03","1300.5"\r\n"2026-01",""'],
] as const)('in %s has the separator and the decimal sign of the language', (language, text) => {
  const rows = [
    ['2026-03', 1300.5],
    ['2026-01', null],
  ];
  expect(csvOf({ head: ['Місяць', 'Витрати, UAH'], rows }, language)).toBe(text);
});

test.each([
  '=1+2',
  '=HYPERLINK("https://example.com";"ціна")',
  '+380501234567;1',
  '-1+2',
  '@SUM(A1:A2)',
  '\t=1+2',
  '\ttext',
  '  =1+2',
  '\r\n=1+2',
  '=1\n+2',
  '＝1+2',
])('%j does not become a formula', (text) => expect(readBack(text)).toEqual([[`'${text}`]]));

test.each(['Олива 5W-30; «Motul», 4 л', 'сказав "так"', 'два\nрядки', 'a-b=c', '-', '12 %'])('%j is read as it was written', (text) => {
  expect(readBack(text)).toEqual([[text]]);
});

test('a negative number stays a number, as a number and as a text', () => {
  expect(csvOf({ head: ['-12,5', '-7'], rows: [[-12.5, -7]] }, 'ua')).toBe('\ufeff"-12,5";"-7"\r\n"-12,5";"-7"');
});

test('a percentage has no noise of binary fractions', () => {
  expect([0.29, 1 / 3, -0.085, null].map(percentOf)).toEqual([29, 33.33, -8.5, null]);
});

test('a file name has no characters that file systems reject', () => {
  expect(fileNameOf(['Газель: 4/4', 'За "деталями"', '2026-01-01–2026-06-30'])).toBe(
    'Газель- 4-4, За -деталями-, 2026-01-01–2026-06-30.csv',
  );
});
