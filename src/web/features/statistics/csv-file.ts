import { unparse } from 'papaparse';
import type { Language } from '#contract/languages.ts';
import type { CsvTable } from './csv-table.ts';

/** What spreadsheets of the language expect: where the decimal sign is a comma, fields are separated by semicolons. */
const SIGNS: Record<Language, { delimiter: string; decimal: string }> = {
  ua: { delimiter: ';', decimal: ',' },
  ru: { delimiter: ';', decimal: ',' },
  en: { delimiter: ',', decimal: '.' },
};

/** A text that a spreadsheet would run as a formula; a dash and a plain number with a sign are none. */
const FORMULA = /^(?!-?(?:\d+(?:[.,]\d+)?)?$)\s*[=+\-@＝＋－＠]/;

/** Without it, Excel reads UTF-8 as the code page of the system. */
const BYTE_ORDER_MARK = '\ufeff';

/** The table as CSV, as a spreadsheet of that language opens it. An apostrophe before formulas makes them text. */
export function csvOf({ head, rows }: CsvTable, language: Language): string {
  const { delimiter, decimal } = SIGNS[language];
  const lines = [head, ...rows].map((line) =>
    line.map((cell) => (typeof cell === 'number' ? String(cell).replace('.', decimal) : (cell ?? ''))),
  );
  return BYTE_ORDER_MARK + unparse(lines, { delimiter, newline: '\r\n', quotes: true, escapeFormulae: FORMULA });
}
