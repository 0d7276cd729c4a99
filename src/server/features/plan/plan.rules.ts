import type { PlanKind, PlanMode, PlanState } from '#contract/plan.ts';
import { dayNumber } from '#contract/time.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import { dayText, endOfMonth, plusMonths } from './days.rules.ts';
import { type Closing, intervalBefore, nextDue, type Rule } from './occurrences.rules.ts';
import { forecastDay, LEADS, type PlanReading } from './use.rules.ts';

/** What a line says. Days are YYYY-MM-DD; distances and readings are tenths, readings accumulated. */
export interface PlanRules {
  kind: PlanKind;
  mode: PlanMode;
  everyMonths: number | null;
  everyDays: number | null;
  everyDistance: number | null;
  dueOn: string | null;
  dueAt: number | null;
  isEndOfMonth: boolean;
  startOn: string | null;
  startAt: number | null;
  leadDays: number | null;
  leadDistance: number | null;
}

/** A completion, of which the entry, if any, is not deleted. */
export interface Completion {
  id: number;
  entryId: number | null;
  performedOn: string;
  /** null if it is not known. */
  reading: number | null;
  isSkip: boolean;
  isExtra: boolean;
  /** The occurrence that was named or skipped, or the single date and reading that was due. */
  closesOn: string | null;
  closesAt: number | null;
}

/** What the states of a vehicle's lines depend on. */
export interface PlanNow {
  today: string;
  /** null for a bicycle. */
  unit: MileageUnit | null;
  last: PlanReading | undefined;
  /** Tenths per day; null if not known. */
  rate: number | null;
}

/** The present state of a line, in the units of `PlanRules`. */
export interface LineState {
  state: PlanState;
  /** The rule that comes first; null if neither is due on a known day. */
  reason: 'date' | 'distance' | null;
  /** The earlier one of `byDate` and `forecastOn`. */
  dueDate: string | null;
  byDate: string | null;
  dueReading: number | null;
  forecastOn: string | null;
  /** After the due day or reading; negative before it. */
  over: { days: number | null; distance: number | null };
}

const STATES: readonly PlanState[] = ['fine', 'soon', 'due', 'overdue'];
const LEAD_DAYS_MAX = 30;
/** A forecast that near makes a line "soon". */
const FORECAST_SOON = 14;

export function dateRule(line: PlanRules): Rule | null {
  const { everyMonths, everyDays, dueOn, startOn, isEndOfMonth, mode } = line;
  if (everyMonths === null && everyDays === null && dueOn === null) return null;
  const byMonths = everyMonths === null ? null : (from: number, times: number) => plusMonths(from, times * everyMonths);
  const byDays = everyDays === null ? null : (from: number, times: number) => from + times * everyDays;
  return {
    add: byMonths ?? byDays,
    settle: isEndOfMonth && !byDays ? endOfMonth : (day) => day,
    isFixed: mode === 'fixed',
    first: dueOn === null ? null : dayNumber(dueOn),
    start: startOn === null ? null : dayNumber(startOn),
  };
}

export function distanceRule({ everyDistance, dueAt, startAt, mode }: PlanRules): Rule | null {
  if (everyDistance === null && dueAt === null) return null;
  const add = everyDistance === null ? null : (from: number, times: number) => from + times * everyDistance;
  return { add, settle: (reading) => reading, isFixed: mode === 'fixed', first: dueAt, start: startAt };
}

/** By day, then by reading, then in the order in which they were entered. */
export const inOrder = (completions: readonly Completion[]): Completion[] =>
  completions.toSorted(
    (a, b) =>
      (a.performedOn < b.performedOn ? -1 : Number(a.performedOn > b.performedOn)) || (a.reading ?? 0) - (b.reading ?? 0) || a.id - b.id,
  );

/** A skipped occurrence counts as done when it was due. */
export const dateClosing = ({ performedOn, closesOn, isSkip, isExtra }: Completion): Closing => {
  const closes = closesOn === null ? null : dayNumber(closesOn);
  return { value: isSkip ? closes : dayNumber(performedOn), closes, isExtra };
};
export const distanceClosing = ({ reading, closesAt, isSkip, isExtra }: Completion): Closing => ({
  value: isSkip ? closesAt : reading,
  closes: closesAt,
  isExtra,
});

