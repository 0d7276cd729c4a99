import { fromCents } from '#contract/money.ts';
import type { PlanLine } from '#contract/plan.ts';
import { dayNumber } from '#contract/time.ts';
import { TENTHS } from '#contract/units.ts';
import type { StampRow } from '../entries/stamps.service.ts';
import type { Counter } from './counter.rules.ts';
import type { CompletionRow, PlanLineRow } from './plan.repo.ts';
import { type Completion, type PlanNow, type PlanRules, stateOf } from './plan.rules.ts';

/** The readings are accumulated: each was typed as the odometer of a day shows it. */
export const toRules = (row: PlanLineRow, counter: Counter): PlanRules => ({
  kind: row.kind,
  mode: row.mode,
  everyMonths: row.every_months,
  everyDays: row.every_days,
  everyDistance: row.every_distance,
  dueOn: row.due_on,
  dueAt: row.due_at === null ? null : counter.accumulated(row.due_at, row.due_at_on ?? ''),
  isEndOfMonth: row.is_end_of_month === 1,
  startOn: row.start_on,
  startAt: row.start_at === null ? null : counter.accumulated(row.start_at, row.start_on ?? ''),
  leadDays: row.lead_days,
  leadDistance: row.lead_distance,
});

/** A line with all that its state depends on. */
export interface PlannedLine {
  row: PlanLineRow;
  rules: PlanRules;
  /** In order. */
  completions: Completion[];
  stamped: Stamped[];
  now: PlanNow;
  counter: Counter;
}

/** A completion and its entry, if it has one. */
export interface Stamped {
  row: CompletionRow;
  entry: StampRow | undefined;
}

/** The day and the reading are those of the entry, if there is one. A reading of 0 is not known. */
export function toCompletion({ row, entry }: Stamped, counter: Counter): Completion {
  const performedOn = entry?.performedOn ?? row.performed_on ?? '';
  const reading = (entry ? entry.reading : row.reading) || null;
  const accumulated = (typed: number): number =>
    entry ? counter.ofEntry(entry.id, typed, performedOn) : counter.accumulated(typed, performedOn);
  return {
    id: row.id,
    entryId: row.entry_id,
    performedOn,
    reading: reading === null ? null : accumulated(reading),
    isSkip: row.is_skip === 1,
    isExtra: row.is_extra === 1,
    closesOn: row.closes_on,
    closesAt: row.closes_at === null ? null : counter.accumulated(row.closes_at, row.created_at.slice(0, 10)),
  };
}

const units = (tenths: number | null): number | null => (tenths === null ? null : tenths / TENTHS);

/** The line as the API returns it. */
export function toPlanLine({ row, rules, completions, stamped, now, counter }: PlannedLine): PlanLine {
  const { dueReading, over, ...state } = stateOf(rules, completions, now);
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
    currency: row.currency,
    ...state,
    dueReading: dueReading === null ? null : units(Math.max(0, counter.shown(dueReading))),
    over: { days: over.days, distance: units(over.distance) },
    lastDone: lastDoneOf(rules, completions, stamped),
    lastSkip: last?.isSkip ? { completionId: last.id, performedOn: last.performedOn } : null,
    snoozedUntil: row.snoozed_until !== null && row.snoozed_until > now.today ? row.snoozed_until : null,
    works: [...new Set(stamped.flatMap(({ entry }) => entry?.work ?? []))].sort(),
  };
}

/** The latest completion, and how long and how far after the one before it, or after the start. */
function lastDoneOf(
  { startOn, startAt }: PlanRules,
  completions: readonly Completion[],
  stamped: readonly Stamped[],
): PlanLine['lastDone'] {
  const [last, before] = completions.filter(({ isSkip }) => !isSkip).toReversed();
  if (!last) return null;
  const since = before ? { day: before.performedOn, reading: before.reading } : { day: startOn, reading: startAt };
  const days = since.day === null ? null : dayNumber(last.performedOn) - dayNumber(since.day);
  const distance = since.reading === null || last.reading === null ? null : last.reading - since.reading;
  return {
    completionId: last.id,
    entryId: last.entryId,
    performedOn: last.performedOn,
    reading: units(readingIn(stamped, last.id)),
    afterDays: days !== null && days > 0 ? days : null,
    afterDistance: distance !== null && distance > 0 ? units(distance) : null,
  };
}

/** The reading of a completion as it was shown then; null if it is not known. */
function readingIn(stamped: readonly Stamped[], id: number): number | null {
  const one = stamped.find(({ row }) => row.id === id);
  return (one?.entry ? one.entry.reading : one?.row.reading) || null;
}
