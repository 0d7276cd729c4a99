import { VEHICLE_LIMIT } from '#contract/limits.ts';
import type { Tariff } from '#contract/tariffs.ts';

/** The stored columns that determine the tariff in force. */
export interface TariffFacts {
  tariff: Tariff;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
}

export const BASIC: TariffFacts = { tariff: 'basic', tariff_start_date: null, tariff_end_date: null };

/**
 * The tariff at `now` (milliseconds): a paid tariff applies until the end of its period, which is exclusive. A period begins when it is stored;
 * a start in the future was stored by a wrong clock, and what was paid for applies.
 */
export function tariffInForce(facts: TariffFacts, now: number): Tariff {
  const { tariff, tariff_start_date: start, tariff_end_date: end } = facts;
  if (tariff === 'basic' || !start || !end) return 'basic';
  return now < Date.parse(end) ? tariff : 'basic';
}

/** Maximum number of usable vehicles; null means no limit. */
export const limitOf = (tariff: Tariff): number | null => VEHICLE_LIMIT[tariff];
