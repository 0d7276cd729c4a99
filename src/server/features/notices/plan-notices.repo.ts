import type { Selectable } from 'kysely';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** What notices need of a vehicle. */
export type NoticedVehicle = Pick<Selectable<Tables['vehicles']>, (typeof VEHICLE_COLUMNS)[number]>;

const VEHICLE_COLUMNS = ['id', 'user_id', 'vehicle_type', 'mileage_unit', 'yearly_distance', 'brand', 'model', 'is_paused'] as const;

/** What was told about the lines of plans, and what it was about. */
export const planNoticesRepo = (db: Db) => ({
  /** The vehicles of users that are not archived, the oldest first. */
  async listVehicles(userIds: readonly UserId[]): Promise<NoticedVehicle[]> {
    return db
      .selectFrom('vehicles')
      .select(VEHICLE_COLUMNS)
      .where('user_id', 'in', userIds)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .execute();
  },
  async listTold(lineIds: readonly number[]): Promise<Tables['plan_notices'][]> {
    return db.selectFrom('plan_notices').select(['line_id', 'occurrence', 'state', 'told_on']).where('line_id', 'in', lineIds).execute();
  },
  /** Locks the lines that still exist. */
  async lockLines(lineIds: readonly number[]): Promise<{ id: number }[]> {
    return db.selectFrom('plan_lines').select('id').where('id', 'in', lineIds).forKeyShare().execute();
  },
  /** The lines about which this was not told before. */
  async insertTold(rows: readonly Tables['plan_notices'][]): Promise<{ line_id: number }[]> {
    return db
      .insertInto('plan_notices')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['line_id', 'occurrence', 'state']).doNothing())
      .returning('line_id')
      .execute();
  },
  /** Which of the vehicles were asked about after that day. */
  async listAsked(vehicleIds: readonly number[], after: string): Promise<{ vehicle_id: number }[]> {
    return db
      .selectFrom('reading_questions')
      .select('vehicle_id')
      .where('vehicle_id', 'in', vehicleIds)
      .where('asked_on', '>', after)
      .execute();
  },
  /** Locks the vehicles that still exist. */
  async lockVehicles(vehicleIds: readonly number[]): Promise<{ id: number }[]> {
    return db.selectFrom('vehicles').select('id').where('id', 'in', vehicleIds).forKeyShare().execute();
  },
  /** The vehicles that were not asked about after that day, and now are. */
  async upsertAsked(rows: readonly Tables['reading_questions'][], after: string): Promise<{ vehicle_id: number }[]> {
    return db
      .insertInto('reading_questions')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('vehicle_id')
          .doUpdateSet(({ ref }) => ({ asked_on: ref('excluded.asked_on') }))
          .where('reading_questions.asked_on', '<=', after),
      )
      .returning('vehicle_id')
      .execute();
  },
});

export type PlanNoticesRepo = ReturnType<typeof planNoticesRepo>;
