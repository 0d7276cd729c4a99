import { dayNumber } from '#contract/time.ts';
import type { CountedPoint } from '../entries/segments.rules.ts';
import type { PlanReading } from './use.rules.ts';

/** What the counter of a vehicle has shown. A plan counts on over replaced odometers, and is shown as the present one shows it. */
export interface Counter {
  /** Accumulated, ordered by day, without doubtful ones. */
  readings: PlanReading[];
  /** Of a reading that was shown on that day. */
  accumulated(reading: number, day: string): number;
  /** Of the reading of an entry. */
  ofEntry(id: number, reading: number, day: string): number;
  /** An accumulated reading as the present odometer shows it, also below its first one. */
  shown(accumulated: number): number;
}

/** `points` are all readings of entries in their order, `readings` those that count. */
export function counterOf(points: readonly CountedPoint[], readings: PlanReading[]): Counter {
  const first = points.filter(({ segment }, index) => segment > 0 && points[index - 1]?.segment !== segment);
  const starts = first.map(({ performedOn, reading, shown }) => ({ day: performedOn, offset: reading - shown }));
  const offsetOn = (day: string): number => starts.findLast((start) => start.day <= day)?.offset ?? 0;
  const byEntry = starts.length === 0 ? undefined : new Map(points.map(({ id, reading }) => [id, reading]));
  const present = starts.at(-1)?.offset ?? 0;
  return {
    readings,
    accumulated: (reading, day) => reading + offsetOn(day),
    ofEntry: (id, reading, day) => byEntry?.get(id) ?? reading + offsetOn(day),
    shown: (accumulated) => accumulated - present,
  };
}

export const NO_COUNTER: Counter = counterOf([], []);

/** The reading of a day, as one that counts. */
export const readingOn = (day: string, value: number): PlanReading => ({ day: dayNumber(day), value });
