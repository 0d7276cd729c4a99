import type { PageView } from '../../page-handle.ts';

/** What /login shows is told by its address, so that links and the way back work. */
export type AuthTab = 'login' | 'registration';
export type DocumentName = (typeof DOCUMENTS)[number];
export type AuthView = DocumentName | 'reset';

export const DOCUMENTS = ['privacy', 'terms'] as const;
export const AUTH_TABS: readonly AuthTab[] = ['login', 'registration'];

/** Each stands in place of the tabs and leads back to its own. */
const VIEWS: Record<AuthTab, readonly AuthView[]> = { login: ['reset'], registration: DOCUMENTS };

export function authStateOf(search: string): { tab: AuthTab; view: AuthView | undefined } {
  const query = new URLSearchParams(search);
  const tab = query.get('tab') === 'registration' ? 'registration' : 'login';
  const view = query.get('view');
  return { tab, view: VIEWS[tab].find((each) => each === view) };
}

/** The query of another tab or view; what else stands in the address (`from`, `lang`) stays. */
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

/** Rendered by the server: the documents, which can be read without scripts, and the tab of the registration. */
export const SERVER_VIEWS: readonly PageView[] = [
  ...DOCUMENTS.map((name) => ({ query: authSearch('', 'registration', name), namespaces: [name], head: `auth:heads.${name}` })),
  { query: authSearch('', 'registration'), namespaces: [] },
];

/** Whether the server renders this state of the page; without it the page shows the login until it is hydrated. */
export const isServerView = ({ tab, view }: { tab: AuthTab; view: AuthView | undefined }): boolean =>
  isDocument(view) || (tab === 'registration' && view === undefined);
