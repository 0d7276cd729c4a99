import { getVehicleReport, getVehiclesReport } from '#contract/reports.ts';
import { type Route, route } from '../../http/route.ts';
import type { ReportsService } from './reports.service.ts';

export const reportsRoutes = (reports: ReportsService): Route[] => [
  route(getVehicleReport, ({ caller, params, query, language, signal }) =>
    reports.ofVehicle(caller, { vehicleIds: [params.vehicleId], prices: query.prices, language, signal }),
  ),
  route(getVehiclesReport, ({ caller, query, language, signal }) =>
    reports.ofVehicles(caller, { vehicleIds: query.ids, prices: query.prices, language, signal }),
  ),
];
