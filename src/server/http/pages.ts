import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import type { PageRequest, Pages, Theme } from '../ports/pages.ts';
import { compress, encodingOf } from './compression.ts';
import { PAGE_CSP } from './headers.ts';
import type { Load } from './load.ts';
import { isKnown } from './validators.ts';

export interface PagesSettings {
  pages: Pages;
  /** What the pages show from the database, as it is now. */
  findContent: (language: Language) => Promise<PageContent>;
  /** Public address, asked for at each page since a free port is known only after listening. */
  origin: () => string;
  /** Rendered pages are kept; not while developing, when they change. */
  isKept: boolean;
  load: Load;
}

interface Rendered {
  status: number;
  etag: string;
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Twice all pages in three languages and two themes, with and without a session: those before and after a change of the content. */
const CACHED_PAGES = 240;
const HOUR = 3_600;

/**
 * Every path that is no file and not the API's is a page: rendered once per address, language, theme, session hint and content, then kept. The
 * content is read for each view and is its own version, so that a changed price reaches every process.
 */
export async function addPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  await app.register(cookie);
  addFiles(app, settings);
  const cache = new Map<string, Promise<Rendered>>();
  const pageOf = (request: PageRequest): Promise<Rendered> => {
    const key = JSON.stringify(request);
    const known = cache.get(key);
    if (known) {
      cache.delete(key);
      cache.set(key, known);
      return known;
    }
    const page = renderPage(settings, request);
    if (settings.isKept) cache.set(key, page);
    // The one unused for longest goes.
    const [oldest] = cache.size > CACHED_PAGES ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    page.catch(() => cache.delete(key));
    return page;
  };
  app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const page = await settings.load.run(async () => {
      const address = settings.pages.addressOf(request.url);
      const language = pageLanguage(request);
      // Pages are rendered without the database too; the browser requests missing data.
      const data = await settings.findContent(language).catch((error: unknown) => {
        request.log.warn({ err: error }, 'page content');
        return {};
      });
      return pageOf({ address, language, theme: themeOf(request), hasSession: hasSession(request), origin: settings.origin(), data });
    });
    return sendPage(request, reply, page);
  });
}

function addFiles(app: FastifyInstance, { pages, origin }: PagesSettings): void {
  for (const [path, { mediaType, write }] of Object.entries(pages.files)) {
    app.get(path, { config: { rateLimit: false } }, (request, reply) =>
      reply
        .headers({ 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': `public, max-age=${HOUR}` })
        .send(write({ origin: origin(), language: askedLanguage(request) ?? DEFAULT_LANGUAGE })),
    );
  }
}

async function renderPage({ pages }: PagesSettings, request: PageRequest): Promise<Rendered> {
  const page = await pages.render(request);
  const html = Buffer.from(page.html);
  // Weak, since it applies to every encoding of the page.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
  return { status: page.status, etag, html, br: await compress(html, 'br'), gzip: await compress(html, 'gzip') };
}

function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : undefined;
}

/** The first view is in ua whatever the browser prefers, until the person chooses (product decisions, part 3). */
function pageLanguage(request: FastifyRequest): Language {
  return askedLanguage(request) ?? (isLanguage(request.cookies.lang) ? request.cookies.lang : DEFAULT_LANGUAGE);
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
  if (page.status === 200 && isKnown(request, page.etag)) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .send(encoding ? page[encoding] : page.html);
}
