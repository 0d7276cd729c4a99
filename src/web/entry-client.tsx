import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isLanguage } from '#contract/languages.ts';
import { whenExpired } from './api/call.ts';
import { createQueryClient } from './api/query-client.ts';
import { currentSession, endSession, isRenewed, onSessionChange, suspendSession } from './api/session.ts';
import { userQuery } from './api/user.queries.ts';
import { App } from './app.tsx';
import type { Boot } from './boot.ts';
import { keepChoice, keepSessionHint } from './cookies.ts';
import { leaveFreely } from './forms/leave-guard.tsx';
import { startTexts } from './i18n/browser-texts.ts';
import { endedPath, paths } from './paths.ts';
import { routes } from './routes.tsx';
import { startColorScheme } from './ui/color-scheme.ts';

const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as Boot;
const i18n = startTexts(boot.language, boot.texts);
startColorScheme(boot.theme);

// Who follows a link to a translated page has chosen its language.
const linked = new URLSearchParams(location.search).get('lang');
if (isLanguage(linked)) keepChoice('lang', linked);

const queryClient = createQueryClient();
// What was loaded with one token is nobody else's to see.
let token = currentSession()?.token;
if (boot.hasSession !== (token !== undefined)) keepSessionHint(token !== undefined);
onSessionChange(() => {
  const next = currentSession()?.token;
  if (next === token) return;
  token = next;
  keepSessionHint(token !== undefined);
  if (isRenewed()) void queryClient.invalidateQueries();
  else queryClient.clear();
});

const OPEN_PATHS: readonly string[] = [paths.home, paths.about, paths.contact];

/** The first page's code is needed before React compares it with the server's. */
async function loadFirst(): Promise<void> {
  const found = matchRoutes(routes, location) ?? [];
  await Promise.all(
    found.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = (await route.lazy()) as Partial<RouteObject>;
      Object.assign(route, loaded);
      delete route.lazy;
    }),
  );
}

/** Lets a press or a stroke in between; a message, since timers wait longer. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function start(): Promise<void> {
  await nextTask();
  await loadFirst();
  await nextTask();
  const router = createBrowserRouter(routes);
  whenExpired(async () => {
    const { pathname, search } = router.state.location;
    const isOpen = OPEN_PATHS.includes(pathname);
    // The dialog is for the user whose data the page shows.
    if (!isOpen && queryClient.getQueryData(userQuery().queryKey)) return suspendSession();
    endSession();
    // Public pages stay as they are, for a visitor.
    if (!isOpen) leaveFreely(() => void router.navigate(endedPath(pathname + search)));
    return false;
  });
  // A transition comes alive in small pieces: no press has to wait for the whole page.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <App boot={boot} i18n={i18n} queryClient={queryClient}>
        <RouterProvider router={router} />
      </App>,
    );
  });
}

void start();
