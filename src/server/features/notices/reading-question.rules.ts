import { dayNumber } from '#contract/time.ts';
import { dayText } from '../plan/days.rules.ts';
import { stateOf } from '../plan/plan.rules.ts';
import type { PlannedLine } from '../plan/plan-lists.service.ts';
import { isSnoozed } from './news.rules.ts';

/** Days after which a reading is old. */
const OLD = 60;
/** Days for which the usual use is believed. */
const ESTIMATED = 180;
/** Days in which a vehicle is not asked about again. */
const QUIET = 30;

/** The last reading of a vehicle whose owner is asked for a newer one. */
export interface LastReading {
  /** As the counter shows it, in tenths. */
  reading: number;
  readOn: string;
}

/** Vehicles are asked about again if they were last asked about on this day or before. */
export const askedUntil = (today: string): string => dayText(dayNumber(today) - QUIET);

/**
 * The last reading if the owner is to be asked what the counter shows (D 5.9): the plan has a line by distance, and the reading is old, or a
 * line would be due by now if the vehicle was used as before. Never before the first reading.
 */
export function oldReadingOf(lines: readonly PlannedLine[]): LastReading | undefined {
  const line = lines.find(dependsOnReading);
  const last = line?.now.last;
  return line && last && { reading: line.counter.shown(last.value), readOn: dayText(last.day) };
}

function dependsOnReading(line: PlannedLine): boolean {
  const { rules, completions, now } = line;
  const { last, rate } = now;
  if (!last || isSnoozed(line)) return false;
  const { dueReading } = stateOf(rules, completions, now);
  if (dueReading === null) return false;
  const days = dayNumber(now.today) - last.day;
  const estimated = last.value + (rate ?? 0) * Math.min(days, ESTIMATED);
  return days > OLD || (last.value < dueReading && estimated >= dueReading);
}
