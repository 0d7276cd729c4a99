import type { Selectable } from 'kysely';
import type { Fuel, VolumeUnit } from '#contract/fuels.ts';
import type { AuthorizedVehicleId } from '../../../authorized.ts';
import type { Db } from '../../../db/store.ts';
import type { Tables } from '../../../db/tables.ts';

/** What the consumption of a fill depends on. */
export type ChainRow = Pick<Selectable<Tables['entries']>, 'id' | 'performed_on' | 'reading' | 'amount' | 'currency'> &
  Pick<Selectable<Tables['fills']>, 'fuel' | 'volume' | 'volume_unit' | 'is_full' | 'is_missed_before' | 'level' | 'distance_on_fuel'>;

/** Fills of single vehicles. */
export function fillsRepo(db: Db) {
  const fillsOf = (vehicleId: AuthorizedVehicleId) =>
    db.selectFrom('fills').innerJoin('entries', 'entries.id', 'fills.entry_id').where('fills.vehicle_id', '=', vehicleId);
  return {
    /** All fills of a vehicle, in no order. */
    async listAll(vehicleId: AuthorizedVehicleId): Promise<ChainRow[]> {
      return fillsOf(vehicleId)
        .select(['entries.id', 'performed_on', 'reading', 'amount', 'currency'])
        .select(['fuel', 'volume', 'volume_unit', 'is_full', 'is_missed_before', 'level', 'distance_on_fuel'])
        .execute();
    },
    /** The unit of the newest fill with the fuel. */
    async findUnit(vehicleId: AuthorizedVehicleId, fuel: Fuel): Promise<VolumeUnit | undefined> {
      const newest = await fillsOf(vehicleId)
        .select('volume_unit')
        .where('fuel', '=', fuel)
        .orderBy('performed_on', 'desc')
        .orderBy('entries.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return newest?.volume_unit;
    },
  };
}

export type FillsRepo = ReturnType<typeof fillsRepo>;
