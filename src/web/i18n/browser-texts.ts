import type { i18n as I18n } from 'i18next';
import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import type { Texts } from '../boot.ts';
import { storePreference } from '../cookies.ts';
import { createBrowserI18n, languageOf } from './i18n.ts';
import { fetchTexts } from './text-files.ts';

let current: I18n | undefined;

/** Creates the i18next instance of the browser. Not called on the server, which has one instance for each language. */
export function startTexts(language: Language, texts: Texts): I18n {
  current = createBrowserI18n(language, texts);
  return current;
}

export const currentLanguage = (): Language => (current ? languageOf(current) : 'ua');

async function addTexts(i18n: I18n, language: Language, namespaces: readonly string[]): Promise<void> {
  const html = HTML_LANGUAGE[language];
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(html, namespace));
  await Promise.all(missing.map(async (name) => i18n.addResourceBundle(html, name, await fetchTexts(language, name))));
}

/** Loads namespaces in the current language; rejects if one cannot be fetched. Does nothing on the server, which has all texts. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  if (!current) return;
  let loaded: Language | undefined;
  // The language may change while texts are being fetched.
  while (loaded !== languageOf(current)) {
    loaded = languageOf(current);
    await addTexts(current, loaded, namespaces);
  }
}

/** The texts of one namespace in a language, which need not be the current one; rejects if they cannot be fetched. */
export async function textsIn(i18n: I18n, language: Language, namespace: 'adminLists') {
  await addTexts(i18n, language, [namespace]);
  return i18n.getFixedT(HTML_LANGUAGE[language], namespace);
}

/** Namespaces that are loaded in the current language and not in the other one. */
function missingTexts(i18n: I18n, language: Language): string[] {
  const used = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {});
  return used.filter((namespace) => !i18n.hasResourceBundle(HTML_LANGUAGE[language], namespace));
}

/** Counts the calls of `changeLanguage`. */
let changes = 0;

/**
 * Loads all namespaces in use, then switches to the language and stores the choice. Resolves to `failed` if a text file could not be
 * fetched, and to `replaced` if another language was chosen before the load ended.
 */
export async function changeLanguage(language: Language): Promise<'changed' | 'failed' | 'replaced'> {
  const i18n = current;
  if (!i18n) return 'failed';
  changes += 1;
  const change = changes;
  try {
    // A page opened during the load adds namespaces.
    for (let missing = missingTexts(i18n, language); missing.length > 0; missing = missingTexts(i18n, language)) {
      await addTexts(i18n, language, missing);
      if (change !== changes) return 'replaced';
    }
  } catch {
    return change === changes ? 'failed' : 'replaced';
  }
  await i18n.changeLanguage(HTML_LANGUAGE[language]);
  document.documentElement.lang = HTML_LANGUAGE[language];
  storePreference('lang', language);
  return 'changed';
}
