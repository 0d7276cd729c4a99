import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { CreatedKind, IdempotencyService, IdempotencyStore } from '../../infra/idempotency/idempotency.service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { otherUnit, unitOf } from '../entries/reading.rules.ts';
import { type Access, assertVisible, type VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { type ChangeableVehicle, lockForChange, type VehicleLocks } from '../vehicles/vehicle-locks.service.ts';
import type { ReadingRepos } from './plan-readings.service.ts';

export interface PlanRepos extends ReadingRepos {
  locks: VehicleLocks;
  idempotency: IdempotencyStore;
}

export interface PlanDeps {
  work: Work<PlanRepos>;
  access: VehicleAccess;
  idempotency: IdempotencyService;
  clock: Clock;
  tokens: Tokens;
}

/** Locks the vehicle and checks that its unit is still the one in which the request was read. */
export async function lockUnit({ locks }: PlanRepos, opened: Access): Promise<ChangeableVehicle> {
  const locked = await lockForChange(locks, opened);
  if (unitOf(locked) !== unitOf(opened.vehicle)) throw otherUnit('planApi.400');
  return locked;
}

/** What a request adds to a vehicle. */
interface Addition {
  vehicleId: number;
  key: IdempotencyKey | undefined;
  kind: CreatedKind;
  /** Prepared before the transaction. */
  insert: (opened: Access) => Promise<(repos: PlanRepos, vehicle: ChangeableVehicle) => Promise<number>>;
}

/**
 * Adds something once: a repeated key returns what the first request added, whatever has changed since (decision 9). 404 and 403 like
 * `access.open` and `lockForChange`.
 */
export const addOnce =
  ({ work, access, idempotency }: PlanDeps) =>
  async (caller: Caller, { vehicleId, key, kind, insert }: Addition): Promise<{ opened: Access; id: number }> => {
    const find = (repos: PlanRepos) => idempotency.find(repos.idempotency, caller.userId, key);
    const opened = await access.find(caller, vehicleId);
    const existing = await find(work.repos);
    if (existing !== undefined) return { opened, id: existing };
    assertVisible(opened);
    const prepared = await insert(opened);
    const add = work.inTransaction(async (repos) => {
      // On SQLite, transactions see those before them that are committed with them.
      const created = await find(repos);
      if (created !== undefined) return created;
      const id = await prepared(repos, await lockUnit(repos, opened));
      await idempotency.store(repos.idempotency, caller.userId, key, kind, id);
      return id;
    });
    const id = await add.catch(async (error: unknown) => {
      const created = await find(work.repos);
      if (created === undefined) throw error;
      return created;
    });
    return { opened, id };
  };
