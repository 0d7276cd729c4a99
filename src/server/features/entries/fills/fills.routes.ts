import { getConsumption } from '#contract/consumption.ts';
import { createFill, listFills, removeFill, restoreFill, updateFill } from '#contract/fills.ts';
import { type Route, route } from '../../../http/route.ts';
import type { EntriesService } from '../entries.service.ts';
import { FILL } from './fills.kind.ts';
import type { FillsService } from './fills.service.ts';

export const fillRoutes = (entries: EntriesService, fills: FillsService): Route[] => [
  route(listFills, ({ caller, params, query }) => fills.list(caller, params.vehicleId, query)),
  route(getConsumption, ({ caller, params, query }) => fills.consumption(caller, params.vehicleId, query)),
  route(createFill, ({ caller, params, body, idempotencyKey }) => fills.create(caller, params.vehicleId, body, idempotencyKey)),
  route(updateFill, ({ caller, params, body }) => fills.update(caller, params.vehicleId, params.fillId, body)),
  route(removeFill, async ({ caller, params }) => {
    await entries.remove(caller, FILL, params.vehicleId, params.fillId);
    return {};
  }),
  route(restoreFill, async ({ caller, params }) => ({ data: await fills.restore(caller, params.vehicleId, params.fillId) })),
];
