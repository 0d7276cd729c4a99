import { fromCents } from '#contract/money.ts';
import type { PlanLine } from '#contract/plan.ts';
import { TENTHS } from '#contract/units.ts';
import type { StampRow } from '../entries/stamps.service.ts';
import { dayNumber } from './days.rules.ts';
import type { CompletionRow, PlanLineRow } from './plan.repo.ts';
import { type Completion, inOrder, type PlanNow, type PlanRules, stateOf } from './plan.rules.ts';

export const toRules = (row: PlanLineRow): PlanRules => ({
  kind: row.kind,
  mode: row.mode,
  everyMonths: row.every_months,
  everyDays: row.every_days,
  everyDistance: row.every_distance,
  dueOn: row.due_on,
  dueAt: row.due_at,
  isEndOfMonth: row.is_end_of_month === 1,
  startOn: row.start_on,
  startAt: row.start_at,
  leadDays: row.lead_days,
  leadDistance: row.lead_distance,
});

/** A completion and its entry, if it has one. */
export interface Stamped {
  row: CompletionRow;
  entry: StampRow | undefined;
}

/** The day and the reading are those of the entry, if there is one. A reading of 0 is not known. */
export const toCompletion = ({ row, entry }: Stamped): Completion => ({
  id: row.id,
  entryId: row.entry_id,
  performedOn: entry?.performedOn ?? row.performed_on ?? '',
  reading: (entry ? entry.reading : row.reading) || null,
  isSkip: row.is_skip === 1,
  isExtra: row.is_extra === 1,
  closesOn: row.closes_on,
  closesAt: row.closes_at,
});

const units = (tenths: number | null): number | null => (tenths === null ? null : tenths / TENTHS);

/** The line as the API returns it; `stamped` are its completions. */
export function toPlanLine(row: PlanLineRow, stamped: readonly Stamped[], now: PlanNow): PlanLine {
  const completions = inOrder(stamped.map(toCompletion));
  const { dueReading, over, ...state } = stateOf(toRules(row), completions, now);
  const last = completions.at(-1);
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    mode: row.mode,
    everyMonths: row.every_months,
    everyDays: row.every_days,
    everyDistance: units(row.every_distance),
    dueOn: row.due_on,
    dueAt: units(row.due_at),
    isEndOfMonth: row.is_end_of_month === 1,
    startOn: row.start_on,
    startAt: units(row.start_at),
    leadDays: row.lead_days,
    leadDistance: units(row.lead_distance),
    expectedCost: row.expected_cost === null ? null : fromCents(row.expected_cost),
    ...state,
    dueReading: units(dueReading),
    over: { days: over.days, distance: units(over.distance) },
    lastDone: lastDoneOf(row, completions),
    lastSkip: last?.isSkip ? { completionId: last.id, performedOn: last.performedOn } : null,
    snoozedUntil: row.snoozed_until !== null && row.snoozed_until > now.today ? row.snoozed_until : null,
    works: [...new Set(stamped.flatMap(({ entry }) => entry?.work ?? []))].sort(),
  };
}

/** The latest completion, and how long and how far after the one before it, or after the start. */
function lastDoneOf(row: PlanLineRow, completions: readonly Completion[]): PlanLine['lastDone'] {
  const [last, before] = completions.filter(({ isSkip }) => !isSkip).toReversed();
  if (!last) return null;
  const since = before ? { day: before.performedOn, reading: before.reading } : { day: row.start_on, reading: row.start_at };
  const days = since.day === null ? null : dayNumber(last.performedOn) - dayNumber(since.day);
  const distance = since.reading === null || last.reading === null ? null : last.reading - since.reading;
  return {
    completionId: last.id,
    entryId: last.entryId,
    performedOn: last.performedOn,
    reading: units(last.reading),
    afterDays: days !== null && days > 0 ? days : null,
    afterDistance: distance !== null && distance > 0 ? units(distance) : null,
  };
}
