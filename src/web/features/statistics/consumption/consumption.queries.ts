import { queryOptions } from '@tanstack/react-query';
import { type FuelConsumption, getConsumption } from '#contract/consumption.ts';
import type { StatisticsPeriod } from '#contract/statistics.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';

export interface Consumptions {
  data: FuelConsumption[];
  firstYear: number | null;
}

/** The consumption of each fuel of a vehicle. Fetched again each time, because any entry may have changed. */
export const consumptionQuery = (vehicleId: number, { from, to }: StatisticsPeriod) =>
  queryOptions({
    ...{ staleTime: 0, refetchOnWindowFocus: 'always' },
    queryKey: [...keys.records(vehicleId), 'consumption', from ?? null, to ?? null],
    queryFn: ({ signal }): Promise<Consumptions> => unwrap(call(getConsumption, { params: { vehicleId }, query: { from, to }, signal })),
  });
