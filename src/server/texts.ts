import { createInstance, type ParseKeys } from 'i18next';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import type { Tariff } from '#contract/tariffs.ts';
import enErrors from '#locales/en/errors.json' with { type: 'json' };
import enMails from '#locales/en/mails.json' with { type: 'json' };
import enTariffs from '#locales/en/tariffs.json' with { type: 'json' };
import ruErrors from '#locales/ru/errors.json' with { type: 'json' };
import ruMails from '#locales/ru/mails.json' with { type: 'json' };
import ruTariffs from '#locales/ru/tariffs.json' with { type: 'json' };
import uaErrors from '#locales/ua/errors.json' with { type: 'json' };
import uaMails from '#locales/ua/mails.json' with { type: 'json' };
import uaTariffs from '#locales/ua/tariffs.json' with { type: 'json' };

/** i18next selects plural rules by the ISO code of the language (`uk`, not `ua`). */
const CODES: Record<Language, string> = { ua: 'uk', ru: 'ru', en: 'en' };
/** Dates as on the pages: British format in English. */
const DATE_CODES: Record<Language, string> = { ...CODES, en: 'en-GB' };
/** The word for "year" after its number, which Intl abbreviates, with a no-break space before it. */
const YEAR_WORDS: Record<Language, string> = { ua: '\u00A0року', ru: '\u00A0года', en: '' };

const i18n = createInstance({
  resources: {
    uk: { mails: uaMails, tariffs: uaTariffs },
    ru: { mails: ruMails, tariffs: ruTariffs },
    en: { mails: enMails, tariffs: enTariffs },
  },
  lng: 'uk',
  fallbackLng: 'uk',
  interpolation: { escapeValue: false },
  initAsync: false,
});
await i18n.init();

const ERRORS: Record<Language, Record<string, string>> = { ua: uaErrors, ru: ruErrors, en: enErrors };

/** The text of an error or confirmation key, or the key itself if there is none. Without i18next, as these texts have no values. */
export const errorText = (language: Language, code: string): string => ERRORS[language][code] ?? code;

export type MailTextKey = ParseKeys<'mails'>;

/** A text of an email with its values. They are not escaped; escape them in HTML bodies. */
export const mailText = (language: Language, key: MailTextKey, values: Record<string, string | number> = {}): string =>
  i18n.t(key, { ...values, lng: CODES[language], ns: 'mails' });

export const tariffName = (language: Language, tariff: Tariff): string =>
  i18n.t(`names.${tariff}`, { lng: CODES[language], ns: 'tariffs' });

/** One of each language, made when it is first used: making it takes longer than formatting a hundred values. */
function byLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const one = made.get(language) ?? make(language);
    made.set(language, one);
    return one;
  };
}

const dollars = byLanguage(
  (language) =>
    new Intl.NumberFormat(CODES[language], {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }),
);
const numbers = byLanguage((language) => new Intl.NumberFormat(CODES[language]));
const days = byLanguage((language) => new Intl.DateTimeFormat(DATE_CODES[language], { dateStyle: 'long', timeZone: 'UTC' }));
const moments = byLanguage(
  (language) => new Intl.DateTimeFormat(DATE_CODES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

/** An amount of cents as US dollars, formatted for the language. */
export const dollarsText = (language: Language, cents: number): string => dollars(language).format(fromCents(cents));

/** An amount of any currency, with up to four decimals, as rates have. */
export const moneyText = (language: Language, amount: number, currency: string): string =>
  new Intl.NumberFormat(CODES[language], {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    maximumFractionDigits: 4,
  }).format(amount);

export const numberText = (language: Language, value: number): string => numbers(language).format(value);

/** The day of an ISO time in UTC, in which tariff periods are counted. */
export const dayText = (language: Language, at: string): string =>
  days(language)
    .format(new Date(at))
    .replace(/\s[рг]\.$/, YEAR_WORDS[language]);

/** An ISO time in UTC: day, hour and minute. */
export const momentText = (language: Language, at: string): string => moments(language).format(new Date(at)).concat(' UTC');

/** The supported language with the highest weight in an Accept-Language header, if any; `uk` means `ua`. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined;
  const ranges = header.split(',').map((part) => {
    const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
    const weight = settings.map((setting) => /^\s*q=([\d.]+)/.exec(setting)?.[1]).find((value) => value !== undefined);
    const primary = tag.split('-')[0];
    return { language: primary === 'uk' ? 'ua' : primary, weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return LANGUAGES.find((language) => language === best.find((range) => LANGUAGES.some((code) => code === range.language))?.language);
}
