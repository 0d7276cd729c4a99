import type * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/errors.ts';
import type { Reading, readingPatch } from '#contract/readings.ts';
import { TENTHS } from '#contract/units.ts';
import { hasEngine } from '#contract/vehicle-types.ts';
import { AppError } from '../../../app-error.ts';
import type { Details } from '../details.repo.ts';
import type { Change, EntryKind } from '../entry.kind.ts';
import { checkReading, sharedColumns, toTenths } from '../reading.rules.ts';

type ReadingInput = z.core.output<typeof readingPatch>;

const invalid = (field: string, code: FieldErrorCode): AppError => new AppError('readingsApi.400', { fields: [{ field, code }] });

/** A reading that was entered alone; it can be the first one of a new odometer. */
export const READING: EntryKind<'reading', ReadingInput, Reading> = {
  name: 'reading',
  codes: { invalid: 'readingsApi.400', notFound: 'readingsApi.404', limit: 'entriesApi.limit' },

  change({ vehicle }, input, stored): Change<'reading'> {
    if (!hasEngine(vehicle.vehicle_type)) throw invalid('reading', 'validation.notForType');
    const { reading, note, oldReading } = input;
    if (reading === 0) throw invalid('reading', 'validation.number.zero');
    if (oldReading) checkReading(vehicle, oldReading, input.readingUnit, 'readingsApi.400', 'oldReading');
    return {
      columns: { ...sharedColumns(vehicle, input, 'readingsApi.400'), ...(note === undefined ? {} : { note }) },
      details: detailsOf(input, stored?.details),
    };
  },

  resetOf: ({ is_reset, old_reading }) => (is_reset === 1 ? { oldReading: old_reading } : undefined),

  fixedBy: ({ source }) => (source === 'details' ? 'readingsApi.details' : undefined),

  wire: ({ details, ...line }) => ({
    ...{ id: line.id, performedOn: line.performed_on, reading: line.reading / TENTHS, isReset: details.is_reset === 1 },
    oldReading: details.old_reading === null ? null : details.old_reading / TENTHS,
    ...{ note: line.note, isFromDetails: details.source === 'details' },
  }),
};

/** A reading that is no longer the first one of an odometer loses the value of the old one. */
function detailsOf({ isReset, oldReading }: ReadingInput, stored: Details['reading'] | undefined): Partial<Details['reading']> {
  const isResetNow = isReset ?? stored?.is_reset === 1;
  if (oldReading && !isResetNow) throw invalid('oldReading', 'validation.reading.notReset');
  const old = oldReading === undefined ? {} : { old_reading: oldReading && toTenths(oldReading) };
  if (!stored) return { is_reset: isResetNow ? 1 : 0, old_reading: null, ...old };
  if (isReset === undefined) return old;
  return isReset ? { is_reset: 1, ...old } : { is_reset: 0, old_reading: null };
}
