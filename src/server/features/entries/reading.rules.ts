import type { ErrorCode } from '#contract/errors.ts';
import { type ReferenceReading, readingError, readingUnitOf } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { AppError } from '../../app-error.ts';
import type { ReadingFacts } from './entries.repo.ts';
import type { ReadingRow } from './readings.repo.ts';

export const toTenths = (reading: number): number => Math.round(reading * TENTHS);

export const unitOf = (facts: ReadingFacts): ReadingUnit => readingUnitOf(facts.vehicle_type, facts.mileage_unit);

export const otherUnit = (code: ErrorCode): AppError =>
  new AppError(code, { fields: [{ field: 'reading', code: 'validation.reading.unit' }] });

/** Throws `code` for a reading that is invalid in the vehicle's unit, or was typed in another one. */
export function checkReading(vehicle: ReadingFacts, reading: number, typedIn: ReadingUnit | undefined, code: ErrorCode): void {
  if (typedIn !== undefined && typedIn !== unitOf(vehicle)) throw otherUnit(code);
  const error = readingError(reading, unitOf(vehicle));
  if (error) throw new AppError(code, { fields: [{ field: 'reading', code: error }] });
}

export const toReferenceReading = (row: ReadingRow | undefined): ReferenceReading | null =>
  row ? { id: row.id, reading: row.reading / TENTHS, performedOn: row.performed_on } : null;
