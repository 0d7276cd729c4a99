import { createInstance } from 'i18next';
import type { OtherCurrencies } from '#contract/currencies.ts';
import { HTML_LANGUAGE } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import type { DistanceReason } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import enEntries from '#locales/en/entries.json' with { type: 'json' };
import enPdf from '#locales/en/pdf.json' with { type: 'json' };
import enPlan from '#locales/en/plan.json' with { type: 'json' };
import enRecords from '#locales/en/records.json' with { type: 'json' };
import enStatistics from '#locales/en/statistics.json' with { type: 'json' };
import enVehicles from '#locales/en/vehicles.json' with { type: 'json' };
import ruEntries from '#locales/ru/entries.json' with { type: 'json' };
import ruPdf from '#locales/ru/pdf.json' with { type: 'json' };
import ruPlan from '#locales/ru/plan.json' with { type: 'json' };
import ruRecords from '#locales/ru/records.json' with { type: 'json' };
import ruStatistics from '#locales/ru/statistics.json' with { type: 'json' };
import ruVehicles from '#locales/ru/vehicles.json' with { type: 'json' };
import uaEntries from '#locales/ua/entries.json' with { type: 'json' };
import uaPdf from '#locales/ua/pdf.json' with { type: 'json' };
import uaPlan from '#locales/ua/plan.json' with { type: 'json' };
import uaRecords from '#locales/ua/records.json' with { type: 'json' };
import uaStatistics from '#locales/ua/statistics.json' with { type: 'json' };
import uaVehicles from '#locales/ua/vehicles.json' with { type: 'json' };
import type { ReportEntry, ReportSettings } from './report-content.ts';

const i18n = createInstance({
  resources: {
    uk: { entries: uaEntries, pdf: uaPdf, plan: uaPlan, records: uaRecords, statistics: uaStatistics, vehicles: uaVehicles },
    ru: { entries: ruEntries, pdf: ruPdf, plan: ruPlan, records: ruRecords, statistics: ruStatistics, vehicles: ruVehicles },
    en: { entries: enEntries, pdf: enPdf, plan: enPlan, records: enRecords, statistics: enStatistics, vehicles: enVehicles },
  },
  lng: 'uk',
  fallbackLng: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});
await i18n.init();

/** An amount in one currency. */
type Cents = Pick<ReportEntry, 'cents' | 'currency'>;

export type ReportTexts = ReturnType<typeof reportTexts>;

/** The texts of a report in its language, and formats of values as on the pages. */
export function reportTexts({ language, currency }: ReportSettings) {
  const lng = HTML_LANGUAGE[language];
  const vehicles = i18n.getFixedT(lng, 'vehicles');
  const statistics = i18n.getFixedT(lng, 'statistics');
  const moneyIn = new Map<Currency, Intl.NumberFormat>();
  const formatOf = (one: Currency): Intl.NumberFormat => {
    const format = moneyIn.get(one) ?? new Intl.NumberFormat(lng, { style: 'currency', currency: one, currencyDisplay: 'narrowSymbol' });
    moneyIn.set(one, format);
    return format;
  };
  const money = formatOf(currency);
  const list = new Intl.ListFormat(lng);
  /** The sum in the currency of the account, and beside it those in others, which are never added. */
  const sumOf = (amounts: readonly Cents[]): string => {
    const totals = new Map<Currency, number>([[currency, 0]]);
    for (const one of amounts) if (one.cents) totals.set(one.currency, (totals.get(one.currency) ?? 0) + one.cents);
    return list.format([...totals].map(([one, cents]) => formatOf(one).format(fromCents(cents))));
  };
  const number = new Intl.NumberFormat(lng, { maximumFractionDigits: 1 });
  const smallMoney = new Intl.NumberFormat(lng, {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    ...{ minimumSignificantDigits: 2, maximumSignificantDigits: 2 },
  });
  const figure = new Intl.NumberFormat(lng, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(lng, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const month = new Intl.DateTimeFormat(lng, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const litres = new Intl.NumberFormat(lng, { maximumFractionDigits: 3, useGrouping: false });
  // In English the month is a word: 4/6 is a different day in Britain and in America.
  const day =
    language === 'en'
      ? new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
      : new Intl.DateTimeFormat(lng, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const dayOf = (iso: string): string => day.format(new Date(iso));
  return {
    lang: lng,
    entries: i18n.getFixedT(lng, 'entries'),
    pdf: i18n.getFixedT(lng, 'pdf'),
    plan: i18n.getFixedT(lng, 'plan'),
    records: i18n.getFixedT(lng, 'records'),
    statistics,
    vehicles,
    money: ({ cents, currency: one }: Cents): string => formatOf(one).format(fromCents(cents ?? 0)),
    sumOf,
    /** A sum, and what it leaves out. */
    sum: (value: number, others: OtherCurrencies): string =>
      list.format([money.format(value), ...others.map((other) => formatOf(other.currency).format(other.amount))]),
    /** Money that is not in cents. */
    amount: (value: number): string => money.format(value),
    /** Below 1, the amount has two significant digits. */
    costPerUnit: (value: number): string => (value < 1 ? smallMoney : money).format(value),
    count: (value: number): string => number.format(value),
    /** With up to three decimals. */
    figure: (value: number): string => figure.format(value),
    /** 0.25 is +25 %. */
    change: (value: number): string => percent.format(value),
    litres: (value: number): string => vehicles('details.engineValue', { value: litres.format(value) }),
    day: dayOf,
    noDistance: ({ code, performedOn }: DistanceReason): string =>
      statistics(`noDistance.${code}`, { day: performedOn && dayOf(performedOn) }),
    /** Takes YYYY-MM. */
    month: (iso: string): string => month.format(new Date(iso)),
    reading: (value: number, unit: ReadingUnit): string =>
      unit === 'year' ? String(value) : vehicles(`reading.${unit}`, { count: value, value: number.format(value) }),
  };
}
