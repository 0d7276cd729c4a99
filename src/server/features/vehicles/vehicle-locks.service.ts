import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import type { Access } from './vehicle-access.service.ts';
import type { StoredVehicle } from './vehicles.repo.ts';

/** The repository that a service uses in its own transaction to lock a vehicle. */
export interface VehicleLocks {
  lock(id: AuthorizedVehicleId): Promise<StoredVehicle | undefined>;
}

export type ChangeableVehicle = StoredVehicle & { id: ChangeableVehicleId };

/** Locks the vehicle, even an archived one, so that it stays as it is until the transaction ends. 404 if it was deleted. */
export async function lockExisting(locks: VehicleLocks, { vehicle }: Pick<Access, 'vehicle'>): Promise<StoredVehicle> {
  const row = await locks.lock(vehicle.id);
  if (!row) throw new AppError('carsApi.404');
  return row;
}

/** As above, and 403 if it is archived. */
export async function lockForChange(locks: VehicleLocks, opened: Pick<Access, 'vehicle'>): Promise<ChangeableVehicle> {
  const row = await lockExisting(locks, opened);
  if (row.archived_at !== null) throw new AppError('carsApi.archived');
  return row as ChangeableVehicle;
}
