import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInstance } from 'i18next';
import { HTML_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts';
import { noBreak } from '#web/i18n/no-break.ts';

const LOCALES = join(import.meta.dirname, '..', '..', 'locales');

/** Returns the text of a key (`records:form.add`) with its values and plural form. Throws if the key does not exist. */
export type Say = (key: string, values?: Record<string, unknown>) => string;

function readTexts(language: Language): Record<string, object> {
  const files = readdirSync(join(LOCALES, language)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'))]),
  );
}

const texts = createInstance();
void texts.use({ type: 'postProcessor', name: 'noBreak', process: noBreak }).init({
  postProcess: 'noBreak',
  initAsync: false,
  fallbackLng: false,
  resources: Object.fromEntries(LANGUAGES.map((language) => [HTML_LANGUAGE[language], readTexts(language)])),
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (key) => {
    throw new Error(`No text has the key ${key}`);
  },
});

export function textsOf(language: Language): Say {
  const t = texts.getFixedT(HTML_LANGUAGE[language]);
  return (key, values) => String(t(key as never, (values ?? {}) as never));
}

/** The text inside a tag, such as a link: «умовами користування». */
export function wordsIn(text: string, tag: string): string {
  const words = new RegExp(`<${tag}>(.+?)</${tag}>`).exec(text)?.[1];
  if (!words) throw new Error(`${text} has no <${tag}>`);
  return words;
}
