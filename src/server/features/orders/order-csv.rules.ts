import { CSV_SIGNS } from '#contract/csv.ts';
import type { Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { PRICE_CURRENCY } from '#contract/transfers.ts';
import enTexts from '#locales/en/adminLists.json' with { type: 'json' };
import ruTexts from '#locales/ru/adminLists.json' with { type: 'json' };
import uaTexts from '#locales/ua/adminLists.json' with { type: 'json' };
import { csvOf } from '../../tables/csv.ts';
import { tariffName } from '../../texts.ts';
import type { ExportedOrder } from './order-export.repo.ts';
import { toTransfer } from './transfers.rules.ts';

const TEXTS = { ua: uaTexts.orders, ru: ruTexts.orders, en: enTexts.orders } as const satisfies Record<Language, unknown>;

const RATE_DECIMALS = 4;

const decimal = (text: string | undefined, language: Language): string => (text ?? '').replace('.', CSV_SIGNS[language].decimal);

/** YYYY-MM-DD hh:mm:ss in UTC, which spreadsheets read as a time. */
const timeText = (at: string | null): string => (at === null ? '' : at.slice(0, 19).replace('T', ' '));

/** The order of the columns of the file. */
const CELLS = {
  periodStart: ({ tariff_start_date: at }) => timeText(at),
  periodEnd: ({ tariff_end_date: at }) => timeText(at),
  code: ({ code }) => formatOrderCode(code),
  name: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
  email: ({ email }) => email ?? '',
  tariffFrom: ({ tariff_from }, language) => tariffName(language, tariff_from),
  tariffTo: ({ tariff_change }, language) => tariffName(language, tariff_change),
  months: ({ payment_months }) => String(payment_months),
  amount: ({ amount_due }, language) => decimal(fromCents(amount_due).toFixed(2), language),
  currency: () => PRICE_CURRENCY,
  transferAmount: (order, language) => decimal(toTransfer(order).transfer_amount?.toFixed(2), language),
  transferCurrency: (order) => toTransfer(order).transfer_currency ?? '',
  transferRate: (order, language) => decimal(toTransfer(order).transfer_rate?.toFixed(RATE_DECIMALS), language),
  ratedOn: (order) => toTransfer(order).rated_on ?? '',
  ordered: ({ created_at: at }) => timeText(at),
  paid: ({ confirmed_at: at }) => timeText(at),
  started: ({ tariff_start_date: at }) => timeText(at),
  status: ({ status, tariff_end_date: end }, language) =>
    TEXTS[language].status[status === 'completed' && end === null ? 'closed' : status],
} as const satisfies Record<string, (order: ExportedOrder, language: Language) => string>;

const COLUMNS = Object.keys(CELLS) as (keyof typeof CELLS)[];

export const csvOfOrders = (pages: AsyncIterable<readonly ExportedOrder[]>, language: Language): AsyncGenerator<string, void> =>
  csvOf(
    COLUMNS.map((column) => TEXTS[language].export.columns[column]),
    pages,
    (order) => COLUMNS.map((column) => CELLS[column](order, language)),
    language,
  );

export const csvName = (language: Language, day: string): string => `${TEXTS[language].export.file} ${day}.csv`;
