import { updatePrices } from '#contract/prices.admin.ts';
import { getPrices } from '#contract/prices.ts';
import { type Route, route } from '../../http/route.ts';
import type { PricesService } from './prices.service.ts';

export const pricesRoutes = (prices: PricesService): Route[] => [
  route(getPrices, async () => ({ data: await prices.list() })),
  route(updatePrices, async ({ caller, body }) => ({ data: await prices.update(caller, body) })),
];
