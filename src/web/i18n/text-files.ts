import type { Language } from '#contract/languages.ts';

const FILES: Record<string, string> = import.meta.env.SSR
  ? {}
  : import.meta.glob(['/locales/*/*.json', '!/locales/*/mails.json'], { query: '?url', import: 'default', eager: true });

/** One namespace of one language, from its hashed file. Rejects when it cannot be fetched. */
export async function fetchTexts(language: Language, namespace: string): Promise<Record<string, unknown>> {
  const url = FILES[`/locales/${language}/${namespace}.json`];
  // Which files there must be is checked at the build; a namespace without one has no texts to show.
  if (!url) return {};
  const response = await fetch(url);
  if (!response.ok) throw new Error(`texts ${language}/${namespace}: ${response.status}`);
  return response.json();
}
