import type { Language } from '#contract/languages.ts';

export type Theme = 'light' | 'dark';

export interface PageRequest {
  /** Path without query. */
  path: string;
  language: Language;
  theme: Theme;
  /** Public address of the installation, without a slash at the end. */
  origin: string;
  /** What public pages show from the database. */
  data: Record<string, unknown>;
}

export interface RenderedPage {
  status: number;
  /** The whole document. */
  html: string;
}

/** Renders a page of the web side; handed in by main, since web and server share no source. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;
