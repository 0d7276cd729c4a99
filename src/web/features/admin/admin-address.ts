import { paths } from '../../paths.ts';

/** Values of the `tab` query parameter, in the order of the menu. */
export const ADMIN_TABS = [
  'orders',
  'messages',
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

/** Falls back to orders when the `tab` parameter is missing or unknown. */
export const adminTabOf = (query: URLSearchParams): AdminTab => ADMIN_TABS.find((tab) => tab === query.get('tab')) ?? 'orders';
