import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { StoredGroup } from '../../db/vehicle-tables.ts';
import { GROUP } from './months.repo.ts';

/** An entry that stamps a line of a plan. */
export interface StampRow {
  id: number;
  performedOn: string;
  /** Tenths of the vehicle's unit; 0 if it is not known. */
  reading: number;
  /** The work, or the title of the cost. */
  work: string | null;
  kind: EntryKindName;
  group: StoredGroup;
  currency: Currency;
  /** Cents; null if it is not known. */
  amount: number | null;
}

/** What the plan reads of entries. */
export const stampsRepo = (db: Db) => ({
  /** The entries that stamp lines of the plans of vehicles. */
  async list(vehicleIds: readonly AuthorizedVehicleId[]): Promise<StampRow[]> {
    return db
      .selectFrom('entries as e')
      .leftJoin('costs', 'costs.entry_id', 'e.id')
      .select(['e.id', 'e.performed_on as performedOn', 'e.reading', 'e.kind', 'e.currency', 'e.amount', GROUP.as('group')])
      .select(({ fn }) => fn.coalesce('operation_name', 'costs.title').as('work'))
      .where('e.id', 'in', ({ selectFrom }) =>
        selectFrom('plan_completions')
          .select('entry_id')
          .where('plan_completions.vehicle_id', 'in', vehicleIds)
          .$castTo<{ entry_id: number }>(),
      )
      .execute();
  },
  async find(vehicleId: AuthorizedVehicleId, id: number): Promise<Pick<StampRow, 'performedOn' | 'reading'> | undefined> {
    return db
      .selectFrom('entries')
      .select(['performed_on as performedOn', 'reading'])
      .where('id', '=', id)
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirst();
  },
});

export type StampsRepo = ReturnType<typeof stampsRepo>;
