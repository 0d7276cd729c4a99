import { queryOptions } from '@tanstack/react-query';
import { getPrices } from '#contract/prices.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';

/** What each tariff costs, in dollars a month. */
export const pricesQuery = () =>
  queryOptions({ queryKey: ['prices'], queryFn: ({ signal }) => unwrap(call(getPrices, { signal })), select: ({ data }) => data });
