import { PAID_TARIFFS, type PaidTariff } from '#contract/tariffs.ts';

/** Paths of all pages. */
export const paths = {
  home: '/',
  service: '/service',
  statistics: '/service/statistics',
  contact: '/contact',
  about: '/about',
  login: '/login',
  user: '/user',
  admin: '/admin',
} as const;

/** Address under which the server renders every unknown path. */
export const NOT_FOUND = '/404';

/** The vehicle form is a view of /service, so that the browser's back button closes it. */
export const newVehiclePath = `${paths.service}?add`;
export const editVehiclePath = (id: number): string => `${paths.service}?edit=${id}`;
/** The import is another view of it: a separate page would add to the first load of every page. */
export const importPath = `${paths.service}?import`;

/** Views of a vehicle's own page, in the order of their tabs. The history is at the path of the page. */
export const VEHICLE_VIEWS = ['history', 'fuel', 'plan', 'statistics', 'details'] as const;
export type VehicleView = (typeof VEHICLE_VIEWS)[number];
export const vehiclePath = (id: number | ':vehicleId', view: VehicleView = 'history'): string =>
  view === 'history' ? `${paths.service}/${id}` : `${paths.service}/${id}/${view}`;

/** Views that /user shows instead of the account card. */
export const ACCOUNT_VIEWS = ['tariff', 'order', 'profile', 'notices', 'password', 'delete'] as const;
export type AccountView = (typeof ACCOUNT_VIEWS)[number];
export const accountPath = (view: AccountView): string => `${paths.user}?view=${view}`;
/** The order form with a plan preselected. */
export const planPath = (plan: PaidTariff): string => `${accountPath('tariff')}&plan=${plan}`;
export const planOf = (query: URLSearchParams): PaidTariff | undefined => PAID_TARIFFS.find((plan) => plan === query.get('plan'));
export const accountViewOf = (query: URLSearchParams): AccountView | undefined => ACCOUNT_VIEWS.find((view) => view === query.get('view'));

/** The login page, which returns to `from` (path and query) after a login. */
export function loginPath(from?: string): string {
  return from && from !== paths.login ? `${paths.login}?from=${encodeURIComponent(from)}` : paths.login;
}

/** The registration tab, which also returns to `from`. */
export const registrationPath = (from: string): string => `${loginPath(from)}&tab=registration`;

/** The login page with a message that the session has ended. */
export const sessionEndedPath = (from: string): string => `${loginPath(from)}&${ENDED}`;
const ENDED = 'ended';
export const isSessionEndedSearch = (search: string): boolean => new URLSearchParams(search).has(ENDED);

/**
 * Returns the path to open after a login, or undefined. Absolute and protocol-relative URLs are rejected, and tabs and line breaks too,
 * because URL parsers remove them: `/<tab>/host` becomes `//host`.
 */
export function returnPath(search: string): string | undefined {
  const from = new URLSearchParams(search).get('from');
  return from && /^\/(?![/\\])[^\t\n\r]*$/.test(from) ? from : undefined;
}
