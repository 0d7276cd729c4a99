import { paths } from '../../paths.ts';

/** The tabs by the specification's names (part 2), in its order; the last two are ours. */
export const DESK_TABS = [
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
export type DeskTab = (typeof DESK_TABS)[number];

export const deskPath = (tab: DeskTab): string => `${paths.admin}?tab=${tab}`;

/** Orders, unless the address names another. */
export const deskTabOf = (query: URLSearchParams): DeskTab => DESK_TABS.find((tab) => tab === query.get('tab')) ?? 'orders';
