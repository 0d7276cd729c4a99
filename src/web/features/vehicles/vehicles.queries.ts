import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listVehicles, type Vehicle } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { needed } from '../../api/call-error.ts';

/** The book: usable vehicles with their sums, how many are hidden, and the limit. Read anew whenever the tab is come back to. */
export const vehiclesQuery = () =>
  queryOptions({
    queryKey: ['vehicles'],
    queryFn: ({ signal }) => needed(call(listVehicles, { signal })),
    refetchOnWindowFocus: 'always',
  });

/** What follows from a change: the list is read again, or one vehicle in it is written at once. */
export function useVehicleList() {
  const client = useQueryClient();
  const reload = useCallback(() => client.invalidateQueries({ queryKey: vehiclesQuery().queryKey }), [client]);
  const patch = useCallback(
    (id: number, change: Partial<Vehicle>) =>
      client.setQueryData(
        vehiclesQuery().queryKey,
        (known) => known && { ...known, data: known.data.map((vehicle) => (vehicle.id === id ? { ...vehicle, ...change } : vehicle)) },
      ),
    [client],
  );
  const put = useCallback(
    (vehicle: Vehicle) =>
      client.setQueryData(vehiclesQuery().queryKey, (known) => {
        if (!known) return known;
        const isKnown = known.data.some(({ id }) => id === vehicle.id);
        return { ...known, data: isKnown ? known.data.map((one) => (one.id === vehicle.id ? vehicle : one)) : [...known.data, vehicle] };
      }),
    [client],
  );
  const drop = useCallback(
    (id: number) =>
      client.setQueryData(vehiclesQuery().queryKey, (known) => known && { ...known, data: known.data.filter((one) => one.id !== id) }),
    [client],
  );
  return { reload, patch, put, drop };
}
