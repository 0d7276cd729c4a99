import { createReading, listReadings, removeReading, restoreReading, updateReading } from '#contract/readings.ts';
import { type Route, route } from '../../../http/route.ts';
import type { EntriesService } from '../entries.service.ts';
import { READING } from './readings.kind.ts';

export const readingRoutes = (entries: EntriesService): Route[] => [
  route(listReadings, ({ caller, params, query }) => entries.list(caller, READING, params.vehicleId, query)),
  route(createReading, ({ caller, params, body, idempotencyKey }) =>
    entries.create(caller, READING, params.vehicleId, body, idempotencyKey),
  ),
  route(updateReading, ({ caller, params, body }) => entries.update(caller, READING, params.vehicleId, params.readingId, body)),
  route(removeReading, async ({ caller, params }) => {
    await entries.remove(caller, READING, params.vehicleId, params.readingId);
    return {};
  }),
  route(restoreReading, async ({ caller, params }) => ({
    data: await entries.restore(caller, READING, params.vehicleId, params.readingId),
  })),
];
