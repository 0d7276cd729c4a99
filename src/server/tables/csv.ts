import papa from 'papaparse';
import { BYTE_ORDER_MARK, CSV_NEWLINE, CSV_SIGNS, FORMULA } from '#contract/csv.ts';
import type { Language } from '#contract/languages.ts';

const linesOf = (rows: readonly (readonly string[])[], language: Language): string =>
  papa.unparse(rows, { delimiter: CSV_SIGNS[language].delimiter, newline: CSV_NEWLINE, quotes: true, escapeFormulae: FORMULA }) +
  CSV_NEWLINE;

/**
 * A CSV file as spreadsheets of the language open it, in parts: the titles of the columns, then one for each page with rows. An apostrophe
 * before formulas makes them text.
 */
export async function* csvOf<Row>(
  titles: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly string[],
  language: Language,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + linesOf([titles], language);
  for await (const rows of pages) if (rows.length > 0) yield linesOf(rows.map(cellsOf), language);
}
