/** Languages of the application; `ua` is the default and the fallback. */
export const LANGUAGES = ['ua', 'ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'ua';

/** Language tags for HTML and Intl: the API uses `ua` for Ukrainian, BCP 47 uses `uk`. */
export const HTML_LANGUAGE: Record<Language, string> = { ua: 'uk', ru: 'ru', en: 'en' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}
