import { getVehicleReport, getVehiclesReport } from '#contract/reports.ts';
import { type Route, route } from '../../http/route.ts';
import type { ReportsService } from './reports.service.ts';

export const reportsRoutes = (reports: ReportsService): Route[] => [
  route(getVehicleReport, ({ caller, params, query, language, signal }) =>
    reports.ofVehicle(caller, { ...query, vehicleIds: [params.vehicleId], language, signal }),
  ),
  route(getVehiclesReport, ({ caller, query: { ids, ...query }, language, signal }) =>
    reports.ofVehicles(caller, { ...query, vehicleIds: ids, language, signal }),
  ),
];
