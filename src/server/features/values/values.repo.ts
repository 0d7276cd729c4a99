import type { Currency } from '#contract/tariffs.ts';
import type { ValueKind } from '#contract/values.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

export interface ValueRow {
  day: string;
  kind: ValueKind;
  /** Cents. */
  amount: number;
  currency: Currency;
}

export const valuesRepo = (db: Db) => ({
  /** The oldest first. */
  async list(vehicleId: AuthorizedVehicleId): Promise<ValueRow[]> {
    return db
      .selectFrom('vehicle_values')
      .select(['day', 'kind', 'amount', 'currency'])
      .where('vehicle_id', '=', vehicleId)
      .orderBy('day')
      .execute();
  },
  async upsert(vehicleId: AuthorizedVehicleId, { day, kind, amount, currency }: ValueRow): Promise<void> {
    await db
      .insertInto('vehicle_values')
      .values({ vehicle_id: vehicleId, day, kind, amount, currency })
      .onConflict((conflict) => conflict.columns(['vehicle_id', 'day']).doUpdateSet({ kind, amount, currency }))
      .execute();
  },
  async delete(vehicleId: AuthorizedVehicleId, day: string): Promise<void> {
    await db.deleteFrom('vehicle_values').where('vehicle_id', '=', vehicleId).where('day', '=', day).execute();
  },
});

export type ValuesRepo = ReturnType<typeof valuesRepo>;
