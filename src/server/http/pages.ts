import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { PageRequest, Pages, Theme } from '../ports/pages.ts';
import { compress, encodingOf } from './compression.ts';
import type { LogFailure } from './failure-log.ts';
import { PAGE_CSP } from './headers.ts';
import type { Load } from './load.ts';
import { isNotModified } from './validators.ts';

export interface PagesSettings {
  pages: Pages;
  /** Reads the current database content of the pages. */
  findContent: (language: Language) => Promise<PageContent>;
  /** Public address. A function, because a random port (PORT=0) is known only after listening. */
  origin: () => string;
  /** Whether rendered pages are cached; false in development, where they change. */
  isCached: boolean;
  load: Load;
  logFailure: LogFailure;
  countPage: Metrics['countPage'] | undefined;
}

interface Rendered {
  status: number;
  etag: string;
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** More than the pages in three languages and two themes, with and without a session and `?lang=`. */
const CACHED_PAGES = 240;
const HOUR = 3_600;
/** Origin of an address in absolute form, `GET http://host/path`, which a server must accept (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/]*/i;

/**
 * Serves a page for every path that is neither a file nor part of the API. A page is rendered once per address, language, theme,
 * session hint, `?lang=` and content, and then cached. The content is read on every view and is part of the cache key, so that every process
 * shows a changed price immediately.
 */
export async function addPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  addFiles(app, settings);
  const cache = new Map<string, Promise<Rendered>>();
  const pageOf = (request: PageRequest): Promise<Rendered> => {
    const key = JSON.stringify(request);
    const cached = cache.get(key);
    settings.countPage?.(cached ? 'cache' : 'rendered');
    if (cached) {
      cache.delete(key);
      cache.set(key, cached);
      return cached;
    }
    const page = renderPage(settings, request);
    if (settings.isCached) cache.set(key, page);
    // Evict the least recently used page.
    const [oldest] = cache.size > CACHED_PAGES ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    page.catch(() => cache.delete(key));
    return page;
  };
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await settings.load.run(async () => {
      const address = settings.pages.addressOf(request.url.replace(ORIGIN, ''));
      const language = pageLanguage(request);
      // Without the database the page is rendered without data, which the browser then requests.
      const data = await settings.findContent(language).catch((error: unknown) => {
        settings.logFailure({ log: request.log, level: 'warn', error, message: 'page content' });
        return {};
      });
      return pageOf({
        address,
        language,
        theme: themeOf(request),
        hasSession: hasSession(request),
        linkLanguage: queryLanguage(request),
        origin: settings.origin(),
        data,
      });
    });
    return sendPage(request, reply, page);
  };
  // In a separate scope, so that cookies are parsed for pages only.
  await app.register(async (scope) => {
    await scope.register(cookie);
    scope.get('/*', { config: { rateLimit: false }, onRequest: settings.load.enqueue }, servePage);
  });
}

function addFiles(app: FastifyInstance, { pages, origin }: PagesSettings): void {
  for (const [path, { mediaType, write }] of Object.entries(pages.files)) {
    app.get(path, { config: { rateLimit: false } }, (request, reply) => {
      const content = write({ origin: origin(), language: queryLanguage(request) ?? DEFAULT_LANGUAGE });
      const isText = typeof content === 'string';
      return reply
        .headers({ 'content-type': isText ? `${mediaType}; charset=utf-8` : mediaType, 'cache-control': `public, max-age=${HOUR}` })
        .send(isText ? content : Buffer.from(content));
    });
  }
}

async function renderPage({ pages }: PagesSettings, request: PageRequest): Promise<Rendered> {
  const page = await pages.render(request);
  const html = Buffer.from(page.html);
  // A weak validator, because it is the same for every encoding of the page.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
  return { status: page.status, etag, html, br: await compress(html, 'br'), gzip: await compress(html, 'gzip') };
}

function queryLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : undefined;
}

/** The language of ?lang= or of the cookie, otherwise `ua`; Accept-Language is ignored (docs/product.md, Pages and languages). */
function pageLanguage(request: FastifyRequest): Language {
  return queryLanguage(request) ?? (isLanguage(request.cookies.lang) ? request.cookies.lang : DEFAULT_LANGUAGE);
}

const hasSession = (request: FastifyRequest): boolean => request.cookies.session === '1';
const themeOf = (request: FastifyRequest): Theme => (request.cookies.theme === 'dark' ? 'dark' : 'light');

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Rendered): FastifyReply {
  reply.headers({
    'content-security-policy': PAGE_CSP,
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: 'accept-encoding, cookie',
  });
  if (page.status === 200 && isNotModified(request, page.etag)) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .send(encoding ? page[encoding] : page.html);
}
