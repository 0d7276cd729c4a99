import { listValues, putValue, removeValue } from '#contract/values.ts';
import { type Route, route } from '../../http/route.ts';
import type { ValuesService } from './values.service.ts';

export const valuesRoutes = (values: ValuesService): Route[] => [
  route(listValues, async ({ caller, params }) => ({ data: await values.list(caller, params.vehicleId) })),
  route(putValue, async ({ caller, params, body }) => ({ data: await values.put(caller, params.vehicleId, params.day, body) })),
  route(removeValue, async ({ caller, params }) => {
    await values.remove(caller, params.vehicleId, params.day);
    return {};
  }),
];
