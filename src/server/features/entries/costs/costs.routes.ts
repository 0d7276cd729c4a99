import { createCost, listCosts, removeCost, restoreCost, updateCost } from '#contract/costs.ts';
import { type Route, route } from '../../../http/route.ts';
import type { EntriesService } from '../entries.service.ts';
import { COST } from './costs.kind.ts';

export const costRoutes = (entries: EntriesService): Route[] => [
  route(listCosts, ({ caller, params, query }) => entries.list(caller, COST, params.vehicleId, query)),
  route(createCost, ({ caller, params, body, idempotencyKey }) => entries.create(caller, COST, params.vehicleId, body, idempotencyKey)),
  route(updateCost, ({ caller, params, body }) => entries.update(caller, COST, params.vehicleId, params.costId, body)),
  route(removeCost, async ({ caller, params }) => {
    await entries.remove(caller, COST, params.vehicleId, params.costId);
    return {};
  }),
  route(restoreCost, async ({ caller, params }) => ({ data: await entries.restore(caller, COST, params.vehicleId, params.costId) })),
];
