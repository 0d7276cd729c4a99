import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';

/** Formatters are expensive to create, and there are few of them. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const formatter = numberFormats.get(key) ?? new Intl.NumberFormat(HTML_LANGUAGE[language], options);
  numberFormats.set(key, formatter);
  return formatter;
}

/** Formats an amount in units of its currency (12.5, not cents): uk «86,50 ₴», en «₴86.50». */
export function formatMoney(amount: number, currency: string, language: Language): string {
  return numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}

/** Formats a price; whole amounts have no decimals: «4 $» and «4,50 $». */
export function formatPrice(amount: number, currency: string, language: Language): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', trailingZeroDisplay: 'stripIfInteger' } as const;
  return numberFormat(language, options).format(amount);
}

/** Formats an IBAN in groups of four characters, as banks print it. */
export const formatIban = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

/** The sign of a currency, for labels. */
export function currencySign(currency: string, language: Language): string {
  const parts = numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

export function formatNumber(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(language, { maximumFractionDigits: 3, ...options }).format(value);
}

/** Number and unit, joined by a no-break space. */
export function formatWithUnit(value: number, unit: string, language: Language): string {
  return `${formatNumber(value, language)}\u00a0${unit}`;
}

/** In English the month is a word: 4/6 is a different day in Britain and in America. */
const dateLocale = (language: Language): [string, Intl.DateTimeFormatOptions] =>
  language === 'en'
    ? ['en-GB', { day: 'numeric', month: 'short', year: 'numeric' }]
    : [HTML_LANGUAGE[language], { day: '2-digit', month: '2-digit', year: 'numeric' }];

/** Formats a calendar day (YYYY-MM-DD), or the day of an instant in the local time zone: 14.06.2026, 14 Jun 2026. */
export function formatDay(day: string, language: Language): string {
  const isInstant = day.includes('T');
  const key = `${language} ${isInstant}`;
  const [locale, options] = dateLocale(language);
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, isInstant ? options : { ...options, timeZone: 'UTC' });
  dateFormats.set(key, formatter);
  return formatter.format(new Date(day));
}

/** Formats an instant in the local time zone, to the minute: 14.06.2026, 09:05. */
export function formatMoment(instant: string, language: Language): string {
  const [locale, options] = dateLocale(language);
  return new Intl.DateTimeFormat(locale, { ...options, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** Formats a month (YYYY-MM) with its year: листопад 2026 р. */
export function formatMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(HTML_LANGUAGE[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));
}
