import { describe, expect, test } from 'vitest';
import type { Encoding } from '#contract/tables.ts';
import { encoded } from '#tests/support/encodings.ts';
import { dayIn, dayOrderIn } from './days.ts';
import { encodingOf } from './encodings.ts';
import { decimalIn, numberIn } from './numbers.ts';
import { type Scan, scanTable } from './scan.ts';
import { separatorOf, tableRows } from './table-rows.ts';

/** In pieces of some bytes, so that characters are divided. */
async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const UKRAINIAN = 'Дата;Пробіг;Літри\n21.11.2026;141 620;39,2\nЗаміна оливи;Київ;ОККО, вулиця Їжакевича';
const RUSSIAN = 'Дата;Пробег;Литры\n21.11.2026;141 620;39,2\nЗамена масла;Съезд с объездной';
const POLISH = 'Data;Przebieg;Ilość\nWymiana oleju;Łódź;żółty';
const GERMAN = 'Datum;Kilometerstand\nGrößte Füllung in Köln';

describe('encodings', () => {
  test.each<[string, string, Encoding, string?]>([
    ['UTF-8', UKRAINIAN, 'utf-8'],
    ['UTF-8 with a mark', UKRAINIAN, 'utf-8', '\ufeff'],
    ['UTF-16 with a mark', UKRAINIAN, 'utf-16le', '\ufeff'],
    ['UTF-16, the high byte first', UKRAINIAN, 'utf-16be', '\ufeff'],
    ['UTF-16 without a mark', UKRAINIAN, 'utf-16le'],
    ['Windows-1251, Ukrainian', UKRAINIAN, 'windows-1251'],
    ['Windows-1251, Russian', RUSSIAN, 'windows-1251'],
    ['Windows-1251 with few letters', 'Date,Odo,Note\n2026-11-21,141620,Київ\n', 'windows-1251'],
    ['KOI8-U, Ukrainian', UKRAINIAN, 'koi8-u'],
    ['KOI8-U, Russian', RUSSIAN, 'koi8-u'],
    ['Windows-1252', GERMAN, 'windows-1252'],
    ['Windows-1250', POLISH, 'windows-1250'],
  ])('are recognized: %s', async (_, text, encoding, mark = '') => {
    const bytes = encoded(mark + text, encoding);
    expect(await encodingOf(pieces(bytes))).toBe(encoding);
    const [row] = await all(tableRows(pieces(bytes), { encoding, separator: separatorOf(text) }, 1_000));
    expect(row?.cells.join(separatorOf(text))).toBe(text.split('\n')[0]);
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const rowsOf = (text: string) => all(tableRows(pieces(Buffer.from(text)), { encoding: 'utf-8', separator: separatorOf(text) }, 64 * 1024));

describe('rows', () => {
  test.each([
    ['a;b;c\n1,5;2,5;3\n2,5;3,5;4', ';'],
    ['52,10;3', ';'],
    ['a,b\n1,2', ','],
    ['a\tb\n1,5\t2', '\t'],
    ['"a;b;c","d"\n"1","2"', ','],
    ['"a ""x"";b";c\n"1,2";3', ';'],
    ['one column', ','],
  ])('take the separator of %j', (text, separator) => {
    expect(separatorOf(text)).toBe(separator);
  });

  test('have any line ends, quotes, line breaks in cells and text after a quote', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(await rowsOf(`\ufeffa,b${end}1,"x ""y"""${end}${end}2,"z${end}z"${end}'=SUM(A1),'x`)).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1', 'x "y"'] },
        { line: 4, cells: ['2', `z${end}z`] },
        { line: 6, cells: ['=SUM(A1)', "'x"] },
      ]);
    expect((await rowsOf('"Пробег","Полный бак" 2,"Дата"\n"1","2","3"'))[0]?.cells).toHaveLength(3);
  });

  test('are limited: a quote that is never closed', async () => {
    await expect(rowsOf(`a,b\n"1,2\n${'3,4\n'.repeat(30_000)}`)).rejects.toThrow('cannot be read');
  });
});

test.each<[string, ReturnType<typeof decimalIn>, number | undefined, number | undefined]>([
  // As read with a comma, and with a point as decimal sign.
  ['38,5', ',', 38.5, 38.5],
  ['1 234,50 ₴', ',', 1234.5, 1234.5],
  ['$1,234.50', '.', 1234.5, 1234.5],
  ['1.234,50 €', ',', 1234.5, 1234.5],
  ["1'234.5", '.', 1234.5, 1234.5],
  ['1.234.567', ',', 1_234_567, 1_234_567],
  ['46,020', 'open', 46.02, 46_020],
  ['46.020', 'open', 46_020, 46.02],
  ['0,125', ',', 0.125, 0.125],
  ['-12', 'none', -12, -12],
  ['$-12', 'none', -12, -12],
  ['12-', 'none', -12, -12],
  ['141\u00a0620 км', 'none', 141_620, 141_620],
  ['1,2.3,4', undefined, undefined, undefined],
  ['Олег', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
])('the number %j', (text, evidence, comma, point) => {
  expect(decimalIn(text)).toBe(evidence);
  expect([numberIn(text, ','), numberIn(text, '.')]).toEqual([comma, point]);
});

test.each<[string, ReturnType<typeof dayOrderIn>, string | undefined, string | undefined]>([
  // As read with the day, and with the month first.
  ['2021-05-04 10:15', 'ymd', '2021-05-04', '2021-05-04'],
  ['2021/5/4', 'ymd', '2021-05-04', '2021-05-04'],
  ['20210504', 'ymd', '2021-05-04', '2021-05-04'],
  ['04.05.2021 р.', 'dmy', '2021-05-04', '2021-05-04'],
  ['4.5.21, 10:15', 'dmy', '2021-05-04', '2021-05-04'],
  ['04/05/2021', 'open', '2021-05-04', '2021-04-05'],
  ['5/5/2021 0:00', 'none', '2021-05-05', '2021-05-05'],
  ['13/05/2021 9:00 AM', 'dmy', '2021-05-13', '2021-05-13'],
  ['05-13-2021', 'mdy', '2021-05-13', '2021-05-13'],
  ['31.02.2021', 'dmy', undefined, undefined],
  ['14/14/2021', 'none', undefined, undefined],
  ['45210', undefined, undefined, undefined],
  ['38,5', undefined, undefined, undefined],
])('the day %j', (text, evidence, dmy, mdy) => {
  expect(dayOrderIn(text)).toBe(evidence);
  expect([dayIn(text, 'dmy'), dayIn(text, 'mdy')]).toEqual([dmy, mdy]);
});

const OPTIONS = { rowBytes: 1_000, maxRows: 5, sectionOf: () => undefined, titlesOf: () => 1 };

async function scanned(text: string, options = {}): Promise<Scan | undefined> {
  const scan = scanTable(async () => pieces(Buffer.from(text)), { ...OPTIONS, ...options });
  for (;;) {
    const { done, value } = await scan.next();
    if (done) return value;
  }
}

test('the columns of a table decide alone how their dates and numbers are written, and name the cells that nothing decides', async () => {
  const scan = await scanned('My table\nA;B;C;D\n04/05/2021;1.234;12,5;03/04/2021\n13/05/2021;46.020;1.000;05/06/2021\n');
  expect(scan).toMatchObject({ encoding: 'utf-8', separator: ';', sections: [{ name: '', line: 2, rows: 2 }] });
  expect(scan?.sections[0]?.columns).toMatchObject([
    { title: 'A', dayOrder: 'dmy', openDays: [], decimal: null, openNumbers: [], examples: ['04/05/2021', '13/05/2021'] },
    { title: 'B', dayOrder: null, decimal: null, openNumbers: [{ line: 3, text: '1.234' }, { line: 4 }] },
    { title: 'C', decimal: ',', openNumbers: [] },
    { title: 'D', dayOrder: null, openDays: [{ line: 3, text: '03/04/2021' }, {}] },
  ]);
  const torn = await scanned('My table\nA;B\n13/05/2021;1\n05/13/2021;1\n05/04/2021;1\n');
  expect(torn?.sections[0]?.columns[0]).toMatchObject({ dayOrder: null, openDays: [{ line: 5, text: '05/04/2021' }] });
  await expect(scanned(`A;B\n${'1;2\n'.repeat(20)}`)).rejects.toThrow('too many rows');
  expect(await scanned('%PDF-1.7 \x01 a long picture')).toBeUndefined();
});

test('each section has titles and rows', async () => {
  const sectionOf = ({ cells: [first = ''] }: { cells: string[] }) => (first.startsWith('## ') ? first.slice(3) : undefined);
  const scan = await scanned('"## Log"\n"a","b"\n"1","2"\n"## Costs"\n"c"\n', { sectionOf });
  expect(scan?.sections).toMatchObject([
    { name: 'Log', line: 2, rows: 1, columns: [{ title: 'a' }, { title: 'b' }] },
    { name: 'Costs', line: 5, rows: 0, columns: [{ title: 'c' }] },
  ]);
});
