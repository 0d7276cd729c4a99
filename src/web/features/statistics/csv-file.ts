import { unparse } from 'papaparse';
import { BYTE_ORDER_MARK, CSV_NEWLINE, CSV_SIGNS, FORMULA } from '#contract/csv.ts';
import type { Language } from '#contract/languages.ts';
import type { CsvTable } from './csv-table.ts';

/** The table as CSV, as a spreadsheet of that language opens it. An apostrophe before formulas makes them text. */
export function csvOf({ head, rows }: CsvTable, language: Language): string {
  const { delimiter, decimal } = CSV_SIGNS[language];
  const lines = [head, ...rows].map((line) =>
    line.map((cell) => (typeof cell === 'number' ? String(cell).replace('.', decimal) : (cell ?? '').replaceAll('\u00a0', ' '))),
  );
  return BYTE_ORDER_MARK + unparse(lines, { delimiter, newline: CSV_NEWLINE, quotes: true, escapeFormulae: FORMULA });
}
