import type { Language } from '#contract/languages.ts';
import { TRANSLATION_DELAY, TRANSLATION_RETRIES } from '#contract/limits.ts';

const FILES: Record<string, string> = import.meta.env.SSR
  ? {}
  : import.meta.glob(['/locales/*/*.json', '!/locales/*/{mails,pdf,exportFile,importFile}.json'], {
      query: '?url',
      import: 'default',
      eager: true,
    });

/** Texts of one namespace in one language. */
export type NamespaceTexts = Record<string, unknown>;

async function fetchOnce(language: Language, namespace: string): Promise<NamespaceTexts> {
  const url = FILES[`/locales/${language}/${namespace}.json`];
  // The build checks that all required files exist; any other namespace has no texts.
  if (!url) return {};
  const response = await fetch(url);
  if (!response.ok) throw new Error(`texts ${language}/${namespace}: ${response.status}`);
  return response.json();
}

async function fetchRepeatedly(language: Language, namespace: string): Promise<NamespaceTexts> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await fetchOnce(language, namespace);
    } catch (error) {
      if (retry === TRANSLATION_RETRIES) throw error;
    }
    const delay = TRANSLATION_DELAY * 2 ** retry;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

const pending = new Map<string, Promise<NamespaceTexts>>();

/**
 * Fetches one namespace of one language from its hashed file. Retries up to TRANSLATION_RETRIES times with a doubling delay, then
 * rejects. Calls for a file that is already being fetched share its result.
 */
export function fetchTexts(language: Language, namespace: string): Promise<NamespaceTexts> {
  const key = `${language}/${namespace}`;
  let texts = pending.get(key);
  if (!texts) {
    texts = fetchRepeatedly(language, namespace).finally(() => pending.delete(key));
    pending.set(key, texts);
  }
  return texts;
}
