import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/languages.ts';
import type { RenderPage, Theme } from '../ports/pages.ts';
import { PAGE_CSP } from './headers.ts';

export interface PagesSettings {
  render: RenderPage;
  /** Public address, asked for at each page since a free port is known only after listening. */
  origin: () => string;
  /** Rendered pages are kept; not while developing, when they change. */
  isKept: boolean;
}

interface Rendered {
  status: number;
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** More than all public pages in three languages and two themes. */
const CACHED_PAGES = 100;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Every path that is no file and not the API's is a page: rendered once per path, language and theme, then kept. */
export async function addPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  await app.register(cookie);
  const cache = new Map<string, Promise<Rendered>>();
  const pageOf = (path: string, language: Language, theme: Theme): Promise<Rendered> => {
    const key = `${language} ${theme} ${path}`;
    const known = cache.get(key);
    if (known) {
      cache.delete(key);
      cache.set(key, known);
      return known;
    }
    const page = renderPage(settings, path, language, theme);
    if (settings.isKept) cache.set(key, page);
    // The one unused for longest goes: a page has endless spellings (/SERVICE, /service//), which must not keep the real ones out.
    const [oldest] = cache.size > CACHED_PAGES ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    page.then(({ status }) => status !== 200 && cache.delete(key)).catch(() => cache.delete(key));
    return page;
  };
  app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    return sendPage(request, reply, await pageOf(path, pageLanguage(request), themeOf(request)));
  });
}

async function renderPage({ render, origin }: PagesSettings, path: string, language: Language, theme: Theme): Promise<Rendered> {
  const page = await render({ path, language, theme, origin: origin(), data: {} });
  const html = Buffer.from(page.html);
  const br = await compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { status: page.status, html, br, gzip: await compressGzip(html) };
}

/** The first view is in ua whatever the browser prefers, until the person chooses (product decisions, part 3). */
function pageLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  if (isLanguage(lang)) return lang;
  return isLanguage(request.cookies.lang) ? request.cookies.lang : DEFAULT_LANGUAGE;
}

const themeOf = (request: FastifyRequest): Theme => (request.cookies.theme === 'dark' ? 'dark' : 'light');

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Rendered): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .code(page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_CSP,
      'cache-control': 'no-cache',
      vary: 'accept-encoding, cookie',
    })
    .send(encoding ? page[encoding] : page.html);
}
