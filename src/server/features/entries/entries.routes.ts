import { getReferenceReadings, listOperations } from '#contract/records.ts';
import { getTimeline, searchRecords } from '#contract/timeline.ts';
import { type Route, route } from '../../http/route.ts';
import type { EntriesService } from './entries.service.ts';
import type { OperationsService } from './operations.service.ts';
import type { ReadingsService } from './readings.service.ts';
import { workRoutes } from './records/records.routes.ts';
import type { TimelineService } from './timeline.service.ts';

interface Services {
  entries: EntriesService;
  operations: OperationsService;
  readings: ReadingsService;
  timeline: TimelineService;
}

export const entriesRoutes = ({ entries, operations, readings, timeline }: Services): Route[] => [
  route(listOperations, async ({ caller, params }) => ({ data: await operations.list(caller, params.vehicleId) })),
  route(getReferenceReadings, async ({ caller, params, query }) => ({ data: await readings.get(caller, params.vehicleId, query) })),
  route(getTimeline, ({ caller, params, query }) => timeline.get(caller, params.vehicleId, query)),
  route(searchRecords, ({ caller, query }) => timeline.search(caller, query.q)),
  ...workRoutes(entries),
];
