import type * as z from 'zod/mini';
import { type completionInput, EXTRA, type OccurrenceChoices } from '#contract/plan.ts';
import { dayNumber } from '#contract/time.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../app-error.ts';
import type { Counter } from './counter.rules.ts';
import { dayText } from './days.rules.ts';
import { type Choice, choicesOf, isOccurrence, type Rule } from './occurrences.rules.ts';
import { type Completion, dateClosing, dateRule, distanceClosing, distanceRule, duesOf, type PlanRules } from './plan.rules.ts';
import { invalid } from './plan-input.rules.ts';

export type CompletionInput = z.core.output<typeof completionInput>;

/** What a completion says about the occurrence that it closes. */
export type Closes = Pick<Completion, 'isExtra' | 'closesOn' | 'closesAt'>;
const NEAREST: Closes = { isExtra: false, closesOn: null, closesAt: null };

/** The rule whose occurrences are named: by date, unless the line has none. Its values are written as text for the caller. */
function namedRule(line: PlanRules): { rule: Rule; isByDate: boolean } | undefined {
  const [byDate, byDistance] = [dateRule(line), distanceRule(line)];
  if (byDate) return { rule: byDate, isByDate: true };
  return byDistance ? { rule: byDistance, isByDate: false } : undefined;
}

/**
 * Which occurrence of the line the work closes: the named one, or the nearest. Throws 400 for one that the line does not have, and 409 with
 * the choices for work that is far from the occurrence on show, if the caller wants to be asked. `completions` are in order.
 */
export function closesOf(
  line: PlanRules,
  completions: readonly Completion[],
  work: { performedOn: string; reading: number | null },
  { occurrence, ask }: Pick<CompletionInput, 'occurrence' | 'ask'>,
  counter: Counter,
): Closes {
  const named = namedRule(line);
  if (!named) return NEAREST;
  if (isOnce(line)) return { ...NEAREST, closesOn: line.dueOn, closesAt: line.dueAt };
  const { rule, isByDate } = named;
  if (!rule.isFixed) return NEAREST;
  if (occurrence === EXTRA) return { ...NEAREST, isExtra: true };
  if (occurrence !== undefined) {
    const isDay = /-/.test(occurrence);
    const value = isDay ? dayNumber(occurrence) : Math.round(Number(occurrence) * TENTHS) - counter.shown(0);
    if (isDay !== isByDate || !Number.isFinite(value) || !isOccurrence(rule, value)) throw invalid('occurrence', 'validation.choice');
    return isByDate ? { ...NEAREST, closesOn: occurrence } : { ...NEAREST, closesAt: value };
  }
  const value = isByDate ? dayNumber(work.performedOn) : work.reading;
  const closings = completions.map(isByDate ? dateClosing : distanceClosing);
  const choices = ask && value !== null ? choicesOf(rule, closings, value) : undefined;
  if (choices)
    throw new AppError('planApi.whichOccurrence', {
      data: toChoices(choices, isByDate ? dayText : (value) => String(counter.shown(value) / TENTHS)),
    });
  return NEAREST;
}

const toChoices = (choices: readonly Choice[], text: (value: number) => string): OccurrenceChoices => ({
  choices: choices.map(({ closes, next }) => ({ occurrence: text(closes), next: text(next) })),
});

const isOnce = ({ everyMonths, everyDays, everyDistance }: PlanRules): boolean =>
  everyMonths === null && everyDays === null && everyDistance === null;

/** What is due now, which a skip closes. Throws 409 for a line that is due once, and for one that has no due value. */
export function skipOf(line: PlanRules, completions: readonly Completion[]): Closes {
  const { day, reading } = duesOf(line, completions);
  if (isOnce(line) || (day === null && reading === null)) throw new AppError('planApi.once');
  return { isExtra: false, closesOn: day === null ? null : dayText(day), closesAt: reading };
}
