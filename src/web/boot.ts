import { createContext, useContext } from 'react';
import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';

export type Theme = 'light' | 'dark';
/** Texts by namespace, as the files in locales/ hold them. */
export type Texts = Record<string, Record<string, unknown>>;

/** What the server hands to the page, as JSON in the document. */
export interface Boot {
  language: Language;
  theme: Theme;
  /** Whether this browser had a user's session when it last showed a page, by its cookie: a hint for the time before hydration. */
  hasSession: boolean;
  /** Public address without a slash at the end. */
  origin: string;
  /** The namespaces of the page, so that its first paint needs no request. */
  texts: Texts;
  data: PageContent;
}

export const BootContext = createContext<Boot | undefined>(undefined);

export function useBoot(): Boot {
  const boot = useContext(BootContext);
  if (!boot) throw new Error('no boot data around this component');
  return boot;
}
