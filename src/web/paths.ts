import { PAID_TARIFFS, type PaidTariff } from '#contract/tariffs.ts';

/** Every address of the product, built in one place. */
export const paths = {
  home: '/',
  service: '/service',
  contact: '/contact',
  about: '/about',
  login: '/login',
  user: '/user',
  admin: '/admin',
} as const;

/** The one address of all that lead nowhere. */
export const NOT_FOUND = '/404';

/** The vehicle form is a view of /service, so that the way back is the browser's. */
export const newVehiclePath = `${paths.service}?add`;
export const editVehiclePath = (id: number): string => `${paths.service}?edit=${id}`;

/** What /user shows in place of the card. */
export const ACCOUNT_VIEWS = ['tariff', 'order', 'profile', 'password', 'delete'] as const;
export type AccountView = (typeof ACCOUNT_VIEWS)[number];
export const accountPath = (view: AccountView): string => `${paths.user}?view=${view}`;
/** The order form with a plan chosen. */
export const planPath = (plan: PaidTariff): string => `${accountPath('tariff')}&plan=${plan}`;
export const planOf = (query: URLSearchParams): PaidTariff | undefined => PAID_TARIFFS.find((plan) => plan === query.get('plan'));
export const accountViewOf = (query: URLSearchParams): AccountView | undefined => ACCOUNT_VIEWS.find((view) => view === query.get('view'));

/** /login that leads back to `from` (path and query) afterwards. */
export function loginPath(from?: string): string {
  return from && from !== paths.login ? `${paths.login}?from=${encodeURIComponent(from)}` : paths.login;
}

/** The registration, which leads back to `from` as well. */
export const registrationPath = (from: string): string => `${loginPath(from)}&tab=registration`;

/** The same with the reason: the session has ended. */
export const endedPath = (from: string): string => `${loginPath(from)}&${ENDED}`;
const ENDED = 'ended';
export const isEndedSearch = (search: string): boolean => new URLSearchParams(search).has(ENDED);

/** Where a login leads back to: only an own path, never another site's address; undefined without one. */
export function returnPath(search: string): string | undefined {
  const from = new URLSearchParams(search).get('from');
  return from && /^\/(?![/\\])/.test(from) ? from : undefined;
}
