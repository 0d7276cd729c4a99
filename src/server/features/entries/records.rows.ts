import { fromCents, toCents } from '#contract/money.ts';
import type { ReferenceReading, ServiceRecord } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { ReadingRow } from './readings.repo.ts';
import type { NewRecordRow, RecordChange, RecordRow } from './records.repo.ts';

/** Prices in the owner's currency, readings in the vehicle's unit. */
export interface RecordFields {
  operationName: string;
  partName: string;
  partCode: string;
  price: number;
  reading: number;
  performedOn?: string | undefined;
  /** The unit that the client entered the reading in, if sent. */
  readingUnit?: ReadingUnit | undefined;
}

const toTenths = (reading: number): number => Math.round(reading * TENTHS);

type Columns = Pick<NewRecordRow, 'operation_name' | 'part_name' | 'part_code' | 'price' | 'reading'>;

/** The columns of a new record's fields. */
export const toColumns = (fields: RecordFields): Columns => ({
  operation_name: fields.operationName,
  part_name: fields.partName,
  part_code: fields.partCode,
  price: toCents(fields.price),
  reading: toTenths(fields.reading),
});

/** The columns of the fields that are present. */
export function changeOf(fields: Partial<RecordFields>): RecordChange {
  return {
    ...(fields.operationName === undefined ? {} : { operation_name: fields.operationName }),
    ...(fields.partName === undefined ? {} : { part_name: fields.partName }),
    ...(fields.partCode === undefined ? {} : { part_code: fields.partCode }),
    ...(fields.price === undefined ? {} : { price: toCents(fields.price) }),
    ...(fields.reading === undefined ? {} : { reading: toTenths(fields.reading) }),
    ...(fields.performedOn === undefined ? {} : { performed_on: fields.performedOn }),
  };
}

/** The record as the API returns it. */
export const toRecord = (row: RecordRow): ServiceRecord => ({
  id: row.id,
  operationName: row.operation_name,
  partName: row.part_name,
  partCode: row.part_code,
  price: fromCents(row.price),
  reading: row.reading / TENTHS,
  performedOn: row.performed_on,
});

export const toReferenceReading = (row: ReadingRow | undefined): ReferenceReading | null =>
  row ? { id: row.id, reading: row.reading / TENTHS, performedOn: row.performed_on } : null;
