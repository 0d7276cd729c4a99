/// <reference path="./papaparse.d.ts" />
import type { Language } from './languages.ts';

/** Separators that spreadsheets of the language expect: where the decimal sign is a comma, fields are separated by semicolons. */
export const CSV_SIGNS: Record<Language, { delimiter: string; decimal: string }> = {
  ua: { delimiter: ';', decimal: ',' },
  ru: { delimiter: ';', decimal: ',' },
  en: { delimiter: ',', decimal: '.' },
};

/** A text that a spreadsheet could run as a formula; a dash and a plain number with a sign are none. */
export const FORMULA = /^(?!-?(?:\d+(?:[.,]\d+)?)?$)(?:\s*[=+\-@＝＋－＠]|[\t\r])/;

/** Without it, Excel reads UTF-8 as the code page of the system. */
export const BYTE_ORDER_MARK = '\ufeff';

export const CSV_NEWLINE = '\r\n';
