import { TABLE_COLUMNS_MAX } from '#contract/limits.ts';
import type { Encoding } from '#contract/tables.ts';
import { type Column, newColumns } from './columns.ts';
import { decoded, encodingOf } from './encodings.ts';
import { BrokenTable, separatorOf, type TableForm, type TableRow, tableRows } from './table-rows.ts';

/** A file that can be read more than once. */
export type OpenFile = () => Promise<AsyncIterable<Uint8Array>>;

/** A part of a file with its own columns; a plain table has one, whose name is empty. */
export interface Section {
  name: string;
  /** The line of its titles; 0 if it has none. */
  line: number;
  columns: Column[];
  rows: number;
}

export interface Scan extends TableForm {
  sections: Section[];
}

export interface ScanOptions {
  rowBytes: number;
  maxRows: number;
  /** The encoding, if it is known. */
  encoding?: Encoding | undefined;
  /** The name of the section that begins with a row; undefined for any other row. */
  sectionOf: (row: TableRow) => string | undefined;
  /** Which of the first rows of a table without sections has its titles; -1 if none does. */
  titlesOf: (rows: readonly TableRow[]) => number;
}

/** More rows than the reader takes. */
export class TooManyRows extends Error {}

/** Rows among which the titles are. */
const FIRST = 20;
const SAMPLE = 64 * 1024;
/** Signs that no table has: those of pictures, documents and other files. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f]/;

/** What a table is like: its encoding, separator and sections, and what their columns say. undefined for a file that is no text. Pauses after some rows. */
export async function* scanTable(open: OpenFile, options: ScanOptions): AsyncGenerator<void, Scan | undefined> {
  const encoding = options.encoding ?? (await encodingOf(await open()));
  const text = await startOf(open, encoding);
  if (NO_TEXT.test(text)) return undefined;
  const form = { encoding, separator: separatorOf(text) };
  const sections: Section[] = [];
  let current: { section: Section; columns: ReturnType<typeof newColumns> } | undefined;
  const close = (): void => {
    if (current) sections.push({ ...current.section, columns: current.columns.result() });
    current = undefined;
  };
  let rows = 0;
  for await (const { name, line, titles, row } of sectionRows(tableRows(await open(), form, options.rowBytes), options)) {
    if (titles) {
      close();
      if (titles.length > TABLE_COLUMNS_MAX) throw new BrokenTable('The table has too many columns.');
      current = { section: { name, line, columns: [], rows: 0 }, columns: newColumns(titles) };
    } else if (row && current) {
      rows += 1;
      if (rows > options.maxRows) throw new TooManyRows('The table has too many rows.');
      current.section.rows += 1;
      current.columns.add(row.line, row.cells);
      yield;
    }
  }
  close();
  return { ...form, sections };
}

async function startOf(open: OpenFile, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const piece of decoded(await open(), encoding)) {
    text += piece;
    if (text.length >= SAMPLE) break;
  }
  return text.slice(0, SAMPLE);
}

/** The titles of a section, or one of its rows. */
export interface SectionRow {
  name: string;
  line: number;
  titles?: string[];
  row?: TableRow;
}

/** Divides the rows of a file into sections, each with its titles first. */
export async function* sectionRows(
  rows: AsyncIterable<TableRow>,
  { sectionOf, titlesOf }: Pick<ScanOptions, 'sectionOf' | 'titlesOf'>,
): AsyncGenerator<SectionRow, void> {
  let name: string | undefined;
  let hasTitles = false;
  let first: TableRow[] = [];

  function* plain(): Generator<SectionRow, void> {
    const at = titlesOf(first);
    const width = Math.max(...first.map(({ cells }) => cells.length));
    const titled = first[at];
    yield titled
      ? { name: '', line: titled.line, titles: titled.cells }
      : { name: '', line: 0, titles: Array.from({ length: width }, (_, n) => String(n + 1)) };
    for (const row of first.slice(at + 1)) yield { name: '', line: row.line, row };
    [first, hasTitles] = [[], true];
  }

  for await (const row of rows) {
    const next = sectionOf(row);
    if (next !== undefined) {
      if (first.length > 0) yield* plain();
      [name, hasTitles] = [next, false];
    } else if (hasTitles) yield { name: name ?? '', line: row.line, row };
    else if (name !== undefined) {
      hasTitles = true;
      yield { name, line: row.line, titles: row.cells };
    } else {
      first.push(row);
      if (first.length === FIRST) yield* plain();
    }
  }
  if (first.length > 0) yield* plain();
}
