import type * as z from 'zod/mini';
import type { ExportedValue } from '#contract/export-file.ts';
import { VALUES_MAX } from '#contract/limits.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { VehicleValue, valueInput } from '#contract/values.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { checkMoney } from '../entries/reading.rules.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { lockExisting, type VehicleLocks } from '../vehicles/vehicle-locks.service.ts';
import type { ValueRow, ValuesRepo } from './values.repo.ts';

export type { ValuesRepo } from './values.repo.ts';

interface Deps {
  work: Work<{ values: ValuesRepo; locks: VehicleLocks }>;
  access: VehicleAccess;
}

export type ValuesService = ReturnType<typeof valuesService>;

const toWire = ({ amount, ...row }: ValueRow): VehicleValue => ({ ...row, amount: fromCents(amount) });

/**
 * What a vehicle was worth, one value a day; an archived vehicle has them too, because the price of a sale is known last. Every function throws 404 and 403 like
 * `access.open`.
 */
export const valuesService = ({ work, access }: Deps) => ({
  async list(caller: Caller, vehicleId: number): Promise<VehicleValue[]> {
    const { vehicle } = await access.open(caller, vehicleId);
    return (await work.repos.values.list(vehicle.id)).map(toWire);
  },

  /** All values of a vehicle, for an export. */
  async exportOf(vehicleId: AuthorizedVehicleId): Promise<ExportedValue[]> {
    return (await work.repos.values.list(vehicleId)).map(toWire);
  },

  /** Creates or replaces the value of a day; 400 for an amount with another currency, 403 for too many days. */
  async put(caller: Caller, vehicleId: number, day: string, input: z.core.output<typeof valueInput>): Promise<VehicleValue> {
    const opened = await access.open(caller, vehicleId);
    const { currency = opened.owner.currency } = input;
    checkMoney(currency, input.amount, 'amount', 'valuesApi.400');
    const value = { day, kind: input.kind, amount: toCents(input.amount.amount), currency };
    await work.inTransaction(async ({ values, locks }) => {
      await lockExisting(locks, opened);
      const { id } = opened.vehicle;
      const others = (await values.list(id)).filter((stored) => stored.day !== day);
      if (others.length >= VALUES_MAX) throw new AppError('valuesApi.limit');
      await values.upsert(id, value);
    });
    return toWire(value);
  },

  async remove(caller: Caller, vehicleId: number, day: string): Promise<void> {
    const opened = await access.open(caller, vehicleId);
    await work.inTransaction(async ({ values, locks }) => {
      await lockExisting(locks, opened);
      await values.delete(opened.vehicle.id, day);
    });
  },
});
