import type { StatementField } from '#contract/statements.ts';
import { wordOf } from './table-words.ts';

/** Titles of columns of bank statements, in the words of banks in Ukraine and abroad; the more exact ones first. */
const TITLES: [StatementField, RegExp][] = [
  ['purpose', /призначення|назначение|purpose|опис|описание|description|details|детал|reference|tytuł|verwendungszweck|коментар/],
  ['credit', /кредит|credit|надходження|поступлени|зараховано|paid in|money in/],
  ['debit', /дебет|debit|списано|витрат|расход|paid out|money out/],
  ['currency', /валюта|currency|waluta|währung/],
  [
    'payer',
    /контрагент|кореспондент|корреспондент|платник|плательщик|відправник|отправитель|payer|counterparty|sender|nadawca|name|назва|імя/,
  ],
  ['account', /рахунок|счет|account|iban|rachunek|konto/],
  ['amount', /сума|сумма|amount|sum|kwota|betrag/],
  ['day', /дата|день|date|day|datum|data/],
];

/** What the columns are, by the words in their titles; each field is taken once. */
export function guessedStatementFields(titles: readonly string[]): (StatementField | null)[] {
  const fields = titles.map((): StatementField | null => null);
  for (const [field, words] of TITLES) {
    const at = titles.findIndex((title, n) => fields[n] === null && words.test(wordOf(title)));
    if (at >= 0) fields[at] = field;
  }
  // An amount beside both of the others is the balance, or the same again.
  if (fields.includes('credit') && fields.includes('debit')) return fields.map((field) => (field === 'amount' ? null : field));
  return fields;
}

export const countTitles = (cells: readonly string[]): number => guessedStatementFields(cells).filter(Boolean).length;
