import type { ExportedCompletion } from '#contract/export-file.ts';
import type { DraftLine } from '../../imports/drafts.ts';
import { toTenths } from '../entries/reading.rules.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import type { NewCompletion, NewPlanLine } from './plan.repo.ts';
import { fieldsOf, NO_FIELDS, type PlanInput } from './plan-input.rules.ts';

const tenths = (value: number | null): number | null => (value === null ? null : toTenths(value));

/** What a line of a file stores. Throws what the creation of such a line throws for input that does not fit the vehicle. */
export function importedLine(
  access: Access,
  { uid, input, stored }: DraftLine,
  today: string,
): Omit<NewPlanLine, 'vehicle_id' | 'created_at' | 'changed_at'> {
  const typed = input as PlanInput & { title: string };
  const fields = fieldsOf(access, typed, { ...NO_FIELDS, title: typed.title, currency: access.owner.currency }, { today, reading: null });
  if (!stored) {
    const other = { other_every_distance: null, other_due_at: null, other_start_at: null, other_lead_distance: null };
    return { ...fields, ...other, uid, snoozed_until: null };
  }
  return {
    ...fields,
    ...{ uid, due_at_on: stored.dueAtOn, start_on: stored.startOn, start_at: tenths(stored.startAt) },
    ...{ other_every_distance: tenths(stored.otherEveryDistance), other_due_at: tenths(stored.otherDueAt) },
    ...{ other_start_at: tenths(stored.otherStartAt), other_lead_distance: tenths(stored.otherLeadDistance) },
    ...{ currency: stored.currency, snoozed_until: stored.snoozedUntil },
  };
}

export const importedCompletion = (
  completion: ExportedCompletion,
): Omit<NewCompletion, 'vehicle_id' | 'line_id' | 'entry_id' | 'created_at'> => ({
  ...{ performed_on: completion.performedOn, reading: tenths(completion.reading), other_reading: tenths(completion.otherReading) },
  ...{ is_skip: completion.isSkip ? 1 : 0, is_extra: completion.isExtra ? 1 : 0 },
  ...{ closes_on: completion.closesOn, closes_at: tenths(completion.closesAt), other_closes_at: tenths(completion.otherClosesAt) },
});
