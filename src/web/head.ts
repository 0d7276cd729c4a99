import type { TFunction } from 'i18next';
import { HTML_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts';
import type { PageHandle, PageView } from './page-handle.ts';

export interface Head {
  title: string;
  description: string;
  keywords: string;
  canonical: string;
  /** The hreflang links of a public page; empty for a private page. */
  alternates: { hreflang: string; href: string }[];
  isIndexed: boolean;
}

/** The address of a page in a language: ua has no parameter, ru and en have `lang` (docs/product.md, Pages and languages). */
export const addressIn = (language: Language, address: string): string =>
  language === 'ua' ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;

/** The hreflang links of a public page: one for each language, and x-default. */
export const alternatesOf = (address: string): Head['alternates'] => [
  ...LANGUAGES.map((language) => ({ hreflang: HTML_LANGUAGE[language], href: addressIn(language, address) })),
  { hreflang: 'x-default', href: address },
];

interface Shown {
  handle: PageHandle;
  view: PageView | undefined;
}

export function headOf({ handle, view }: Shown, language: Language, origin: string, t: TFunction): Head {
  const ownView = view?.head ? view : undefined;
  const address = origin + (handle.canonicalPath ?? handle.path) + (ownView?.query ?? '');
  const head = ownView?.head ?? handle.head;
  return {
    title: t(`${head}.title`),
    description: t(`${head}.description`),
    keywords: t(`${head}.keywords`),
    canonical: handle.isPublic ? addressIn(language, address) : address,
    alternates: handle.isPublic ? alternatesOf(address) : [],
    isIndexed: handle.isPublic,
  };
}

function setMeta(name: string, content: string): void {
  document.head.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.setAttribute('content', content);
}

/** Updates the document head, except its title, after a navigation; the server renders the first one. */
export function applyHead(head: Head): void {
  setMeta('description', head.description);
  setMeta('og:title', head.title);
  setMeta('og:description', head.description);
  setMeta('og:url', head.canonical);
  setMeta('keywords', head.keywords);
  setMeta('robots', head.isIndexed ? 'index, follow' : 'noindex');
  document.head.querySelector('link[rel="canonical"]')?.setAttribute('href', head.canonical);
  for (const link of document.head.querySelectorAll('link[rel="alternate"][hreflang]')) link.remove();
  for (const alternate of head.alternates) {
    const link = document.createElement('link');
    link.rel = 'alternate';
    link.hreflang = alternate.hreflang;
    link.href = alternate.href;
    document.head.append(link);
  }
}
