import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';

/** Cache updates for the vehicle list: `reload` fetches it again; the others change it at once and cancel a running, older fetch. */
export function useVehicleList() {
  const client = useQueryClient();
  const reload = useCallback(() => client.invalidateQueries({ queryKey: vehiclesQuery().queryKey }), [client]);
  const write = useCallback(
    (change: (vehicles: Vehicle[]) => Vehicle[]) => {
      const { queryKey } = vehiclesQuery();
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (cached) => cached && { ...cached, data: change(cached.data) });
    },
    [client],
  );
  const patch = useCallback(
    (id: number, change: Partial<Vehicle>) =>
      write((vehicles) => vehicles.map((vehicle) => (vehicle.id === id ? { ...vehicle, ...change } : vehicle))),
    [write],
  );
  const put = useCallback(
    (vehicle: Vehicle) =>
      write((vehicles) =>
        vehicles.some(({ id }) => id === vehicle.id)
          ? vehicles.map((one) => (one.id === vehicle.id ? vehicle : one))
          : [...vehicles, vehicle],
      ),
    [write],
  );
  const drop = useCallback((id: number) => write((vehicles) => vehicles.filter((one) => one.id !== id)), [write]);
  /** Drops and reloads the records of a vehicle whose unit has changed. */
  const reloadRecords = useCallback((id: number) => client.resetQueries({ queryKey: ['records', id] }), [client]);
  return { reload, patch, put, drop, reloadRecords };
}
