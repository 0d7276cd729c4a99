import cyrillicFont from '@fontsource-variable/geologica/files/geologica-cyrillic-wght-normal.woff2?url';
import latinFont from '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2?url';
import { HTML_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts';
import type { Boot } from './boot.ts';
import type { Head } from './head.ts';
import { FAVICON, manifestPath } from './site/files.ts';
import { ICONS, SHARE_PICTURES, SHARE_SIZE } from './site/pictures.ts';
import { PAPER } from './ui/color-scheme.ts';
import markUrl from './ui/mark.svg?url';

export interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

export interface PageAssets {
  scripts: string[];
  preloads: string[];
  styles: string[];
}

const ENTRY = 'src/web/entry-client.tsx';

/** Returns the files that a page made of `modules` needs, without duplicates; imports come before their importers. */
export function builtAssets(manifest: Manifest): (modules: string[]) => PageAssets {
  return (modules) => {
    const files = new Set<string>();
    const styles = new Set<string>();
    const visit = (key: string): void => {
      const chunk = manifest[key];
      if (!chunk) throw new Error(`${key} is not in the manifest: build again`);
      if (files.has(chunk.file)) return;
      for (const imported of chunk.imports ?? []) visit(imported);
      files.add(chunk.file);
      for (const style of chunk.css ?? []) styles.add(style);
    };
    for (const key of [ENTRY, ...modules]) visit(key);
    const entry = manifest[ENTRY]?.file ?? '';
    files.delete(entry);
    return { scripts: [`/${entry}`], preloads: [...files].map((file) => `/${file}`), styles: [...styles].map((file) => `/${file}`) };
  };
}

/** In development Vite serves the sources, and scripts inject the styles. */
export function developmentAssets(): () => PageAssets {
  return () => ({ scripts: ['/@vite/client', '/src/web/entry-development.ts'], preloads: [], styles: [] });
}

/** Open Graph locale codes. */
const LOCALE: Record<Language, string> = { ua: 'uk_UA', ru: 'ru_UA', en: 'en_GB' };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Open Graph and Twitter tags for link previews; none for a page that is not indexed. */
function shareOf({ language, origin }: Boot, { title, description, canonical, isIndexed }: Head): string[] {
  if (!isIndexed) return [];
  const others = LANGUAGES.filter((other) => other !== language);
  const properties: [string, string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Carnet'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', canonical],
    ['og:locale', LOCALE[language]],
    ...others.map((other): [string, string] => ['og:locale:alternate', LOCALE[other]]),
    ['og:image', origin + SHARE_PICTURES[language]],
    ['og:image:width', SHARE_SIZE.width],
    ['og:image:height', SHARE_SIZE.height],
    ['og:image:alt', title],
  ];
  return [
    ...properties.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(String(content))}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

function headOf({ boot, head, structuredData, assets }: DocumentParts): string[] {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    `<meta name="keywords" content="${escapeHtml(head.keywords)}">`,
    `<meta name="robots" content="${head.isIndexed ? 'index, follow' : 'noindex'}">`,
    `<meta name="theme-color" content="${PAPER[boot.theme]}">`,
    `<link rel="canonical" href="${escapeHtml(head.canonical)}">`,
    ...head.alternates.map(({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}">`),
    ...shareOf(boot, head),
    `<link rel="icon" sizes="32x32" href="${FAVICON}">`,
    `<link rel="icon" type="image/svg+xml" href="${markUrl}">`,
    `<link rel="apple-touch-icon" href="${ICONS[180]}">`,
    `<link rel="manifest" href="${manifestPath(boot.language)}">`,
    ...(boot.language === 'en' ? [latinFont] : [latinFont, cyrillicFont]).map(
      (font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`,
    ),
    ...assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`),
    // People read before they click: let CSS, fonts and images load before scripts.
    ...assets.preloads.map((script) => `<link rel="modulepreload" href="${script}" fetchpriority="low">`),
    ...assets.scripts.map((script) => `<script type="module" src="${script}" fetchpriority="low"></script>`),
    ...(structuredData ? [`<script type="application/ld+json">${embedded(structuredData)}</script>`] : []),
  ];
}

interface DocumentParts {
  boot: Boot;
  head: Head;
  /** JSON-LD for search engines. */
  structuredData?: object | undefined;
  /** The links to the other languages for readers without scripts have this name. */
  languagesLabel: string;
  body: string;
  assets: PageAssets;
}

/** JSON for a script element, with `<` escaped, which alone could close the element early. */
const embedded = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The languages by their own names. */
const NAMES: Record<Language, string> = { ua: 'Українська', ru: 'Русский', en: 'English' };

/** Links to the languages of a public page, since the choice of the header needs scripts. */
function languageLinks({ boot, head: { alternates }, languagesLabel }: DocumentParts): string[] {
  const links = LANGUAGES.flatMap((language) => {
    const tag = HTML_LANGUAGE[language];
    const address = alternates.find(({ hreflang }) => hreflang === tag)?.href;
    if (!address) return [];
    const current = language === boot.language ? ' aria-current="true"' : '';
    return `<a href="${escapeHtml(address)}" lang="${tag}" hreflang="${tag}"${current} style="padding:8px">${NAMES[language]}</a>`;
  });
  if (links.length === 0) return [];
  const style = 'display:flex;flex-wrap:wrap;justify-content:center;padding:8px 16px';
  return [`<noscript><nav aria-label="${escapeHtml(languagesLabel)}" style="${style}">${links.join('')}</nav></noscript>`];
}

/** Attributes of placeholders that the root element gets too, as `useRootMark` does in the browser. */
const ROOT_MARKS = [' data-unknown-height="true"', ' data-admin-panel="true"'];

export function documentOf(parts: DocumentParts): string {
  const { boot, body } = parts;
  return [
    '<!doctype html>',
    `<html lang="${HTML_LANGUAGE[boot.language]}" data-theme="${boot.theme}"${ROOT_MARKS.filter((mark) => body.includes(mark)).join('')}>`,
    `<head>\n${headOf(parts).join('\n')}\n</head>`,
    `<body>\n<div id="root">${body}</div>`,
    ...languageLinks(parts),
    `<script type="application/json" id="boot">${embedded(boot)}</script>`,
    '</body>\n</html>\n',
  ].join('\n');
}
