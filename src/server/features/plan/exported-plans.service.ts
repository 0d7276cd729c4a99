import type { ExportedCompletion, ExportedPlanLine } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import { TENTHS } from '#contract/units.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { pagesOf } from '../../db/turns.ts';
import type { EntryExportRepo } from '../entries/exported-entries.service.ts';
import type { ExportedCompletionRow, ExportedLineRow, PlanExportRepo } from './plan-export.repo.ts';

export type ExportedPlans = ReturnType<typeof exportedPlans>;

const whole = (tenths: number | null): number | null => (tenths === null ? null : tenths / TENTHS);

const toLine = (row: ExportedLineRow): ExportedPlanLine => ({
  uid: row.uid,
  title: row.title,
  kind: row.kind,
  mode: row.mode,
  everyMonths: row.every_months,
  everyDays: row.every_days,
  everyDistance: whole(row.every_distance),
  dueOn: row.due_on,
  dueAt: whole(row.due_at),
  dueAtOn: row.due_at_on,
  isEndOfMonth: row.is_end_of_month === 1,
  startOn: row.start_on,
  startAt: whole(row.start_at),
  leadDays: row.lead_days,
  leadDistance: whole(row.lead_distance),
  otherEveryDistance: whole(row.other_every_distance),
  otherDueAt: whole(row.other_due_at),
  otherStartAt: whole(row.other_start_at),
  otherLeadDistance: whole(row.other_lead_distance),
  expectedCost: row.expected_cost === null ? null : fromCents(row.expected_cost),
  currency: row.currency,
  snoozedUntil: row.snoozed_until,
  createdAt: row.created_at,
  changedAt: row.changed_at,
});

const toCompletion = (row: ExportedCompletionRow, entry: string | null): ExportedCompletion => ({
  line: row.line,
  entry,
  performedOn: row.performed_on,
  reading: whole(row.reading),
  otherReading: whole(row.other_reading),
  isSkip: row.is_skip === 1,
  isExtra: row.is_extra === 1,
  closesOn: row.closes_on,
  closesAt: whole(row.closes_at),
  otherClosesAt: whole(row.other_closes_at),
  createdAt: row.created_at,
});

export const exportedPlans = ({ plans, entries }: { plans: PlanExportRepo; entries: Pick<EntryExportRepo, 'listUids'> }) => ({
  /** The lines of a plan, oldest first. */
  async linesOf(vehicleId: AuthorizedVehicleId): Promise<ExportedPlanLine[]> {
    return (await plans.listLines(vehicleId)).map(toLine);
  },

  /** What was done and skipped, oldest first, a page at a time; without what a deleted entry fulfilled. */
  async *exportOf(vehicleId: AuthorizedVehicleId): AsyncGenerator<ExportedCompletion[], void> {
    const pages = pagesOf<ExportedCompletionRow>(EXPORT_PAGE, (last) => plans.listCompletions(vehicleId, last?.id ?? 0, EXPORT_PAGE));
    for await (const rows of pages) {
      const uids = await entries.listUids(rows.flatMap(({ entry_id }) => entry_id ?? []));
      yield rows.flatMap((row) => {
        if (row.entry_id === null) return [toCompletion(row, null)];
        const uid = uids.get(row.entry_id);
        return uid === undefined ? [] : [toCompletion(row, uid)];
      });
    }
  },
});
