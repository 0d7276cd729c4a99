import type { Db } from '#server/db/store.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import type { Owned } from './fills.ts';
import type { DemoVehicle } from './people.ts';

/** Writes the plan of a vehicle, with a stamp for each work and cost of the same name. */
export async function seedPlan(db: Db, { plan = [], since, startReading }: DemoVehicle, owned: Owned): Promise<void> {
  const { vehicleId, currency, createdAt } = owned;
  const entries = await db
    .selectFrom('entries')
    .leftJoin('costs', 'costs.entry_id', 'entries.id')
    .where('entries.vehicle_id', '=', vehicleId)
    .select(['entries.id', 'operation_name', 'title'])
    .execute();
  for (const [title, kind, every_months, every_distance] of plan) {
    const start_at = every_distance === null ? null : startReading * 10;
    const line = await db
      .insertInto('plan_lines')
      .values({
        ...{ vehicle_id: vehicleId, uid: cryptoTokens.newUid(), title, kind, mode: 'floating', currency },
        ...{ every_months, every_distance: every_distance === null ? null : every_distance * 10, is_end_of_month: 0 },
        ...{ start_on: since, start_at, created_at: createdAt, changed_at: createdAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const done = { vehicle_id: vehicleId, line_id: line.id, is_skip: 0, is_extra: 0, created_at: createdAt } as const;
    const stamps = entries
      .filter((entry) => entry.operation_name === title || entry.title === title)
      .map(({ id }) => ({ ...done, entry_id: id }));
    if (stamps.length > 0) await db.insertInto('plan_completions').values(stamps).execute();
  }
}
