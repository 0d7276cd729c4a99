import { queryOptions } from '@tanstack/react-query';
import {
  type AllStatistics,
  getAllStatistics,
  getVehicleStatistics,
  listPartPrices,
  type StatisticsPeriod,
  type VehicleStatistics,
} from '#contract/statistics.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** Fetched again each time, because any record may have changed. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

/** Figures with their period, because those of the period before stay until another one is answered. */
export interface PeriodFigures<Figures> {
  period: StatisticsPeriod;
  figures: Figures;
}

/** The statistics of a vehicle. */
export const statisticsQuery = (vehicleId: number, { from, to }: StatisticsPeriod) =>
  queryOptions({
    ...FRESH,
    queryKey: [...keys.statistics, vehicleId, from ?? null, to ?? null],
    queryFn: async ({ signal }): Promise<PeriodFigures<VehicleStatistics>> => ({
      period: { from, to },
      figures: (await unwrap(call(getVehicleStatistics, { params: { vehicleId }, query: { from, to }, signal }))).data,
    }),
  });

/** The statistics of all usable vehicles together. */
export const allStatisticsQuery = ({ from, to }: StatisticsPeriod) =>
  queryOptions({
    ...FRESH,
    queryKey: [...keys.statistics, 'all', from ?? null, to ?? null],
    queryFn: async ({ signal }): Promise<PeriodFigures<AllStatistics>> => ({
      period: { from, to },
      figures: (await unwrap(call(getAllStatistics, { query: { from, to }, signal }))).data,
    }),
  });

/** What a part of a vehicle has cost, newest first. */
export const partPricesQuery = (vehicleId: number, code: string) =>
  queryOptions({
    ...FRESH,
    queryKey: [...keys.statistics, vehicleId, 'prices', code],
    queryFn: async ({ signal }) => (await unwrap(call(listPartPrices, { params: { vehicleId }, query: { code }, signal }))).data,
  });
