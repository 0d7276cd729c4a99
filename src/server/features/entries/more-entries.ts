import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** Whether a vehicle has more than `count` entries; reads at most that many from the index of the totals. */
export const hasMoreEntries =
  (count: number) =>
  ({ exists, selectFrom }: ExpressionBuilder<Tables, 'vehicles'>) =>
    exists(
      selectFrom('entries')
        .select('entries.id')
        .whereRef('entries.vehicle_id', '=', 'vehicles.id')
        .orderBy('performed_on')
        .limit(1)
        .offset(count),
    );
