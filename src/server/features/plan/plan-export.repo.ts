import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

const LINE = [
  ...(['uid', 'title', 'kind', 'mode', 'every_months', 'every_days', 'every_distance', 'due_on', 'due_at', 'due_at_on'] as const),
  ...(['is_end_of_month', 'start_on', 'start_at', 'lead_days', 'lead_distance', 'expected_cost', 'currency', 'snoozed_until'] as const),
  ...(['other_every_distance', 'other_due_at', 'other_start_at', 'other_lead_distance', 'created_at', 'changed_at'] as const),
] as const;
const COMPLETION = [
  ...(['plan_completions.id', 'entry_id', 'plan_completions.performed_on', 'plan_completions.reading', 'is_skip', 'is_extra'] as const),
  ...(['closes_on', 'closes_at', 'plan_completions.other_reading', 'other_closes_at', 'plan_completions.created_at'] as const),
] as const;

export type ExportedLineRow = Awaited<ReturnType<PlanExportRepo['listLines']>>[number];
export type ExportedCompletionRow = Awaited<ReturnType<PlanExportRepo['listCompletions']>>[number];

export const planExportRepo = (db: Db) => ({
  /** All lines of a plan with all that is stored of them; few enough for one query. */
  async listLines(vehicleId: AuthorizedVehicleId) {
    return db.selectFrom('plan_lines').select(LINE).where('vehicle_id', '=', vehicleId).orderBy('id').execute();
  },
  /** At most `limit` completions after the one with the id `after`, oldest first; also those of deleted entries. */
  async listCompletions(vehicleId: AuthorizedVehicleId, after: number, limit: number) {
    return db
      .selectFrom('plan_completions')
      .innerJoin('plan_lines', 'plan_lines.id', 'plan_completions.line_id')
      .select(COMPLETION)
      .select('plan_lines.uid as line')
      .where('plan_completions.vehicle_id', '=', vehicleId)
      .where('plan_completions.id', '>', after)
      .orderBy('plan_completions.id')
      .limit(limit)
      .execute();
  },
});

export type PlanExportRepo = ReturnType<typeof planExportRepo>;
