import { queryOptions } from '@tanstack/react-query';
import { getPrices } from '#contract/prices.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';
import { keys } from './keys.ts';

/** Price of each tariff, in US dollars per month. */
export const pricesQuery = () =>
  queryOptions({ queryKey: keys.prices, queryFn: ({ signal }) => unwrap(call(getPrices, { signal })), select: ({ data }) => data });
