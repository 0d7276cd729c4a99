import type { EntryKindName } from '#contract/entry-kinds.ts';
import { type Fuel, fuelsOf, unitsOf, type VolumeUnit } from '#contract/fuels.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { DraftEntry } from '../../imports/drafts.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { COST } from './costs/costs.kind.ts';
import type { EntryFields } from './entries.repo.ts';
import type { Asked, Change, EntryKind } from './entry.kind.ts';
import { FILL } from './fills/fills.kind.ts';
import { toTenths } from './reading.rules.ts';
import { READING } from './readings/readings.kind.ts';
import { WORK } from './records/records.kind.ts';

const KINDS = { work: WORK, fill: FILL, cost: COST, reading: READING } as unknown as {
  [Kind in EntryKindName]: EntryKind<Kind, Asked, unknown>;
};

/** Of a kind that does not use them. */
const NO_FIELDS: Omit<EntryFields, 'performed_on'> = {
  ...{ reading: 0, is_reading_right: 0, amount: null, cost_group: null },
  ...{ operation_name: null, part_name: null, part_code: null, place: null, note: null },
};

const tenths = (value: number | null | undefined): number | null => (value == null ? null : toTenths(value));

/** What an entry of a file stores: the columns of all kinds, and those of its kind. */
export interface ImportedEntry {
  columns: ReturnType<typeof columnsOf>;
  details: object | undefined;
}

/** Throws what the creation of such an entry throws for input that does not fit the vehicle. `fileCurrency` is that of amounts without one. */
export function importedEntry(access: Access, draft: DraftEntry, fileCurrency: Currency | null): ImportedEntry {
  const { fuel } = draft.input as { fuel?: Fuel };
  // A vehicle whose fuel was changed keeps its fills.
  const vehicle = fuel && draft.extra.source ? { ...access.vehicle, second_fuel_type: fuel } : access.vehicle;
  const input = draft.kind === 'fill' && !fuel ? withFuel(access, draft.input) : draft.input;
  const { columns, details } = KINDS[draft.kind].change({ ...access, vehicle }, input as Asked) as Change<EntryKindName>;
  return { columns: columnsOf(access, draft, { ...NO_FIELDS, ...columns }, fileCurrency), details: detailsOf(draft, details) };
}

/** A fill of a table that names no fuel has that of the vehicle, in its usual unit if the volume has none that fits. */
function withFuel({ vehicle }: Access, input: object): object {
  const [fuel] = fuelsOf(vehicle.fuel_type, vehicle.second_fuel_type);
  const { volumeUnit } = input as { volumeUnit?: VolumeUnit };
  if (!fuel) return input;
  const units = unitsOf(fuel);
  return { ...input, fuel, volumeUnit: volumeUnit && units.includes(volumeUnit) ? volumeUnit : units[0] };
}

function columnsOf(
  access: Access,
  { kind, uid, extra }: DraftEntry,
  columns: typeof NO_FIELDS & Partial<EntryFields>,
  fileCurrency: Currency | null,
) {
  return {
    ...columns,
    performed_on: columns.performed_on ?? '',
    ...{ kind, uid, source: extra.source ?? ('import' as const), day_precision: extra.dayPrecision ?? ('day' as const) },
    other_reading: tenths(extra.otherReading),
    currency: extra.currency ?? fileCurrency ?? access.owner.currency,
    warranty_until: extra.warrantyUntil ?? null,
    ...(kind === 'work' ? { place: extra.place ?? null, note: extra.note ?? null } : {}),
  };
}

function detailsOf({ kind, extra }: DraftEntry, details: object | undefined): object | undefined {
  if (kind === 'fill') return { ...details, other_distance_on_fuel: tenths(extra.otherDistanceOnFuel) };
  return kind === 'reading' ? { ...details, other_old_reading: tenths(extra.otherOldReading) } : details;
}
