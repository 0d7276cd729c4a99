import type { i18n as I18n } from 'i18next';
import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import type { Texts } from '../boot.ts';
import { keepChoice } from '../cookies.ts';
import { createBrowserI18n, languageOf } from './i18n.ts';

let current: I18n | undefined;

/** The browser's one instance; the server has its own and never calls this. */
export function startTexts(language: Language, texts: Texts): I18n {
  current = createBrowserI18n(language, texts);
  return current;
}

export const currentLanguage = (): Language => (current ? languageOf(current) : 'ua');

/** Sees to it that namespaces are there in the current language; rejects when they could not be loaded. On the server all are. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  if (!current) return;
  await current.loadNamespaces([...namespaces]);
  const missing = namespaces.filter((namespace) => !current?.hasResourceBundle(current.language, namespace));
  if (missing.length > 0) throw new Error(`texts missing: ${missing.join(', ')}`);
}

/** Loads what the page uses in the other language, then shows it; keeps the choice. False when the texts could not be loaded. */
export async function changeLanguage(language: Language): Promise<boolean> {
  if (!current) return false;
  const html = HTML_LANGUAGE[language];
  await current.loadLanguages(html);
  if (!current.hasResourceBundle(html, 'shell')) return false;
  await current.changeLanguage(html);
  document.documentElement.lang = html;
  keepChoice('lang', language);
  return true;
}
