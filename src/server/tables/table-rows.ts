import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Encoding } from '#contract/tables.ts';
import { decoded } from './encodings.ts';

/** A row of a table and the number of its first line. */
export interface TableRow {
  line: number;
  cells: string[];
}

export interface TableForm {
  encoding: Encoding;
  separator: string;
}

/** A table that cannot be read: a row that is too long, such as after a quote that is never closed. */
export class BrokenTable extends Error {}

/** Of equal ones the first: a comma may be a decimal sign. */
const SEPARATORS = [';', '\t', '|', ','] as const;
/** Lines from which the separator is taken. */
const SAMPLE_LINES = 40;
/** An apostrophe that keeps spreadsheets from running a formula: exports of Carnet and others add it. */
const ESCAPED = /^'(?=[=+\-@\t\r])/;
const LINE_ENDS = ['\r\n', '\n', '\r'];
const MARK = /^\ufeff/;

/** The separator that divides most lines into the same number of cells; a comma if none does. */
export function separatorOf(text: string): string {
  const lines = text
    .replace(MARK, '')
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/, SAMPLE_LINES);
  const scores = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const frequent = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length * (1 + count / 100)));
    return { separator, score: frequent };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score === 0 ? ',' : best.separator;
}

/** The rows of a table with any line ends, one after the other, also of one with text after a closing quote. */
export async function* tableRows(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, separator }: TableForm,
  rowBytes: number,
): AsyncGenerator<TableRow, void> {
  const parser = parse({
    ...{ delimiter: separator, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, bom: true },
    ...{ max_record_size: rowBytes, info: true, record_delimiter: LINE_ENDS },
  });
  const text = Readable.from(decoded(chunks, encoding));
  text.on('error', (error) => parser.destroy(error));
  // The parser counts a CR LF within a cell as two lines.
  let twice = 0;
  try {
    for await (const { record, info } of text.pipe(parser) as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const inside = record.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
      twice += record.reduce((count, cell) => count + (cell.match(/\r\n/g)?.length ?? 0), 0);
      yield { line: Math.max(1, info.lines - twice - inside), cells: record.map((cell) => cell.replace(ESCAPED, '').trim()) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new BrokenTable('The table has a row that cannot be read.', { cause: error }) : error;
  } finally {
    text.destroy();
  }
}
