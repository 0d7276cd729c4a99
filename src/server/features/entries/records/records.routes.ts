import { createRecord, listRecords, removeRecord, restoreRecord, updateRecord } from '#contract/records.ts';
import { type Route, route } from '../../../http/route.ts';
import type { EntriesService } from '../entries.service.ts';
import { WORK } from './records.kind.ts';

export const workRoutes = (entries: EntriesService): Route[] => [
  route(listRecords, ({ caller, params, query }) => entries.listRecords(caller, params.vehicleId, query)),
  route(createRecord, ({ caller, params, body, idempotencyKey }) => entries.create(caller, WORK, params.vehicleId, body, idempotencyKey)),
  route(updateRecord, ({ caller, params, body }) => entries.update(caller, WORK, params.vehicleId, params.recordId, body)),
  route(removeRecord, async ({ caller, params }) => {
    await entries.remove(caller, WORK, params.vehicleId, params.recordId);
    return {};
  }),
  route(restoreRecord, async ({ caller, params }) => ({ data: await entries.restore(caller, WORK, params.vehicleId, params.recordId) })),
];
