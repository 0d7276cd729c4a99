import type { ExportedEntry } from '#contract/export-file.ts';
import { fromCents } from '#contract/money.ts';
import { TENTHS } from '#contract/units.ts';
import type { EntryExportRow } from './entry-export.repo.ts';

const THOUSANDTHS = 1_000;
const TEN_THOUSANDTHS = 10_000;

const part = (value: number | null, of: number): number | null => (value === null ? null : value / of);

const sharedOf = (row: EntryExportRow) => ({
  uid: row.uid,
  performedOn: row.performed_on,
  dayPrecision: row.day_precision,
  reading: row.reading === 0 ? null : row.reading / TENTHS,
  otherReading: part(row.other_reading, TENTHS),
  isReadingRight: row.is_reading_right === 1,
  place: row.place,
  note: row.note,
  currency: row.currency,
  source: row.source,
  createdAt: row.created_at,
  changedAt: row.changed_at,
});

/** An entry as an export contains it. */
export function toExportedEntry(row: EntryExportRow): ExportedEntry {
  switch (row.kind) {
    case 'work':
      return {
        ...{ kind: row.kind, ...sharedOf(row) },
        ...{ operationName: row.operation_name ?? '', partName: row.part_name ?? '', partCode: row.part_code ?? '' },
        ...{ price: fromCents(row.amount ?? 0), warrantyUntil: row.warranty_until },
      };
    case 'fill':
      return { kind: row.kind, ...sharedOf(row), ...fillOf(row) };
    case 'cost':
      return {
        ...{ kind: row.kind, ...sharedOf(row), category: row.category ?? 'other', title: row.title ?? '' },
        ...{ total: fromCents(Math.abs(row.amount ?? 0)), quantity: part(row.quantity, THOUSANDTHS) },
        ...{ quantityUnit: row.quantity_unit, refundOf: row.refund_of },
      };
    case 'reading':
      return {
        ...{ kind: row.kind, ...sharedOf(row), isReset: row.is_reset === 1 },
        ...{ oldReading: part(row.old_reading, TENTHS), otherOldReading: part(row.other_old_reading, TENTHS) },
      };
  }
}

const fillOf = (row: EntryExportRow) => ({
  // Every fill has its row of details.
  fuel: row.fuel ?? 'petrol',
  volume: part(row.volume, THOUSANDTHS),
  volumeUnit: row.volume_unit ?? 'l',
  total: row.amount === null ? null : fromCents(row.amount),
  pricePerUnit: part(row.price_per_unit, TEN_THOUSANDTHS),
  isFull: row.is_full === 1,
  isMissedBefore: row.is_missed_before === 1,
  level: row.level,
  distanceOnFuel: part(row.distance_on_fuel, TENTHS),
  otherDistanceOnFuel: part(row.other_distance_on_fuel, TENTHS),
  grade: row.grade,
});
