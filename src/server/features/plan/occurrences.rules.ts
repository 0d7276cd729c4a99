/**
 * When a rule of a plan line is due. The same for both kinds of rules: values are days since 1970 for a rule by date, and accumulated
 * readings in tenths for one by distance.
 */
export interface Rule {
  /** `times` intervals after `from`; null for a rule that is due once. */
  add: ((from: number, times: number) => number) | null;
  /** Moves a due value to the end of its month, for a rule by date that wants it. */
  settle: (due: number) => number;
  isFixed: boolean;
  /** The single due value, or the first one; null if it is one interval after `start`. */
  first: number | null;
  /** What the rule counts from before the first completion; null if it is not known. */
  start: number | null;
}

/** What one completion says about a rule. */
export interface Closing {
  /** When the work was done; null if that is not known. Of a skipped occurrence, its due value. */
  value: number | null;
  /** The occurrence that the owner named, or that was skipped; null for the one nearest to `value`. */
  closes: number | null;
  /** The work was done beside the plan: it closes no occurrence of a fixed rule. */
  isExtra: boolean;
}

/** Occurrences between two of which the mean interval is taken: four years of months. */
const MEAN_OF = 48;

/** The due value number `index`, from the first one, never from the one before: 31 January, 28 February, 31 March. Undefined if unknown. */
export function occurrence({ add, settle, first, start }: Rule, index: number): number | undefined {
  if (first !== null) return settle(add ? add(first, index) : first);
  return start === null || !add ? undefined : settle(add(start, index + 1));
}

/** A rule whose occurrences are known. */
const isKnown = ({ add, first, start }: Rule): boolean => first !== null || (add !== null && start !== null);
const at = (rule: Rule, index: number): number => occurrence(rule, index) as number;

/** The number of the last occurrence until `value`; negative before the first one. */
function lastUntil(rule: Rule, value: number): number {
  let index = Math.floor((value - at(rule, 0)) / ((at(rule, MEAN_OF) - at(rule, 0)) / MEAN_OF));
  while (at(rule, index) > value) index -= 1;
  while (at(rule, index + 1) <= value) index += 1;
  return index;
}

/** The number of the occurrence nearest to `value`; of two equally near ones `shown`, otherwise the later one. */
function nearest(rule: Rule, value: number, shown: number): number {
  const before = lastUntil(rule, value);
  const [early, late] = [value - at(rule, before), at(rule, before + 1) - value];
  if (early === late) return shown === before ? before : before + 1;
  return early < late ? before : before + 1;
}

/** The number of the occurrence of a fixed rule that is open after the completions, which are in their order; 0 is the first. */
function shownAfter(rule: Rule, closings: readonly Closing[]): number {
  let shown = 0;
  for (const { value, closes, isExtra } of closings) {
    if (isExtra || (value === null && closes === null)) continue;
    const closed = closes === null ? nearest(rule, value as number, shown) : lastUntil(rule, closes);
    shown = Math.max(shown, closed + 1);
  }
  return shown;
}

/** The open due value after the completions, in the order of their days; null if there is none, or it is not known. */
export function nextDue(rule: Rule, closings: readonly Closing[]): number | null {
  if (!isKnown(rule)) return rule.add && !rule.isFixed ? afterLast(rule, closings) : null;
  if (!rule.add) {
    const due = at(rule, 0);
    return closings.some(({ closes, isExtra }) => !isExtra && closes !== null && closes >= due) ? null : due;
  }
  if (rule.isFixed) return at(rule, shownAfter(rule, closings));
  return afterLast(rule, closings) ?? at(rule, 0);
}

/** The due values of a rule that is fixed or due once, from the open one until `until`, which is not included. */
export function duesUntil(rule: Rule, closings: readonly Closing[], until: number): number[] {
  if (!rule.add) return [nextDue(rule, closings)].filter((due) => due !== null && due < until) as number[];
  if (!rule.isFixed || !isKnown(rule)) return [];
  const dues: number[] = [];
  for (let index = shownAfter(rule, closings); at(rule, index) < until; index++) dues.push(at(rule, index));
  return dues;
}

/** Floating: one interval after the last completion, early or late. */
function afterLast({ add, settle }: Rule, closings: readonly Closing[]): number | null {
  const last = closings.findLast(({ value }) => value !== null);
  return last && add ? settle(add(last.value as number, 1)) : null;
}

/** An occurrence that a completion can close, and the one that is open after it. */
export interface Choice {
  closes: number;
  next: number;
}

/**
 * For work further than half an interval from the occurrence on show: the nearest occurrence and that one. Undefined for other work, and for
 * a rule that is not fixed, where nothing needs to be asked.
 */
export function choicesOf(rule: Rule, closings: readonly Closing[], value: number): Choice[] | undefined {
  if (!rule.isFixed || !rule.add || !isKnown(rule)) return undefined;
  const shown = shownAfter(rule, closings);
  const due = at(rule, shown);
  const toNeighbour = value < due ? due - at(rule, shown - 1) : at(rule, shown + 1) - due;
  if (2 * Math.abs(value - due) <= toNeighbour) return undefined;
  const choice = (index: number): Choice => ({ closes: at(rule, index), next: at(rule, Math.max(shown, index + 1)) });
  return [choice(nearest(rule, value, shown)), choice(shown)];
}

/** Whether `value` is one of the occurrences of the rule. */
export const isOccurrence = (rule: Rule, value: number): boolean =>
  rule.add !== null && isKnown(rule) && at(rule, lastUntil(rule, value)) === value;

/** The length of the interval that ends at `due`; null for a rule that is due once. */
export const intervalBefore = ({ add }: Rule, due: number): number | null => (add ? due - add(due, -1) : null);
