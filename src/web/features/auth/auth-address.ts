import type { PageView } from '../../page-handle.ts';

/** The state of /login is in its query, so that links and the back button work. */
export type AuthTab = 'login' | 'registration';
export type DocumentName = (typeof DOCUMENTS)[number];
export type AuthView = DocumentName | 'reset';

export const DOCUMENTS = ['privacy', 'terms'] as const;
export const AUTH_TABS: readonly AuthTab[] = ['login', 'registration'];

/** Views shown in place of the tabs; each leads back to its tab. */
const VIEWS: Record<AuthTab, readonly AuthView[]> = { login: ['reset'], registration: DOCUMENTS };

export function authStateOf(search: string): { tab: AuthTab; view: AuthView | undefined } {
  const query = new URLSearchParams(search);
  const tab = query.get('tab') === 'registration' ? 'registration' : 'login';
  const view = query.get('view');
  return { tab, view: VIEWS[tab].find((each) => each === view) };
}

/** The query for a tab or view; other parameters (`from`, `lang`) stay. */
export function authSearch(search: string, tab: AuthTab, view?: AuthView): string {
  const query = new URLSearchParams(search);
  query.delete('tab');
  query.delete('view');
  if (tab !== 'login') query.set('tab', tab);
  if (view) query.set('view', view);
  const text = query.toString();
  return text && `?${text}`;
}

export const isDocument = (view: AuthView | undefined): view is DocumentName => DOCUMENTS.some((name) => name === view);

/** Rendered by the server: the documents, which are readable without scripts, and the registration tab. */
export const SERVER_VIEWS: readonly PageView[] = [
  ...DOCUMENTS.map((name) => ({ query: authSearch('', 'registration', name), namespaces: [name], head: `auth:heads.${name}` })),
  { query: authSearch('', 'registration'), namespaces: [] },
];

/** Whether the server renders this state of the page; for other states the server renders the login, until hydration. */
export const isServerView = ({ tab, view }: { tab: AuthTab; view: AuthView | undefined }): boolean =>
  isDocument(view) || (tab === 'registration' && view === undefined);
