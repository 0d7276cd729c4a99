import type * as z from 'zod/mini';
import { isForeignMoney } from '#contract/fields.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { recordPatch, ServiceRecord } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../../app-error.ts';
import type { EntryRow } from '../entries.repo.ts';
import type { EntryKind } from '../entry.kind.ts';
import { checkReading, toTenths } from '../reading.rules.ts';

type WorkInput = z.core.output<typeof recordPatch>;

/** Records of the API: work that was done on a vehicle, with a part and its price. */
export const WORK: EntryKind<WorkInput, ServiceRecord> = {
  name: 'work',
  codes: { invalid: 'recordsApi.400', notFound: 'recordsApi.404', limit: 'recordsApi.limit' },

  columns({ vehicle, owner }, { operationName, partName, partCode, price, reading, readingUnit, performedOn, isReadingRight }) {
    if (reading !== undefined) checkReading(vehicle, reading, readingUnit, 'recordsApi.400');
    if (price && isForeignMoney(price.currencies, owner.currency))
      throw new AppError('recordsApi.400', { fields: [{ field: 'price', code: 'validation.number.currency' }] });
    return {
      ...(operationName === undefined ? {} : { operation_name: operationName }),
      ...(partName === undefined ? {} : { part_name: partName }),
      ...(partCode === undefined ? {} : { part_code: partCode }),
      ...(price === undefined ? {} : { amount: toCents(price.amount) }),
      ...(reading === undefined ? {} : { reading: toTenths(reading) }),
      ...(performedOn === undefined ? {} : { performed_on: performedOn }),
      ...(isReadingRight === undefined ? {} : { is_reading_right: isReadingRight ? 1 : 0 }),
    };
  },

  wire: (row) => ({
    id: row.id,
    operationName: row.operation_name ?? '',
    partName: row.part_name ?? '',
    partCode: row.part_code ?? '',
    price: fromCents(row.amount ?? 0),
    reading: row.reading / TENTHS,
    performedOn: row.performed_on,
  }),
};

export const toRecord = (row: EntryRow): ServiceRecord => WORK.wire(row);
