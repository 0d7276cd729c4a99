import { type AdminRole, isAllowed } from '#contract/roles.ts';
import { paths } from '../../paths.ts';

/** Values of the `tab` query parameter in the order of the menu, and the role that may open the tab. */
const TABS = {
  orders: 'orders',
  income: 'orders',
  messages: 'orders',
  listUsers: 'orders',
  changeCost: 'all',
  changeAdvertising: 'all',
  blockAdvertisingMessage: 'all',
  changePaymentInformation: 'all',
  visitorStatistics: 'all',
  auditTrail: 'all',
  failedMails: 'all',
  ownAccount: 'orders',
  administrators: 'all',
} as const satisfies Record<string, AdminRole>;
export type AdminTab = keyof typeof TABS;
export const ADMIN_TABS = Object.keys(TABS) as AdminTab[];

/** The tabs that an administrator of that role may open. */
export const tabsOf = (role: AdminRole): AdminTab[] => ADMIN_TABS.filter((tab) => isAllowed(role, TABS[tab]));

export const adminPath = (tab: AdminTab): string => `${paths.admin}?tab=${tab}`;

/** Falls back to orders when the `tab` parameter is missing, unknown or not for that role. */
export const adminTabOf = (query: URLSearchParams, role: AdminRole): AdminTab =>
  tabsOf(role).find((tab) => tab === query.get('tab')) ?? 'orders';

/** The tab that the address names but the role may not open. */
export const forbiddenTab = (query: URLSearchParams, role: AdminRole): AdminTab | undefined =>
  ADMIN_TABS.find((tab) => tab === query.get('tab') && !isAllowed(role, TABS[tab]));
