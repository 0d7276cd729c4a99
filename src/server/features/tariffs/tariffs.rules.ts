import { VEHICLE_LIMIT } from '#contract/limits.ts';
import type { Tariff } from '#contract/tariffs.ts';

/** The stored facts that a tariff follows from. */
export interface TariffFacts {
  tariff: Tariff;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
}

/** The tariff at a moment (milliseconds): a paid one holds only within its period (product decisions, part 3). */
export function tariffInForce(facts: TariffFacts, now: number): Tariff {
  const { tariff, tariff_start_date: start, tariff_end_date: end } = facts;
  if (tariff === 'basic' || !start || !end) return 'basic';
  return Date.parse(start) <= now && now < Date.parse(end) ? tariff : 'basic';
}

/** Vehicles that a tariff allows; null is no limit. */
export const limitOf = (tariff: Tariff): number | null => VEHICLE_LIMIT[tariff];
