import type * as z from 'zod/mini';
import type { Reading, readingPatch } from '#contract/readings.ts';
import { TENTHS } from '#contract/units.ts';
import { hasEngine } from '#contract/vehicle-types.ts';
import { AppError } from '../../../app-error.ts';
import type { EntryKind } from '../entry.kind.ts';
import { sharedColumns } from '../reading.rules.ts';

type ReadingInput = z.core.output<typeof readingPatch>;

/** A reading that was entered alone. */
export const READING: EntryKind<'reading', ReadingInput, Reading> = {
  name: 'reading',
  codes: { invalid: 'readingsApi.400', notFound: 'readingsApi.404', limit: 'entriesApi.limit' },

  change({ vehicle }, input) {
    if (!hasEngine(vehicle.vehicle_type))
      throw new AppError('readingsApi.400', { fields: [{ field: 'reading', code: 'validation.notForType' }] });
    const { reading, note } = input;
    if (reading === 0) throw new AppError('readingsApi.400', { fields: [{ field: 'reading', code: 'validation.number.zero' }] });
    return { columns: { ...sharedColumns(vehicle, input, 'readingsApi.400'), ...(note === undefined ? {} : { note }) } };
  },

  wire: (line) => ({ id: line.id, performedOn: line.performed_on, reading: line.reading / TENTHS, note: line.note }),
};
