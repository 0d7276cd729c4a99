/**
 * Renders a page to a complete HTML document. The server loads the built file once:
 *
 *   const { createPages } = await import('<dist>/web/entry-server.js');
 *   const manifest = JSON.parse(await readFile('<dist>/client/.vite/manifest.json', 'utf8'));
 *   const { addressOf, render, files } = createPages(manifest);
 *
 * In development, use Vite's middleware: `(await vite.ssrLoadModule('/src/web/entry-server.tsx')).createPages(undefined)`.
 * The document then loads /@vite/client and entry-development.ts, and uses inline styles, which the production CSP forbids.
 */
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import type { Boot, Texts, Theme } from './boot.ts';
import { builtAssets, developmentAssets, documentOf, type Manifest } from './document.ts';
import { headOf } from './head.ts';
import { createLoadedI18n, SHELL } from './i18n/i18n.ts';
import { searchWithLanguage } from './link-language.ts';
import { type PageHandle, viewOf } from './page-handle.ts';
import { NOT_FOUND } from './paths.ts';
import { routes } from './routes.tsx';
import { siteFiles } from './site/files.ts';
import { structuredDataOf } from './structured-data.ts';
import { vehicleIdOf } from './vehicle-paths.ts';

export interface PageRequest {
  /** The result of `addressOf`. */
  address: string;
  language: Language;
  theme: Theme;
  hasSession: boolean;
  /** The language of `?lang=`, which the links of the page keep: readers without scripts, such as search engines, have no cookie. */
  linkLanguage?: Language | undefined;
  /** Public origin without a trailing slash. */
  origin: string;
  data: PageContent;
}

export interface RenderedPage {
  status: number;
  /** The complete document. */
  html: string;
}

const files = import.meta.glob<Record<string, unknown>>(['/locales/*/*.json', '!/locales/*/{mails,pdf,exportFile,importFile}.json'], {
  import: 'default',
  eager: true,
});

function textsOf(language: Language): Texts {
  const prefix = `/locales/${language}/`;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, texts]) => [path.slice(prefix.length, -'.json'.length), texts]),
  );
}

const TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)])) as Record<Language, Texts>;
const I18N = Object.fromEntries(LANGUAGES.map((language) => [language, createLoadedI18n(language, TEXTS[language])])) as Record<
  Language,
  ReturnType<typeof createLoadedI18n>
>;

const handler = createStaticHandler(routes);

const handlesOf = (matches: readonly { route: { handle?: unknown } }[] | null): Partial<PageHandle>[] =>
  (matches ?? []).flatMap(({ route }) => (route.handle ? [route.handle as Partial<PageHandle>] : []));

/** False for a path with an invalid escape (`/%E0%A4%A`), for which the router logs a warning. */
function isReadable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/** Normalizes a URL (/SERVICE, /service/) to the path of its page and the query of its view. All unknown paths map to NOT_FOUND. */
export function addressOf(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const matches = isReadable(path) ? matchRoutes(routes, path) : null;
  const { vehicleId } = matches?.at(-1)?.params ?? {};
  if (vehicleId !== undefined && vehicleIdOf(vehicleId) === undefined) return NOT_FOUND;
  const handle = handlesOf(matches).at(-1);
  return handle?.path ? handle.path + (viewOf(handle, query)?.query ?? '') : NOT_FOUND;
}

function publicAddresses(): string[] {
  const found: string[] = [];
  const visit = (list: typeof routes): void => {
    for (const { handle, children } of list) {
      const { path, isPublic, views = [] } = (handle ?? {}) as Partial<PageHandle>;
      if (path && isPublic) found.push(path, ...views.filter(({ head }) => head).map(({ query }) => path + query));
      if (children) visit(children);
    }
  };
  visit(routes);
  return found;
}

/** Adds the language to the links of a page; React has escaped their addresses. */
function keepLanguage(html: string, language: Language): string {
  return html.replace(/(<a [^>]*?href=")(\/[^"?#]*)([^"#]*)/g, (_, start: string, path: string, query: string) => {
    const search = searchWithLanguage(query.replaceAll('&amp;', '&'), language);
    return start + path + search.replaceAll('&', '&amp;');
  });
}

/** `manifest` is Vite's manifest of the client build, and `builtAt` its time; undefined in development. */
export function createPages(manifest: Manifest | undefined, builtAt?: Date) {
  const assets = manifest ? builtAssets(manifest) : developmentAssets();
  async function render(request: PageRequest): Promise<RenderedPage> {
    // The router requires an absolute URL; the host is not used.
    const context = await handler.query(new Request(`http://page.invalid${request.address}`));
    if (context instanceof Response) throw new Error(`page ${request.address} answered ${context.status}`);
    const handles = handlesOf(context.matches);
    const page = handles.at(-1) as PageHandle;
    const view = viewOf(page, context.location.search);
    const texts = TEXTS[request.language];
    const boot: Boot = {
      language: request.language,
      theme: request.theme,
      hasSession: request.hasSession,
      origin: request.origin,
      texts: Object.fromEntries(
        [SHELL, ...page.namespaces, ...(view?.namespaces ?? [])].map((namespace) => [namespace, texts[namespace] ?? {}]),
      ),
      formatted: {},
      data: request.data,
    };
    const i18n = I18N[request.language];
    const rendered = renderToString(
      <App boot={boot} i18n={i18n} queryClient={createQueryClient()}>
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
      </App>,
    );
    const head = headOf({ handle: page, view }, request.language, request.origin, i18n.t);
    const html = documentOf({
      boot,
      head,
      structuredData: structuredDataOf(page.path, boot, head, i18n.t),
      languagesLabel: i18n.t('language.label'),
      body: request.linkLanguage ? keepLanguage(rendered, request.linkLanguage) : rendered,
      assets: assets(handles.flatMap((handle) => handle.module ?? [])),
    });
    return { status: page.status ?? context.statusCode, html };
  }
  return { addressOf, render, files: siteFiles({ publicAddresses: publicAddresses(), builtAt, textsIn: (language) => I18N[language].t }) };
}
