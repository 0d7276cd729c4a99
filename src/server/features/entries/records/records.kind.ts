import type * as z from 'zod/mini';
import { fromCents, toCents } from '#contract/money.ts';
import type { recordPatch, ServiceRecord } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import type { EntryRow } from '../entries.repo.ts';
import type { EntryKind } from '../entry.kind.ts';
import { checkMoney, currencyOf, sharedColumns } from '../reading.rules.ts';

type WorkInput = z.core.output<typeof recordPatch>;

export function toRecord(row: EntryRow): ServiceRecord {
  return {
    id: row.id,
    operationName: row.operation_name ?? '',
    partName: row.part_name ?? '',
    partCode: row.part_code ?? '',
    price: fromCents(row.amount ?? 0),
    reading: row.reading / TENTHS,
    performedOn: row.performed_on,
    currency: row.currency,
  };
}

/** Records of the API: work that was done on a vehicle, with a part and its price. */
export const WORK: EntryKind<'work', WorkInput, ServiceRecord> = {
  name: 'work',
  codes: { invalid: 'recordsApi.400', notFound: 'recordsApi.404', limit: 'recordsApi.limit' },

  change(access, input, stored) {
    const { vehicle } = access;
    const { operationName, partName, partCode, price } = input;
    checkMoney(currencyOf(access, stored, input.currency, 'price', 'recordsApi.400'), price, 'price', 'recordsApi.400');
    return {
      columns: {
        ...sharedColumns(vehicle, input, 'recordsApi.400'),
        ...(operationName === undefined ? {} : { operation_name: operationName }),
        ...(partName === undefined ? {} : { part_name: partName }),
        ...(partCode === undefined ? {} : { part_code: partCode }),
        ...(price === undefined ? {} : { amount: toCents(price.amount) }),
      },
    };
  },

  wire: toRecord,
};
