import { getAllStatistics, getVehicleStatistics, listPartPrices } from '#contract/statistics.ts';
import { type Route, route } from '../../http/route.ts';
import type { PartPricesService } from '../entries/part-prices.service.ts';
import type { StatisticsService } from './statistics.service.ts';

interface Services {
  statistics: StatisticsService;
  partPrices: PartPricesService;
}

export const statisticsRoutes = ({ statistics, partPrices }: Services): Route[] => [
  route(getVehicleStatistics, async ({ caller, params, query }) => ({
    data: await statistics.getOfVehicle(caller, params.vehicleId, query),
  })),
  route(getAllStatistics, async ({ caller, query }) => ({ data: await statistics.getOfAll(caller, query) })),
  route(listPartPrices, async ({ caller, params, query }) => ({ data: await partPrices.list(caller, params.vehicleId, query.code) })),
];