/** The open due values of both rules. `completions` are in order. */
export function duesOf(line: PlanRules, completions: readonly Completion[]): { day: number | null; reading: number | null } {
  const [byDate, byDistance] = [dateRule(line), distanceRule(line)];
  return {
    day: byDate && nextDue(byDate, completions.map(dateClosing)),
    reading: byDistance && nextDue(byDistance, completions.map(distanceClosing)),
  };
}

/** 10 % of the interval, at least one day and at most 30. A single date has no interval. */
function leadDaysOf(line: PlanRules, due: number): number {
  const interval = intervalBefore(dateRule(line) as Rule, due);
  return line.leadDays ?? (interval === null ? LEAD_DAYS_MAX : Math.min(Math.max(Math.floor(interval / 10), 1), LEAD_DAYS_MAX));
}

/** 10 % of the interval, at least one unit and at most `LEADS`. */
function leadDistanceOf({ leadDistance, everyDistance }: PlanRules, unit: MileageUnit): number {
  const { most, single } = LEADS[unit];
  return leadDistance ?? (everyDistance === null ? single : Math.min(Math.max(Math.floor(everyDistance / 10), TENTHS), most));
}

function stateByDate(line: PlanRules, due: number, today: number): PlanState {
  if (today >= due) return today > due ? 'overdue' : 'due';
  return today >= due - leadDaysOf(line, due) ? 'soon' : 'fine';
}

/** Due and overdue by real readings only; a forecast makes a line "soon" at most. */
function stateByDistance(line: PlanRules, due: number, forecast: number | null, { unit, last }: PlanNow, today: number): PlanState {
  const reached = last?.value;
  if (reached !== undefined && reached >= due) {
    const tolerance = Math.max(TENTHS, (line.everyDistance ?? 0) / 20);
    return reached >= due + tolerance ? 'overdue' : 'due';
  }
  if (reached !== undefined && reached >= due - leadDistanceOf(line, unit ?? 'km')) return 'soon';
  return forecast !== null && forecast - today <= FORECAST_SOON ? 'soon' : 'fine';
}

const rank = (state: PlanState): number => STATES.indexOf(state);

/** The state of a line now; `completions` are in order. */
export function stateOf(line: PlanRules, completions: readonly Completion[], now: PlanNow): LineState {
  const today = dayNumber(now.today);
  const { day, reading } = duesOf(line, completions);
  const forecast = reading === null ? null : forecastDay(reading, now.last, now.rate);
  const byDate = day === null ? 'fine' : stateByDate(line, day, today);
  const byDistance = reading === null ? 'fine' : stateByDistance(line, reading, forecast, now, today);
  const state = rank(byDistance) > rank(byDate) ? byDistance : byDate;
  const known = [day, forecast].filter((one) => one !== null);
  return {
    state,
    reason: reasonOf({ day, reading, forecast, isWorse: rank(byDistance) > rank(byDate) }),
    dueDate: known.length > 0 ? dayText(Math.min(...known)) : null,
    byDate: day === null ? null : dayText(day),
    dueReading: reading,
    forecastOn: forecast === null ? null : dayText(forecast),
    over: { days: day === null ? null : today - day, distance: reading === null || !now.last ? null : now.last.value - reading },
  };
}

/** Whichever comes first; without a forecast, the worse state. */
function reasonOf({ day, reading, forecast, isWorse }: Record<'day' | 'reading' | 'forecast', number | null> & { isWorse: boolean }) {
  if (day === null) return reading === null ? null : 'distance';
  const isFirst = forecast === null ? isWorse : forecast < day;
  return isFirst ? 'distance' : 'date';
}

/** Overdue, due, soon, fine; then by day, then by title. */
export function byUrgency(a: OrderedLine, b: OrderedLine): number {
  const day = ({ dueDate }: OrderedLine): string => dueDate ?? '9999-99-99';
  return rank(b.state) - rank(a.state) || compare(day(a), day(b)) || compare(a.title, b.title) || a.id - b.id;
}

type OrderedLine = Pick<LineState, 'state' | 'dueDate'> & { title: string; id: number };
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
