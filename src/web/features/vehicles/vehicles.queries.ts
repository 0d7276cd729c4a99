import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listArchivedVehicles } from '#contract/archive.ts';
import { getVehicle, type Vehicle } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';
import { localYear } from '../../local-day.ts';

/** The archived vehicles with their totals. */
export const archiveQuery = () =>
  queryOptions({
    queryKey: keys.archive,
    queryFn: async ({ signal }) => {
      const year = localYear();
      return { ...(await unwrap(call(listArchivedVehicles, { query: { year }, signal }))), year };
    },
    refetchOnWindowFocus: 'always',
  });

/** A vehicle that is not in the list, because it is archived. The error tells why there is none. */
export const vehicleQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: keys.vehicle(vehicleId),
    queryFn: async ({ signal }) => {
      const year = localYear();
      const { data } = await unwrap(call(getVehicle, { params: { vehicleId }, query: { year }, signal }));
      return { vehicle: data, year };
    },
  });

const without = (vehicles: Vehicle[], id: number): Vehicle[] => vehicles.filter((one) => one.id !== id);

/**
 * Cache updates for the vehicle list: `reload` fetches it and archived vehicles again; the others change the list at once and cancel a running,
 * older fetch. `put` and `drop` also remove the vehicle from the archive.
 */
export function useVehicleList() {
  const client = useQueryClient();
  const reload = useCallback(() => client.invalidateQueries({ queryKey: keys.vehicles }), [client]);
  const write = useCallback(
    (change: (vehicles: Vehicle[]) => Vehicle[]) => {
      const { queryKey } = vehiclesQuery();
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, (cached) => cached && { ...cached, data: change(cached.data) });
    },
    [client],
  );
  const patch = useCallback(
    (id: number, change: Partial<Vehicle>) =>
      write((vehicles) => vehicles.map((vehicle) => (vehicle.id === id ? { ...vehicle, ...change } : vehicle))),
    [write],
  );
  const dropArchived = useCallback(
    (id: number) => {
      const { queryKey } = archiveQuery();
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (cached) => cached && { ...cached, data: without(cached.data, id) });
    },
    [client],
  );
  const put = useCallback(
    (vehicle: Vehicle) => {
      write((vehicles) =>
        vehicles.some(({ id }) => id === vehicle.id)
          ? vehicles.map((one) => (one.id === vehicle.id ? vehicle : one))
          : [...vehicles, vehicle],
      );
      dropArchived(vehicle.id);
    },
    [write, dropArchived],
  );
  const drop = useCallback(
    (id: number) => {
      write((vehicles) => without(vehicles, id));
      dropArchived(id);
    },
    [write, dropArchived],
  );
  /** Drops and reloads the records of a vehicle whose unit has changed. */
  const reloadRecords = useCallback((id: number) => client.resetQueries({ queryKey: keys.records(id) }), [client]);
  return { reload, patch, put, drop, reloadRecords };
}
