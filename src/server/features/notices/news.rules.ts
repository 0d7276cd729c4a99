import { dayNumber } from '#contract/time.ts';
import type { NoticeState } from '../../db/notice-tables.ts';
import { dayText, todayAt } from '../plan/days.rules.ts';
import { type LineState, stateOf } from '../plan/plan.rules.ts';
import type { PlannedLine } from '../plan/plan-lists.service.ts';

/** What was told about a line. */
export interface Told {
  occurrence: string;
  state: NoticeState;
  /** The account's day. */
  told_on: string;
}

/** What is to be told about a line now. */
export interface News {
  lineId: number;
  occurrence: string;
  state: NoticeState;
  shown: LineState;
}

/** Days in which the same state of a line is not told again, even if the line was moved. */
const QUIET = 30;
/** Days after which an overdue deadline is told once more. */
const AGAIN = 7;

/** The name of what is due: it changes when the line is done or moved. Readings are accumulated, so a new odometer changes nothing. */
export const occurrenceOf = ({ byDate, dueReading }: Pick<LineState, 'byDate' | 'dueReading'>): string =>
  `${byDate ?? ''}/${dueReading ?? ''}`;

export const isSnoozed = ({ row, now }: PlannedLine): boolean => row.snoozed_until !== null && row.snoozed_until > now.today;

/** What a line may have to tell: undefined for a line that is fine, snoozed, or was overdue already when it was added. */
export function candidateOf(line: PlannedLine, timeZone: string): News | undefined {
  const { row, rules, completions, now } = line;
  const shown = stateOf(rules, completions, now);
  if (shown.state === 'fine' || isSnoozed(line)) return undefined;
  const occurrence = occurrenceOf(shown);
  if (shown.state === 'overdue' && wasOverdueWhenAdded(line, occurrence, timeZone)) return undefined;
  return { lineId: row.id, occurrence, state: shown.state, shown };
}

/** Whether the occurrence was overdue on the day on which the line was added, with what is known of that day. */
function wasOverdueWhenAdded({ row, rules, now, counter }: PlannedLine, occurrence: string, timeZone: string): boolean {
  const today = todayAt(Date.parse(row.created_at), timeZone);
  const last = counter.readings.findLast(({ day }) => day <= dayNumber(today));
  const then = stateOf(rules, [], { ...now, today, last });
  return then.state === 'overdue' && occurrenceOf(then) === occurrence;
}

/** What is told of a candidate, given all that was told about the line: each state of an occurrence once (D 5.11). */
export function newsOf(candidate: News, told: readonly Told[], line: Pick<PlannedLine, 'rules' | 'now'>): News | undefined {
  const today = dayNumber(line.now.today);
  const before = told.find(({ occurrence, state }) => occurrence === candidate.occurrence && state === candidate.state);
  if (!before) return wasToldSince(told, candidate.state, today - QUIET) ? undefined : candidate;
  const isRepeated = line.rules.kind === 'deadline' && candidate.state === 'overdue' && dayNumber(before.told_on) <= today - AGAIN;
  const wasRepeated = told.some(({ occurrence, state }) => occurrence === candidate.occurrence && state === 'again');
  return isRepeated && !wasRepeated ? { ...candidate, state: 'again' } : undefined;
}

const wasToldSince = (told: readonly Told[], state: NoticeState, day: number): boolean =>
  told.some((one) => one.state === state && one.told_on > dayText(day));
