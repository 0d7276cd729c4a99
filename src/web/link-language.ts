import { isLanguage, type Language } from '#contract/languages.ts';

/** The language of `?lang=` in a query, if it is one. */
export function languageIn(search: string): Language | undefined {
  const language = new URLSearchParams(search).get('lang');
  return isLanguage(language) ? language : undefined;
}

/** Adds the language of the address that the page was opened with to the query of a link, unless the link has one. */
export const searchWithLanguage = (search: string, language: Language | undefined): string =>
  language === undefined || languageIn(search) ? search : `${search}${search ? '&' : '?'}lang=${language}`;
