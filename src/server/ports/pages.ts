import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';

export type Theme = 'light' | 'dark';

export interface PageRequest {
  /** The address that `addressOf` returns. */
  address: string;
  language: Language;
  theme: Theme;
  /** From a cookie, not verified: only selects what is shown until the page is hydrated. */
  hasSession: boolean;
  /** The language of `?lang=`, which the links of the page keep. */
  linkLanguage?: Language | undefined;
  /** Public address of the installation, without a trailing slash. */
  origin: string;
  data: PageContent;
}

export interface RenderedPage {
  status: number;
  /** The complete HTML document. */
  html: string;
}

/** A file for search engines, browsers and phones, such as robots.txt or the favicon. */
export interface SiteFile {
  mediaType: string;
  write(site: { origin: string; language: Language }): string | Uint8Array;
}

/** The page renderer of src/web; injected by main, because src/server must not import src/web. */
export interface Pages {
  /** Canonical address of a page for any spelling (/SERVICE, /service/), with the query if it selects a view; one for all unknown paths. */
  addressOf(url: string): string;
  render(request: PageRequest): Promise<RenderedPage>;
  /** By path. */
  files: Record<string, SiteFile>;
}
