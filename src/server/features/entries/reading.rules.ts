import type { ErrorCode } from '#contract/errors.ts';
import { isForeignMoney, type TypedMoney } from '#contract/fields.ts';
import { type ReferenceReading, readingError, readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { TENTHS } from '#contract/units.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { AppError } from '../../app-error.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import type { ReadingFacts } from './entries.repo.ts';
import type { Asked } from './entry.kind.ts';
import type { FullReadingRow, ReadingRow } from './readings.repo.ts';
import type { ShownPoint } from './segments.rules.ts';

export const toTenths = (reading: number): number => Math.round(reading * TENTHS);

export const unitOf = (facts: ReadingFacts): ReadingUnit => readingUnitOf(facts.vehicle_type, facts.mileage_unit);

export const otherUnit = (code: ErrorCode): AppError =>
  new AppError(code, { fields: [{ field: 'reading', code: 'validation.reading.unit' }] });

/** The columns of what every kind shares; a reading that is not known is 0. Throws `code` for a reading that does not fit the vehicle. */
export function sharedColumns(vehicle: ReadingFacts, { performedOn, reading, readingUnit, isReadingRight }: Asked, code: ErrorCode) {
  if (typeof reading === 'number') checkReading(vehicle, reading, readingUnit, code);
  return {
    ...(reading === undefined ? {} : { reading: toTenths(reading ?? 0) }),
    ...(performedOn === undefined ? {} : { performed_on: performedOn }),
    ...(isReadingRight === undefined ? {} : { is_reading_right: isReadingRight ? (1 as const) : (0 as const) }),
  };
}

/** Throws `code` for an amount with the sign of another currency than its own. */
export function checkMoney(currency: Currency, money: TypedMoney | null | undefined, field: string, code: ErrorCode): void {
  if (money && isForeignMoney(money.currencies, currency))
    throw new AppError(code, { fields: [{ field, code: 'validation.number.currency' }] });
}

/** The currency of an amount: a stored one keeps its own, a new one has that of the account. Throws `code` if the form showed another one. */
export function currencyOf(
  { owner }: Pick<Access, 'owner'>,
  stored: { currency: Currency } | undefined,
  shown: Currency | undefined,
  field: string,
  code: ErrorCode,
): Currency {
  const { currency } = stored ?? owner;
  if (shown !== undefined && shown !== currency) throw new AppError(code, { fields: [{ field, code: 'validation.currency' }] });
  return currency;
}

/** Throws `code` for a reading or distance that is invalid in the vehicle's unit, or was typed in another one. */
export function checkReading(
  vehicle: ReadingFacts,
  reading: number,
  typedIn: ReadingUnit | undefined,
  code: ErrorCode,
  field = 'reading',
): void {
  if (typedIn !== undefined && typedIn !== unitOf(vehicle)) throw otherUnit(code);
  const error = readingError(reading, unitOf(vehicle));
  if (error) throw new AppError(code, { fields: [{ field, code: error }] });
}

export const toReferenceReading = (row: ReadingRow | undefined): ReferenceReading | null =>
  row ? { id: row.id, kind: row.kind, reading: row.reading / TENTHS, performedOn: row.performed_on } : null;

export const pointOf = ({ id, performed_on, reading, is_reading_right, reset, isDetails }: FullReadingRow): ShownPoint => ({
  ...{ id, reading, reset, isDetails, performedOn: performed_on, isRight: is_reading_right },
});
