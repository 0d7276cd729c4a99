import type { FieldErrorCode } from '#contract/errors.ts';
import { latestToday } from '#contract/fields.ts';
import { YEAR_MIN } from '#contract/limits.ts';
import { parseNumber } from '#contract/numbers.ts';
import { readingRule } from '#contract/records.ts';
import { hasEngine, type MileageUnit, type ReadingUnit, type VehicleType } from '#contract/vehicle-types.ts';

/** What a vehicle's readings are counted in: a bicycle's are years (product decisions, part 3). */
export const readingUnitOf = (type: VehicleType, unit: MileageUnit | null): ReadingUnit => (hasEngine(type) ? (unit ?? 'km') : 'year');

/** What is wrong with a reading in that unit; undefined when all is well. */
export function readingFault(reading: number, unit: ReadingUnit): FieldErrorCode | undefined {
  const parsed = parseNumber(reading, readingRule(unit));
  if (!parsed.ok) return parsed.code;
  if (unit !== 'year') return undefined;
  if (reading < YEAR_MIN) return reading > 999 ? 'validation.year.past' : 'validation.year.format';
  return reading > Number(latestToday().slice(0, 4)) ? 'validation.year.future' : undefined;
}
