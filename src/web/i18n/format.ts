import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';

/** Formatters are costly to make and few in kind. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(HTML_LANGUAGE[language], options);
  numberFormats.set(key, made);
  return made;
}

/** An amount in whole units of its currency (12.5, not cents): uk «86,50 ₴», en «₴86.50». */
export function formatMoney(amount: number, currency: string, language: Language): string {
  return numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}

/** A price as it is told: whole ones without decimals, «4 $» and «4,50 $». */
export function formatPrice(amount: number, currency: string, language: Language): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', trailingZeroDisplay: 'stripIfInteger' } as const;
  return numberFormat(language, options).format(amount);
}

/** The sign of a currency alone, for labels. */
export function currencySign(currency: string, language: Language): string {
  const parts = numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

export function formatNumber(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(language, { maximumFractionDigits: 3, ...options }).format(value);
}

/** Number and unit, held together by a no-break space. */
export function formatWithUnit(value: number, unit: string, language: Language): string {
  return `${formatNumber(value, language)}\u00a0${unit}`;
}

/** English names the month: 4/6 and 6/4 are read differently in Britain and in America. */
const dateLocale = (language: Language): [string, Intl.DateTimeFormatOptions] =>
  language === 'en'
    ? ['en-GB', { day: 'numeric', month: 'short', year: 'numeric' }]
    : [HTML_LANGUAGE[language], { day: '2-digit', month: '2-digit', year: 'numeric' }];

/** A calendar day (YYYY-MM-DD), or the day of an instant by this device's clock: 14.06.2026, 14 Jun 2026. */
export function formatDay(day: string, language: Language): string {
  const isInstant = day.includes('T');
  const key = `${language} ${isInstant}`;
  const [locale, options] = dateLocale(language);
  const made = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, isInstant ? options : { ...options, timeZone: 'UTC' });
  dateFormats.set(key, made);
  return made.format(new Date(day));
}

/** An instant by this device's clock, to the minute: 14.06.2026, 09:05. */
export function formatMoment(instant: string, language: Language): string {
  const [locale, options] = dateLocale(language);
  return new Intl.DateTimeFormat(locale, { ...options, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** A month (YYYY-MM) with its year: листопад 2026 р. */
export function formatMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(HTML_LANGUAGE[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));
}
