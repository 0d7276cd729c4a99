import type { Price } from './prices.ts';
import type { Seller } from './seller.ts';

/** Default of MESSAGE_RETENTION_DAYS, which the privacy policy calls a year. */
export const MESSAGE_RETENTION = 365;

/** Data of public pages, read by the server on each page view; every field is absent while the database is unavailable. */
export interface PageContent {
  prices?: Price[];
  /** Whether paid tariffs can be ordered in the language of the page. */
  isPaymentActive?: boolean;
  /** True if only the operator creates accounts. */
  isRegistrationClosed?: boolean;
  /** Whether there are adverts for the banner to request. */
  hasAdverts?: boolean;
  /** Who sells the tariffs; absent until an administrator has given it. */
  seller?: Seller;
  /** Days after which answered contact messages are deleted, 0 if they are kept; absent if that is MESSAGE_RETENTION. */
  messageRetention?: number;
}
