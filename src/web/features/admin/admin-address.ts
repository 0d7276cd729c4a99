import { paths } from '../../paths.ts';

/** The tabs by the specification's names (part 2), in its order; the last two are ours. */
export const ADMIN_TABS = [
  'orders',
  'listUsers',
  'changeCost',
  'changeAdvertising',
  'blockAdvertisingMessage',
  'changePaymentInformation',
  'visitorStatistics',
  'auditTrail',
  'failedMails',
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export const adminPath = (tab: AdminTab): string => `${paths.admin}?tab=${tab}`;

/** Orders, unless the address names another. */
export const adminTabOf = (query: URLSearchParams): AdminTab => ADMIN_TABS.find((tab) => tab === query.get('tab')) ?? 'orders';
