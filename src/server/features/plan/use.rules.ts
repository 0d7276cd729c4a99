import type { MileageUnit } from '#contract/vehicle-types.ts';

/** A reading that is not doubtful: its day since 1970, and its accumulated value in tenths of the vehicle's unit. */
export interface PlanReading {
  day: number;
  value: number;
}

const YEAR = 365;
/** Days that the readings must span: a trip or a holiday is not the usual use. */
const SPAN_MIN = 30;
/** A forecast further away than this says nothing. */
const FORECAST_MAX = 100 * YEAR;

/** Tenths per day between the first and the last of the readings; undefined if they span too few days, or nothing was driven. */
function rateOf(readings: readonly PlanReading[]): number | undefined {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return undefined;
  const days = last.day - first.day;
  return days >= SPAN_MIN && last.value > first.value ? (last.value - first.value) / days : undefined;
}

/**
 * Tenths per day: of the readings of the last 365 days and the last one before them, otherwise of all of them, otherwise as the owner
 * says for a year (in tenths). null if that is not known. The readings are ordered by day. A year, because motorcycles and boats are used in one season.
 */
export function dailyUse(readings: readonly PlanReading[], today: number, yearly: number | null): number | null {
  const inYear = readings.findIndex(({ day }) => day > today - YEAR);
  const year = inYear < 0 ? readings.slice(-1) : readings.slice(Math.max(0, inYear - 1));
  return rateOf(year) ?? rateOf(readings) ?? (yearly === null ? null : yearly / YEAR);
}

/** The day on which the counter shows `due`, if it is used as before; null if that is not known. */
export function forecastDay(due: number, last: PlanReading | undefined, rate: number | null): number | null {
  if (!last || !rate) return null;
  const days = Math.ceil((due - last.value) / rate);
  return days > FORECAST_MAX ? null : last.day + Math.max(0, days);
}

/** In tenths: the longest lead of a rule by distance, and that of a single reading. */
export const LEADS: Record<MileageUnit, { most: number; single: number }> = {
  km: { most: 15_000, single: 10_000 },
  mi: { most: 10_000, single: 6_000 },
  h: { most: 250, single: 250 },
};
