import { sql } from 'kysely';
import { CONVERSION, type Distance } from '#contract/units.ts';
import type { ChangeableVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

export const vehicleUnitsRepo = (db: Db) => ({
  /** Converts the readings of all records between kilometres and miles, rounded as `convertDistance` does. */
  async convertReadings(id: ChangeableVehicleId, to: Distance): Promise<void> {
    const { times, by } = CONVERSION[to];
    // Readings are tenths of whole kilometres or miles; integer division drops the fraction.
    const converted = sql<number>`(2 * (reading / 10) * ${sql.lit(times)} + ${sql.lit(by)}) / ${sql.lit(2 * by)} * 10`;
    await db.updateTable('records').set({ reading: converted }).where('vehicle_id', '=', id).execute();
  },
});

export type VehicleUnitsRepo = ReturnType<typeof vehicleUnitsRepo>;
