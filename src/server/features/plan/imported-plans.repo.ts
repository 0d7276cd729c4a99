import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { NewCompletion, NewPlanLine } from './plan.repo.ts';

/** The lines of plans that an import adds or takes away. */
export const importedPlansRepo = (db: Db) => ({
  async listUids(vehicleId: AuthorizedVehicleId): Promise<{ id: number; uid: string }[]> {
    return db.selectFrom('plan_lines').select(['id', 'uid']).where('vehicle_id', '=', vehicleId).execute();
  },
  async countCompletions(vehicleId: ChangeableVehicleId): Promise<number> {
    const rows = await db.selectFrom('plan_completions').select('id').where('vehicle_id', '=', vehicleId).execute();
    return rows.length;
  },
  async insert(row: NewPlanLine): Promise<{ id: number }> {
    return db.insertInto('plan_lines').values(row).returning('id').executeTakeFirstOrThrow();
  },
  /** All rows have the same columns. */
  async insertCompletions(rows: readonly NewCompletion[]): Promise<void> {
    await db.insertInto('plan_completions').values(rows).execute();
  },
  /** Deletes those of the lines that have neither been changed since `at` nor completed; returns how many. */
  async deleteUnchanged(ids: readonly number[], at: string): Promise<number> {
    if (ids.length === 0) return 0;
    const rows = await db
      .deleteFrom('plan_lines')
      .where('id', 'in', ids)
      .where('changed_at', '=', at)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('plan_completions').select('id').whereRef('line_id', '=', 'plan_lines.id').where('created_at', '<>', at))),
      )
      .returning('id')
      .execute();
    return rows.length;
  },
});

export type ImportedPlansRepo = ReturnType<typeof importedPlansRepo>;
