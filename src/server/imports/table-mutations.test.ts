import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Encoding } from '#contract/tables.ts';
import { encoded } from '#tests/support/encodings.ts';
import * as files from '#tests/support/program-files.ts';
import { seeded } from '#tests/support/random-records.ts';
import { type Read, read } from '#tests/support/read-tables.ts';
import { separatorOf } from '../tables/table-rows.ts';

/** The tables. */
const FILES = Object.entries(files).filter(([name]) => name !== 'TRACKTOR');
/** For each file. */
const RUNS = 40;
const SEED = 37;

/** Without the lines, which a change of line ends within cells moves, and what is shown of a row, whose cells may be in another order. */
const keysOf = ({ entries }: Read) =>
  entries.map(({ uid, kind, input }) => ({ uid, kind, input })).sort((a, b) => (a.uid < b.uid ? -1 : 1));

const LINE_ENDS = ['\r\n', '\r', '\n'];
const ENCODINGS: Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-u'];

/** Whose columns are known by their places, or whose last cell may be divided by commas. */
const ORDERED = ['DRIVVO', 'SIMPLY_AUTO'];

/** The columns of each section in another order, all cells in quotes. */
function reordered(text: string, random: () => number): string {
  const orders = new Map<number, number[]>();
  const rows: string[][] = parse(text, { delimiter: separatorOf(text), relax_column_count: true });
  const changed = rows.map((cells) => {
    const order = orders.get(cells.length) ?? cells.map((_, n) => n).sort(() => random() - 0.5);
    orders.set(cells.length, order);
    return order.map((n) => `"${cells[n]?.replaceAll('"', '""')}"`).join(',');
  });
  return `${changed.join('\n')}\n`;
}

test('each column decides how its numbers are written, and an amount in a currency that is not known is refused', async () => {
  const text = 'date;litres;cost\n2021-01-01;37.5;1.010\n2021-01-02;38.5;12,50\n2021-01-03;39.5;1 000 ₽\n';
  const { entries, refused } = (await read(Buffer.from(text))) as Read;
  expect(entries.map(({ input }) => input)).toMatchObject([
    { volume: 37.5, total: { amount: 1_010 } },
    { volume: 38.5, total: { amount: 12.5 } },
  ]);
  expect(refused).toBe(1);
});

test('a file in another encoding, order of columns, or with other line ends becomes the same entries', { timeout: 20_000 }, async () => {
  const random = seeded(SEED);
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  for (const [name, text] of FILES) {
    const original = (await read(Buffer.from(text))) as Read;
    expect(original.entries.length, name).toBeGreaterThan(0);
    for (let run = 0; run < 10; run++) {
      const columns = ORDERED.includes(name) || random() < 0.5 ? text : reordered(text, random);
      const cut = random() < 0.5 ? columns.replace(/\n$/, '') : columns;
      const encoding = one(ENCODINGS.filter((of) => of.startsWith('utf') || !/[Ššäö]/.test(cut)));
      const mark = encoding === 'utf-8' && random() < 0.5 ? '\ufeff' : '';
      const end = one(LINE_ENDS);
      const changed = await read(encoded(mark + cut.replaceAll('\n', end), encoding));
      expect(changed, `${name} in ${encoding}, ${JSON.stringify(end)}`).toBeTypeOf('object');
      const normalized = JSON.parse(JSON.stringify(keysOf(changed as Read)).replaceAll(/\\r\\n|\\r/g, '\\n'));
      expect(normalized, `${name} in ${encoding}, ${JSON.stringify(end)}, run ${run}`).toEqual(keysOf(original));
    }
  }
});

test('a file that is cut or changed anywhere becomes entries of its rows, or is refused', { timeout: 20_000 }, async () => {
  const random = seeded(SEED);
  for (const [name, text] of Object.entries(files)) {
    const original = (await read(Buffer.from(text), name)) as Read;
    const known = new Map(original.entries.map((entry) => [entry.uid, JSON.stringify(entry.input)]));
    for (let run = 0; run < RUNS; run++) {
      const bytes = Buffer.from(text);
      const at = Math.floor(random() * bytes.length);
      const isCut = random() < 0.5;
      if (!isCut) bytes[at] = Math.floor(random() * 256);
      const changed = await read(isCut ? bytes.subarray(0, at) : bytes, name);
      if (typeof changed === 'string') {
        expect(['importsApi.empty', 'importsApi.unknown', 'importsApi.damaged'], name).toContain(changed);
        continue;
      }
      expect(changed.entries.length + changed.refused).toBeLessThanOrEqual(original.entries.length + original.refused + 5);
      // A cut changes the last row at most, as long as the program is recognized and nothing is asked.
      if (!isCut || changed.head.source === 'csv' || !changed.head.table?.isAnswered) continue;
      const others = changed.entries.slice(0, -1).filter(({ uid, input }) => known.get(uid) !== JSON.stringify(input));
      expect(others, `${name} cut at ${at}`).toEqual([]);
    }
  }
});
