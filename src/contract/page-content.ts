import type { Price } from './prices.ts';

/** Data of public pages, read by the server on each page view; every field is absent while the database is unavailable. */
export interface PageContent {
  prices?: Price[];
  /** Whether paid tariffs can be ordered in the language of the page. */
  isPaymentActive?: boolean;
  /** True if only the operator creates accounts. */
  isRegistrationClosed?: boolean;
  /** Whether there are adverts for the banner to request. */
  hasAdverts?: boolean;
}
