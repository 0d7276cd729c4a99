import { createContext, useContext } from 'react';
import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';

export type Theme = 'light' | 'dark';
/** Translations by namespace, in the format of the files in locales/. */
export type Texts = Record<string, Record<string, unknown>>;

/** Data that the server passes to the page as JSON in the document. */
export interface Boot {
  language: Language;
  theme: Theme;
  /** Whether the `session` cookie is set: a hint, used until hydration, that the user may be logged in. */
  hasSession: boolean;
  /** Public origin without a trailing slash. */
  origin: string;
  /** The namespaces that the page needs, so that the first paint requires no request. */
  texts: Texts;
  /** Results of the formatters on this page by formatter and values; the server never formats an instant, whose day depends on the time zone. */
  formatted: Record<string, string>;
  data: PageContent;
}

export const BootContext = createContext<Boot | undefined>(undefined);

export function useBoot(): Boot {
  const boot = useContext(BootContext);
  if (!boot) throw new Error('no boot data around this component');
  return boot;
}
