import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { tariff } from './fields.ts';

/** `price` is in US dollars per month, with at most two decimals. */
export const price = z.object({ tariff, price: z.number() });
export type Price = z.core.output<typeof price>;

export const getPrices = endpoint({
  method: 'GET',
  path: '/api/prices/price',
  access: 'public',
  summary: 'Get the price of each tariff, in dollars a month.',
  answer: z.object({ data: z.array(price) }),
  unexpectedError: 'tariffApi.request.500',
  errors: [],
});
