import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import type { Texts } from '../boot.ts';
import { isolated } from './isolated.ts';
import { noBreak } from './no-break.ts';
import { fetchTexts } from './text-files.ts';

/** The namespace of the shell, loaded on every page. */
export const SHELL = 'shell';

/** i18next needs the HTML code (uk) for plural rules; files and the API use ua. */
const OWN_CODE = Object.fromEntries(Object.entries(HTML_LANGUAGE).map(([own, html]) => [html, own])) as Record<string, Language>;

export const languageOf = (i18n: I18n): Language => OWN_CODE[i18n.language] ?? 'ua';

const options = (language: Language, texts: Texts) => ({
  lng: HTML_LANGUAGE[language],
  // A missing key fails the build, so a fallback language would only add a download.
  fallbackLng: false as const,
  ns: Object.keys(texts),
  defaultNS: SHELL,
  resources: { [HTML_LANGUAGE[language]]: texts },
  // React escapes HTML itself.
  interpolation: { escape: isolated },
  react: { useSuspense: false },
  postProcess: 'noBreak',
  initAsync: false,
});

/** The same instance with the post-processor that `options` names. */
const withNoBreak = (i18n: I18n): I18n => i18n.use({ type: 'postProcessor', name: 'noBreak', process: noBreak });

/** Creates an instance with all texts of a language, for the server. */
export function createLoadedI18n(language: Language, texts: Texts): I18n {
  const i18n = withNoBreak(createInstance());
  i18n.use(initReactI18next).init(options(language, texts));
  return i18n;
}

/**
 * Creates an instance with the texts of the boot data. `loadTexts` and `changeLanguage` add others; the backend fetches namespaces that a
 * component requests with `useTranslation`.
 */
export function createBrowserI18n(language: Language, texts: Texts): I18n {
  const i18n = withNoBreak(createInstance());
  i18n
    .use({
      type: 'backend',
      init: () => undefined,
      read: (html: string, namespace: string, done: (error: unknown, texts: unknown) => void) => {
        fetchTexts(OWN_CODE[html] ?? 'ua', namespace).then(
          (found) => done(null, found),
          // False disables the retries of i18next; `fetchTexts` has its own.
          (error: unknown) => done(error, false),
        );
      },
    })
    .use(initReactI18next)
    .init({ ...options(language, texts), partialBundledLanguages: true });
  return i18n;
}
