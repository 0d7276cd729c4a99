import { createRecord, getReferenceReadings, listOperations, listRecords, removeRecord, updateRecord } from '#contract/records.ts';
import { getTimeline, searchRecords } from '#contract/timeline.ts';
import { type Route, route } from '../../http/route.ts';
import type { OperationsService } from './operations.service.ts';
import type { ReadingsService } from './readings.service.ts';
import type { RecordPricesService } from './record-prices.service.ts';
import type { RecordFields } from './records.rows.ts';
import type { RecordsService } from './records.service.ts';
import type { TimelineService } from './timeline.service.ts';

interface Services {
  records: RecordsService;
  operations: OperationsService;
  readings: ReadingsService;
  timeline: TimelineService;
  prices: RecordPricesService;
}

export const recordsRoutes = ({ records, operations, readings, timeline, prices }: Services): Route[] => [
  route(listRecords, ({ caller, params, query }) => records.list(caller, params.vehicleId, query)),
  route(listOperations, async ({ caller, params }) => ({ data: await operations.list(caller, params.vehicleId) })),
  route(getReferenceReadings, async ({ caller, params, query }) => ({ data: await readings.get(caller, params.vehicleId, query) })),
  route(getTimeline, ({ caller, params, query }) => timeline.get(caller, params.vehicleId, query)),
  route(searchRecords, ({ caller, query }) => timeline.search(caller, query.q)),
  route(createRecord, async ({ caller, params, body, idempotencyKey }) => ({
    data: await records.create(caller, params.vehicleId, body, idempotencyKey),
  })),
  route(updateRecord, async ({ caller, params, body: { price: typed, ...fields } }) => {
    const price = typed && (await prices.amountOf(caller, typed));
    return { data: await records.update(caller, params.vehicleId, params.recordId, { ...fields, price } as Partial<RecordFields>) };
  }),
  route(removeRecord, async ({ caller, params }) => {
    await records.remove(caller, params.vehicleId, params.recordId);
    return {};
  }),
];
