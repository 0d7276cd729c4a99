import { getReferenceReadings, listOperations } from '#contract/records.ts';
import { getTimeline, searchRecords } from '#contract/timeline.ts';
import { type Route, route } from '../../http/route.ts';
import { costRoutes } from './costs/costs.routes.ts';
import type { EntriesService } from './entries.service.ts';
import { fillRoutes } from './fills/fills.routes.ts';
import type { FillsService } from './fills/fills.service.ts';
import type { OperationsService } from './operations.service.ts';
import { readingRoutes } from './readings/readings.routes.ts';
import type { ReadingsService } from './readings.service.ts';
import { workRoutes } from './records/records.routes.ts';
import type { TimelineService } from './timeline.service.ts';

interface Services {
  entries: EntriesService;
  fills: FillsService;
  operations: OperationsService;
  readings: ReadingsService;
  timeline: TimelineService;
}

export const entriesRoutes = ({ entries, fills, operations, readings, timeline }: Services): Route[] => [
  route(listOperations, async ({ caller, params }) => ({ data: await operations.list(caller, params.vehicleId) })),
  route(getReferenceReadings, async ({ caller, params, query }) => ({ data: await readings.get(caller, params.vehicleId, query) })),
  route(getTimeline, ({ caller, params, query }) => timeline.get(caller, params.vehicleId, query)),
  route(searchRecords, ({ caller, query }) => timeline.search(caller, query.q, query.kind)),
  ...workRoutes(entries),
  ...fillRoutes(entries, fills),
  ...costRoutes(entries),
  ...readingRoutes(entries),
];
