import type { Readable } from 'node:stream';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { IMPORT_ROW_BYTES, IMPORT_ROWS_MAX, OPERATION_MAX } from '#contract/limits.ts';
import type { TableField } from '#contract/tables.ts';
import { CURRENCIES } from '#contract/tariffs.ts';
import type { Batches } from './batches.ts';
import type { FileHead, VehicleFacts } from './drafts.ts';
import { type JsonRow, jsonRows } from './json-rows.ts';
import { Rejection } from './rejection.ts';
import type { SectionForm } from './section-form.ts';
import { rowAdder } from './table-row.ts';
import { newVehicles } from './table-vehicles.ts';

/** Tracktor: one JSON file of all vehicles, with its settings. */

type Row = Record<string, unknown>;

interface List {
  kind: EntryKindName;
  /** What the members of a row are. */
  columns: [member: string, field: TableField][];
  cellsOf?: SectionForm['cellsOf'];
}

const DAY: List['columns'][number] = ['date', 'performedOn'];
const SHARED: List['columns'] = [
  ['odometer', 'reading'],
  ['cost', 'total'],
  ['notes', 'note'],
];

const LISTS: Record<string, List> = {
  fuelLogs: { kind: 'fill', columns: [DAY, ...SHARED, ['fuelAmount', 'volume'], ['filled', 'isFull'], ['missedLast', 'isMissedBefore']] },
  // Its notes say what was done.
  maintenanceLogs: {
    ...{ kind: 'work', columns: [DAY, ...SHARED, ['serviceCenter', 'place']] },
    cellsOf: ([, , , notes = '', place = '']) => {
      const [line = ''] = notes.split('\n');
      const title = (line || place).slice(0, OPERATION_MAX).trim();
      return { title, note: title === notes ? '' : notes };
    },
  },
  insurances: { kind: 'cost', columns: [['startDate', 'performedOn'], ...SHARED, ['provider', 'title'], ['policyNumber', 'partCode']] },
};

const FUELS: Record<string, VehicleFacts['fuelType']> = {
  petrol: 'petrol',
  diesel: 'diesel',
  ev: 'electric',
  hybrid: 'hybrid',
  lpg: 'gas',
};

const textOf = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '');

function factsOf(row: Row, mileageUnit: 'km' | 'mi'): VehicleFacts {
  return {
    ...{ brand: textOf(row.make) || undefined, model: textOf(row.model) || undefined, mileageUnit },
    ...{ year: typeof row.year === 'number' ? row.year : undefined, fuelType: FUELS[textOf(row.fuelType)] },
    ...{ vin: textOf(row.vin) || null, plate: textOf(row.licensePlate) || null },
  };
}

function formOf(name: string, vehicle: number): { format: Parameters<ReturnType<typeof rowAdder>>[1]; form: SectionForm } {
  const { kind, columns, cellsOf } = LISTS[name] as List;
  const fields = columns.map(([, field]) => field);
  return {
    format: { fields, kind, dayOrder: 'ymd', decimals: fields.map(() => '.' as const), volumeUnit: 'l' },
    form: {
      fields,
      kind,
      vehicle,
      ...(cellsOf ? { cellsOf } : {}),
      ...(kind === 'cost' ? { kindOf: () => ({ kind, category: 'insurance' }) } : {}),
    },
  };
}

/** Reads a file of Tracktor. Yields after each row. Throws a Rejection for any other JSON. */
export async function* readTracktor(open: () => Promise<Readable>, batches: Batches): AsyncGenerator<void, FileHead> {
  const settings = new Map<string, string>();
  for await (const { value } of jsonRows(await open(), ['$.data.configs.*'])) {
    const { key, value: setting } = (value ?? {}) as Row;
    settings.set(textOf(key), textOf(setting));
    yield;
  }
  const vehicles = newVehicles();
  const places = new Map<string, number>();
  const add = rowAdder(vehicles, batches);
  const mileageUnit = settings.get('unitOfDistance') === 'mile' ? 'mi' : 'km';
  const volumeUnit = settings.get('unitOfVolume') === 'gallon' ? 'gal_us' : 'l';
  let line = 0;

  function addRow({ path: [, name], value }: JsonRow): void {
    line += 1;
    if (line > IMPORT_ROWS_MAX) throw new Rejection('importsApi.tooMuch');
    const row = (value ?? {}) as Row;
    if (name === 'vehicles') {
      // Two vehicles may have the same name.
      const key = textOf(row.id);
      places.set(
        key,
        vehicles.of([row.make, row.model, row.licensePlate].map(textOf).filter(Boolean).join(' ') || key, factsOf(row, mileageUnit)),
      );
      return;
    }
    const vehicle = places.get(textOf(row.vehicleId));
    if (vehicle === undefined || JSON.stringify(value).length > IMPORT_ROW_BYTES) throw new Rejection('importsApi.damaged');
    const { format, form } = formOf(String(name), vehicle);
    const cells = (LISTS[String(name)] as List).columns.map(([member]) => textOf(row[member]));
    add({ line, cells }, { ...format, volumeUnit }, { ...form, keyOf: () => textOf(row.id) || undefined });
  }

  for await (const row of jsonRows(
    await open(),
    ['vehicles', ...Object.keys(LISTS)].map((name) => `$.data.${name}.*`),
  )) {
    addRow(row);
    yield;
  }
  if (vehicles.list.length === 0) throw new Rejection('importsApi.unknown');
  const currency = CURRENCIES.find((each) => each === settings.get('currency')) ?? null;
  return { source: 'tracktor', currency, vehicles: vehicles.list, isOldestFirst: true, table: null };
}
