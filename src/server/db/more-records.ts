import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Whether a vehicle has more than `count` records; reads at most that many from the index of the totals. */
export const hasMoreRecords =
  (count: number) =>
  ({ exists, selectFrom }: ExpressionBuilder<Tables, 'vehicles'>) =>
    exists(
      selectFrom('records')
        .select('records.id')
        .whereRef('records.vehicle_id', '=', 'vehicles.id')
        .orderBy('performed_on')
        .limit(1)
        .offset(count),
    );
