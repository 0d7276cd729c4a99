import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { setExpiredHandler, setWriteHandler } from './api/call.ts';
import { createQueryClient, refetchWhenShown } from './api/query-client.ts';
import { currentAdminToken, currentSession, endSession, isRenewed, onSessionChange, suspendSession } from './api/session.ts';
import { userQuery } from './api/user.queries.ts';
import { App } from './app.tsx';
import type { Boot } from './boot.ts';
import { storePreference, storeSessionHint } from './cookies.ts';
import { navigateWithoutPrompt } from './forms/leave-guard.tsx';
import { startTexts } from './i18n/browser-texts.ts';
import { languageIn, searchWithLanguage } from './link-language.ts';
import { paths, sessionEndedPath } from './paths.ts';
import { routes } from './routes.tsx';
import { startColorScheme } from './ui/color-scheme.ts';
import { clearToasts } from './ui/toast.ts';

const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as Boot;
const i18n = startTexts(boot.language, boot.texts);
startColorScheme(boot.theme);

// A link with `?lang=` counts as a choice of that language.
const linkedLanguage = languageIn(location.search);
if (linkedLanguage) storePreference('lang', linkedLanguage);

const queryClient = createQueryClient();
refetchWhenShown(queryClient);
// Data loaded with one token must not be shown to another user.
let token = currentSession()?.token;
let adminToken = currentAdminToken();
if (boot.hasSession !== (token !== undefined)) storeSessionHint(token !== undefined);
onSessionChange(() => {
  const next = currentSession()?.token;
  const nextAdmin = currentAdminToken();
  // A notice and its undo are not for the next person.
  if ((next !== token && !isRenewed()) || (adminToken && !nextAdmin)) clearToasts();
  adminToken = nextAdmin;
  if (next === token) return;
  token = next;
  storeSessionHint(token !== undefined);
  if (isRenewed()) void queryClient.invalidateQueries();
  else queryClient.clear();
});

const OPEN_PATHS: readonly string[] = [paths.home, paths.about, paths.contact];

/** Loads the code of the first page, which hydration needs at once. */
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

/** Yields to the event loop, so that pending input is handled first. A message port has no minimum delay, unlike a timer. */
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
  // With hydration data the router leaves the scroll position alone: a person may have scrolled the page before it is hydrated.
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } });
  const { createHref } = router;
  // Links keep `?lang=` as the server wrote them, until it leaves the address.
  router.createHref = (to) => createHref({ ...to, search: searchWithLanguage(to.search, languageIn(location.search)) });
  setExpiredHandler(async () => {
    const { pathname, search } = router.state.location;
    const isOpen = OPEN_PATHS.includes(pathname);
    // A private page that shows data of the user stays as it is, under the login dialog.
    if (!isOpen && queryClient.getQueryData(userQuery().queryKey)) return suspendSession();
    endSession();
    // Public pages stay open, rendered for a visitor.
    if (!isOpen) navigateWithoutPrompt(() => void router.navigate(sessionEndedPath(pathname + search)));
    return false;
  });
  // In a transition React hydrates in slices, so that input does not wait for the whole page.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <App boot={boot} i18n={i18n} queryClient={queryClient}>
        <RouterProvider router={router} />
      </App>,
    );
  });
  // Not needed for the page itself; without it, the other tabs show a change when their data is stale.
  const tabs = await import('./api/other-tabs.ts').catch(() => undefined);
  if (tabs) setWriteHandler(tabs.connectTabs(queryClient));
}

void start();
