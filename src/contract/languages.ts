/** Languages of the product (specification 1): the first is the default and the fallback. */
export const LANGUAGES = ['ua', 'ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'ua';

/** What HTML and Intl call them (product decisions, part 2): on the wire ua, in HTML uk. */
export const HTML_LANGUAGE: Record<Language, string> = { ua: 'uk', ru: 'ru', en: 'en' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}
