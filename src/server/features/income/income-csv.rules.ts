import { CSV_SIGNS } from '#contract/csv.ts';
import type { Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import enTexts from '#locales/en/adminIncome.json' with { type: 'json' };
import ruTexts from '#locales/ru/adminIncome.json' with { type: 'json' };
import uaTexts from '#locales/ua/adminIncome.json' with { type: 'json' };
import { csvOf } from '../../tables/csv.ts';
import { tariffName } from '../../texts.ts';
import type { IncomeRow } from './income.repo.ts';

const TEXTS = { ua: uaTexts, ru: ruTexts, en: enTexts } as const satisfies Record<Language, unknown>;

const amountText = (cents: number | null, language: Language): string =>
  cents === null ? '' : fromCents(cents).toFixed(2).replace('.', CSV_SIGNS[language].decimal);

/** The order of the columns of the file. Each is a fact that never changes, so that the same file can be made again. */
const CELLS = {
  paidOn: ({ paid_on }) => paid_on,
  kind: ({ kind }, language) => TEXTS[language].export.kinds[kind],
  amount: ({ change }, language) => amountText(change, language),
  currency: ({ currency }) => currency,
  dollars: ({ dollars }, language) => amountText(dollars, language),
  code: ({ order_code }) => (order_code === null ? '' : formatOrderCode(order_code)),
  tariff: ({ tariff }, language) => (tariff === null ? '' : tariffName(language, tariff)),
  source: ({ source }, language) => TEXTS[language].sources[source],
  reason: ({ reason }) => reason ?? '',
  bookedAt: ({ booked_at }) => booked_at.slice(0, 19).replace('T', ' '),
  number: ({ id }) => String(id),
  corrects: ({ corrects }) => (corrects === null ? '' : String(corrects)),
} as const satisfies Record<string, (row: IncomeRow, language: Language) => string>;

const COLUMNS = Object.keys(CELLS) as (keyof typeof CELLS)[];

export const csvOfIncome = (pages: AsyncIterable<readonly IncomeRow[]>, language: Language): AsyncGenerator<string, void> =>
  csvOf(
    COLUMNS.map((column) => TEXTS[language].export.columns[column]),
    pages,
    (row) => COLUMNS.map((column) => CELLS[column](row, language)),
    language,
  );

export const csvName = (language: Language, days: string): string => `${TEXTS[language].export.file} ${days}.csv`;
