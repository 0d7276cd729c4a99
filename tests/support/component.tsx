import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import type { Texts } from '#web/boot.ts';
import { Hydrated } from '#web/hydrated.tsx';
import { createLoadedI18n } from '#web/i18n/i18n.ts';
import { Toasts } from '#web/ui/toasts.tsx';

const files = import.meta.glob<Record<string, never>>('../../locales/*/*.json', { eager: true, import: 'default' });

function textsOf(language: Language): Texts {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
  return Object.fromEntries(own.map(([path, texts]) => [/([^/]+)\.json$/.exec(path)?.[1], texts])) as Texts;
}

/** The texts as they are in `locales`, without the no-break spaces of the pages. */
export function loadedI18n(language: Language): I18n {
  const i18n = createLoadedI18n(language, textsOf(language));
  i18n.options.postProcess = false;
  return i18n;
}

interface ShownOptions {
  language?: Language;
  /** URL of the component; `/elsewhere` is another page, `/loading` one whose code never arrives. */
  path?: string;
  /** Pattern of its path, if that has parameters. */
  route?: string;
}

const opened: { router: { dispose: () => void }; client: QueryClient }[] = [];

/** Ends what the components of a test have started: a router would follow the history of later tests, and a query would be repeated. */
export async function leaveAll(): Promise<void> {
  for (const { router, client } of opened.splice(0)) {
    router.dispose();
    await client.cancelQueries();
    client.clear();
  }
}

/** Renders a component as the application does: with texts, queries, router and notices. */
export function show(component: ReactNode, { language = 'ua', path = '/', route }: ShownOptions = {}) {
  const i18n = loadedI18n(language);
  const client = createQueryClient();
  const at = (element: ReactNode) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Hydrated>
          {element}
          <Toasts />
        </Hydrated>
      </QueryClientProvider>
    </I18nextProvider>
  );
  window.history.replaceState(null, '', path);
  const router = createBrowserRouter([
    { path: route ?? new URL(path, 'http://localhost').pathname, element: component },
    { path: '/elsewhere', element: <h1>elsewhere</h1> },
    { path: '/login', element: <h1>login</h1> },
    { path: '/loading', lazy: () => new Promise(() => undefined) },
  ]);
  opened.push({ router, client });
  const shown = render(at(<RouterProvider router={router} />));
  return { ...shown, i18n, client, router, user: userEvent.setup(), say: (key: string, values = {}) => i18n.t(key, values) as string };
}

export interface SentRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };
type Answerer = (request: SentRequest) => Answer | Promise<Answer>;

/** Fakes `fetch`: answers by `METHOD /path` (without the query), and stores all requests in `sent`. */
export function fakeServer(answers: Record<string, Answerer>): { sent: SentRequest[]; answers: Record<string, Answerer> } {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, 'http://localhost');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request = { method, path: pathname, query: searchParams, body, headers: new Headers(init.headers) };
    sent.push(request);
    const answerer = answers[`${method} ${pathname}`];
    if (!answerer) throw new TypeError(`no answer for ${method} ${pathname}`);
    const answered = Promise.resolve(answerer(request));
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    const { status = 200, body: answer, headers = {} } = await Promise.race([answered, aborted]);
    return Response.json(answer, { status, headers });
  });
  return { sent, answers };
}
