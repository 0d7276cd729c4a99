/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Whole days from 1 January 1970 to a day (YYYY-MM-DD). */
export const dayNumber = (day: string): number => Date.parse(day) / DAY;
