import type { Price } from './prices.ts';

/** What public pages show from the database, read by the server for each view; all is absent while the database is away. */
export interface PageContent {
  prices?: Price[];
  /** Whether paid tariffs can be ordered in the page's language (specification 4). */
  isPaymentActive?: boolean;
  /** Whether there is anything for the banner to ask for. */
  hasAdverts?: boolean;
}
