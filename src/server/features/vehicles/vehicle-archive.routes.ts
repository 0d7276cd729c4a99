import { archiveVehicle, listArchivedVehicles, restoreVehicle } from '#contract/archive.ts';
import { type Route, route } from '../../http/route.ts';
import type { VehicleArchiveService } from './vehicle-archive.service.ts';

export const vehicleArchiveRoutes = (archive: VehicleArchiveService): Route[] => [
  route(listArchivedVehicles, async ({ caller, query }) => ({ data: await archive.list(caller, query.year) })),
  route(archiveVehicle, async ({ caller, params, query }) => ({ data: await archive.archive(caller, params.vehicleId, query.year) })),
  route(restoreVehicle, async ({ caller, params, query }) => ({ data: await archive.restore(caller, params.vehicleId, query.year) })),
];
