import type { Selectable } from 'kysely';
import type { Fuel, VolumeUnit } from '#contract/fuels.ts';
import type { AuthorizedVehicleId } from '../../../authorized.ts';
import type { Db } from '../../../db/store.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Place } from '../timeline.repo.ts';

/** What the consumption of a fill depends on. */
export type ChainRow = Pick<Selectable<Tables['entries']>, 'id' | 'performed_on' | 'reading' | 'amount' | 'currency'> &
  Pick<Selectable<Tables['fills']>, 'fuel' | 'volume' | 'volume_unit' | 'is_full' | 'is_missed_before' | 'level' | 'distance_on_fuel'>;

const CHAIN_COLUMNS = [
  ...(['entries.id', 'performed_on', 'reading', 'amount', 'currency'] as const),
  ...(['fuel', 'volume', 'volume_unit', 'is_full', 'is_missed_before', 'level', 'distance_on_fuel'] as const),
];

/** Fills of single vehicles. */
export function fillsRepo(db: Db) {
  const fillsOf = (vehicleId: AuthorizedVehicleId) =>
    db.selectFrom('fills').innerJoin('entries', 'entries.id', 'fills.entry_id').where('fills.vehicle_id', '=', vehicleId);
  return {
    /** All fills of a vehicle, in no order. */
    async listAll(vehicleId: AuthorizedVehicleId): Promise<ChainRow[]> {
      return fillsOf(vehicleId).select(CHAIN_COLUMNS).execute();
    },
    /** At most `limit` fills before a place in the history, newest first, found with the index on entries. */
    async listBefore(vehicleId: AuthorizedVehicleId, before: Place, limit: number): Promise<ChainRow[]> {
      return fillsOf(vehicleId)
        .select(CHAIN_COLUMNS)
        .where('entries.vehicle_id', '=', vehicleId)
        .where('kind', '=', 'fill')
        .where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'entries.id'), '<', tuple(before.performed_on, before.id)))
        .orderBy('performed_on', 'desc')
        .orderBy('entries.id', 'desc')
        .limit(limit)
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
