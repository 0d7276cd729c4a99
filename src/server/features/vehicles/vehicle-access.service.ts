import type { Currency, Tariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import { type AuthorizedVehicle, authorizeVehicle, type UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../ports/clock.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { OwnedVehicle, VehiclesRepo } from './vehicles.repo.ts';

export type { OwnedVehicle } from './vehicles.repo.ts';

/** The account that a vehicle belongs to: its tariff, limit and currency apply to the vehicle, whoever calls. */
export interface Owner {
  id: UserId;
  /** The tariff in force now. */
  tariff: Tariff;
  /** Number of usable vehicles; null is no limit. */
  limit: number | null;
  currency: Currency;
}

/** What the caller may do with a vehicle: everything, as its owner. */
export interface Access {
  vehicle: AuthorizedVehicle<OwnedVehicle>;
  owner: Owner;
  role: 'owner';
}

export type VehicleAccess = ReturnType<typeof vehicleAccess>;

/** The one place that decides whether a caller may see a vehicle. The right to change it is asked under its lock (`lockForChange`). */
export function vehicleAccess({ vehicles, clock }: { vehicles: VehiclesRepo; clock: Clock }) {
  /** 404 for an unknown vehicle or another user's. Also finds vehicles beyond the limit of the tariff. */
  async function find({ userId }: Caller, vehicleId: number): Promise<Access> {
    const vehicle = authorizeVehicle(await vehicles.findOwned(vehicleId), userId);
    if (!vehicle) throw new AppError('carsApi.404');
    const tariff = tariffInForce(vehicle, clock.now());
    return { vehicle, owner: { id: userId, tariff, limit: limitOf(tariff), currency: vehicle.currency }, role: 'owner' };
  }

  /** As `find`, and 403 for a vehicle beyond the limit of the tariff. An archived vehicle can always be read. */
  async function open(caller: Caller, vehicleId: number): Promise<Access> {
    const access = await find(caller, vehicleId);
    assertVisible(access);
    return access;
  }

  return { find, open };
}

/** 403 for a vehicle beyond the limit of its owner's tariff. */
export function assertVisible({ vehicle: { archived_at, rank }, owner: { limit } }: Access): void {
  if (archived_at === null && limit !== null && rank >= limit) throw new AppError('carsApi.hidden');
}
