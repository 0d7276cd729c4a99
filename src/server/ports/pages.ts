import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';

export type Theme = 'light' | 'dark';

export interface PageRequest {
  /** As `addressOf` gives it. */
  address: string;
  language: Language;
  theme: Theme;
  /** By a cookie of the browser, unproven: chooses only what is shown until the script has run. */
  hasSession: boolean;
  /** Public address of the installation, without a slash at the end. */
  origin: string;
  data: PageContent;
}

export interface RenderedPage {
  status: number;
  /** The whole document. */
  html: string;
}

/** What search engines and phones ask for beside the pages. */
export interface SiteFile {
  mediaType: string;
  write(site: { origin: string; language: Language }): string;
}

/** The web side; handed in by main, since web and server share no source. */
export interface Pages {
  /** The page's own address, however it was spelt (/SERVICE, /service/), with the query of a view of its own; all unknown paths share one. */
  addressOf(url: string): string;
  render(request: PageRequest): Promise<RenderedPage>;
  /** By path. */
  files: Record<string, SiteFile>;
}
