import type { TFunction } from 'i18next';
import { HTML_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts';
import { addressIn, alternatesOf } from '../head.ts';
import { paths } from '../paths.ts';
import { PAPER } from '../ui/color-scheme.ts';
import favicon from './favicon.ico?inline';
import touchIcon from './icon-180.png?inline';
import { ICONS } from './pictures.ts';

interface Site {
  origin: string;
  language: Language;
}

interface SiteFile {
  mediaType: string;
  write: (site: Site) => string | Uint8Array;
}

export const FAVICON = '/favicon.ico';

const MANIFEST = '/manifest.webmanifest';
export const manifestPath = (language: Language): string => addressIn(language, MANIFEST);

const robots = ({ origin }: Site): string => `User-agent: *\nAllow: /api/images/\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface SiteContent {
  publicAddresses: readonly string[];
  /** Time of the build; undefined in development. */
  builtAt: Date | undefined;
  textsIn: (language: Language) => TFunction;
}

/** Lists each public page in each language, each entry with links to all its languages. */
function sitemap({ origin }: Site, { publicAddresses, builtAt }: SiteContent): string {
  // Texts and layout change with a build.
  const changed = builtAt ? [`    <lastmod>${builtAt.toISOString().slice(0, 10)}</lastmod>`] : [];
  const entries = publicAddresses.flatMap((path) => {
    const address = origin + path;
    const links = alternatesOf(address).map(
      ({ hreflang, href }) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`,
    );
    return LANGUAGES.map((language) =>
      ['  <url>', `    <loc>${escapeXml(addressIn(language, address))}</loc>`, ...changed, ...links, '  </url>'].join('\n'),
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

/** The web app manifest; the installed application opens the vehicle list. */
function manifest({ language }: Site, t: TFunction): string {
  const icon = (src: string, size: number, purpose: string) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose });
  return JSON.stringify({
    id: paths.home,
    name: 'Carnet',
    short_name: 'Carnet',
    description: t('home:head.description'),
    lang: HTML_LANGUAGE[language],
    start_url: paths.service,
    scope: paths.home,
    display: 'standalone',
    background_color: PAPER.light,
    theme_color: PAPER.light,
    icons: [icon(ICONS[192], 192, 'any'), icon(ICONS[512], 512, 'any'), icon(ICONS.maskable, 512, 'maskable')],
  });
}

/** The bytes of a picture that the build has put into the code as a `data:` address. */
const picture = (mediaType: string, address: string): SiteFile => {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (character) => character.charCodeAt(0));
  return { mediaType, write: () => bytes };
};

/** Files for search engines, browsers that ask for well-known paths, and installed applications, by path. */
export const siteFiles = (content: SiteContent): Record<string, SiteFile> => ({
  '/robots.txt': { mediaType: 'text/plain', write: robots },
  '/sitemap.xml': { mediaType: 'application/xml', write: (site) => sitemap(site, content) },
  [MANIFEST]: { mediaType: 'application/manifest+json', write: (site) => manifest(site, content.textsIn(site.language)) },
  [FAVICON]: picture('image/x-icon', favicon),
  '/apple-touch-icon.png': picture('image/png', touchIcon),
});
