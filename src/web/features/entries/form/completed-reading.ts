import type { ReadingUnit } from '#contract/vehicle-types.ts';

/** Last readings below this are not completed: they can be typed as fast. */
const SHORTEST = 1_000;

/**
 * The reading that one to three typed digits stand for: the first one from `last` on that ends with them. undefined for any other text, and
 * for hours and years, which are typed as a whole.
 */
export function completedReading(typed: string, last: number | null, unit: ReadingUnit): number | undefined {
  const digits = typed.trim();
  if ((unit !== 'km' && unit !== 'mi') || last === null || last < SHORTEST || !/^\d{1,3}$/.test(digits)) return undefined;
  const size = 10 ** digits.length;
  const candidate = last - (last % size) + Number(digits);
  return candidate >= last ? candidate : candidate + size;
}
