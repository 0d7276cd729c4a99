import type { Readable } from 'node:stream';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { folded } from '#contract/folded.ts';
import type { VolumeUnit } from '#contract/fuels.ts';
import { IMPORT_ROW_BYTES, IMPORT_ROWS_MAX, OPERATION_MAX } from '#contract/limits.ts';
import type { TableField } from '#contract/tables.ts';
import { CURRENCIES } from '#contract/tariffs.ts';
import type { Batches } from './batches.ts';
import { type FileHead, NO_VEHICLE, type VehicleFacts } from './drafts.ts';
import { type JsonRow, jsonRows } from './json-rows.ts';
import { Rejection } from './rejection.ts';
import type { SectionForm } from './section-form.ts';
import { rowAdder, shown } from './table-row.ts';
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

const FUELS = new Map<string, VehicleFacts['fuelType']>([
  ['petrol', 'petrol'],
  ['diesel', 'diesel'],
  ['ev', 'electric'],
  ['hybrid', 'hybrid'],
  ['lpg', 'gas'],
  ['cng', 'gas'],
]);
/** The settings with the units of some fuels, and their defaults. */
const FUEL_UNITS = new Map([
  ['lpg', { setting: 'unitOfLpg', usual: 'liter' }],
  ['cng', { setting: 'unitOfCng', usual: 'kilogram' }],
]);
const UNITS = new Map<string, VolumeUnit>([
  ['liter', 'l'],
  ['gallon', 'gal_us'],
  ['kilogram', 'kg'],
]);

const textOf = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '');

function factsOf(row: Row, mileageUnit: 'km' | 'mi'): VehicleFacts {
  return {
    ...{ brand: textOf(row.make) || undefined, model: textOf(row.model) || undefined, mileageUnit },
    ...{ year: typeof row.year === 'number' ? row.year : undefined, fuelType: FUELS.get(textOf(row.fuelType)) },
    ...{ vin: textOf(row.vin) || null, plate: textOf(row.licensePlate) || null },
  };
}

/** Throws for one that is too large, or one too many. */
function rowOf(value: unknown, count: number): Row {
  if (count > IMPORT_ROWS_MAX) throw new Rejection('importsApi.tooMuch');
  if (JSON.stringify(value).length > IMPORT_ROW_BYTES) throw new Rejection('importsApi.damaged');
  return (value ?? {}) as Row;
}

/** A vehicle of the file, to which rows are added. */
interface Target {
  /** Its index in the list of vehicles. */
  vehicle: number;
  /** Of its fills; undefined for a unit that Carnet does not have. */
  volumeUnit: VolumeUnit | undefined;
  /** Only of a fuel with a setting in FUEL_UNITS; other fills have the usual fuel of the vehicle. */
  fuel: string | undefined;
}

/** How rows of a list are read for a vehicle. */
function readingOf({ kind, columns, cellsOf }: List, { vehicle, volumeUnit, fuel }: Target, key: string) {
  const fields = columns.map(([, field]) => field);
  const ofFill = { ...(fuel ? { fuel } : {}), ...(volumeUnit ? {} : { volume: '?' }) };
  const form: SectionForm = {
    ...{ fields, kind, vehicle, keyOf: () => key || undefined },
    cellsOf: cellsOf ?? (() => (kind === 'fill' ? ofFill : {})),
    ...(kind === 'cost' ? { kindOf: () => ({ kind, category: 'insurance' }) } : {}),
  };
  const decimals = fields.map(() => '.' as const);
  return { form, format: { fields, kind, dayOrder: 'ymd' as const, decimals, volumeUnit: volumeUnit ?? 'l' } };
}

/** Reads a file of Tracktor. Yields after each row. Throws a Rejection for any other JSON. */
export async function* readTracktor(open: () => Promise<Readable>, batches: Batches): AsyncGenerator<void, FileHead> {
  const settings = new Map<string, string>();
  // Rows of other lists can stand before the vehicles in the file.
  const listed: Row[] = [];
  for await (const { path, value } of jsonRows(await open(), ['$.data.configs.*', '$.data.vehicles.*'])) {
    const row = (value ?? {}) as Row;
    if (path[1] === 'configs') settings.set(textOf(row.key), textOf(row.value));
    else listed.push(rowOf(value, listed.length + 1));
    yield;
  }
  const vehicles = newVehicles();
  const targets = new Map<string, Target>();
  const names = new Set<string>();
  const add = rowAdder(vehicles, batches);
  const mileageUnit = settings.get('unitOfDistance') === 'mile' ? 'mi' : 'km';
  let line = 0;

  function addVehicle(row: Row): void {
    const name = [row.make, row.model, row.licensePlate].map(textOf).filter(Boolean).join(' ');
    // Two vehicles may have the same name.
    const unique = name && !names.has(folded(name)) ? name : `${name} ${targets.size + 1}`.trim();
    names.add(folded(unique));
    const fuel = textOf(row.fuelType);
    const unit = FUEL_UNITS.get(fuel);
    const setting = unit ? settings.get(unit.setting) || unit.usual : settings.get('unitOfVolume') || 'liter';
    const vehicle = vehicles.of(unique, factsOf(row, mileageUnit));
    targets.set(textOf(row.id), { vehicle, volumeUnit: UNITS.get(setting), fuel: unit && fuel });
  }

  function addRow({ path: [, name], value }: JsonRow): void {
    line += 1;
    const row = rowOf(value, line);
    if (name === 'vehicles') return;
    const target = targets.get(textOf(row.vehicleId));
    const list = LISTS[String(name)] as List;
    const cells = list.columns.map(([member]) => textOf(row[member]));
    if (!target) {
      batches.add(NO_VEHICLE, 'refused', { line, content: shown(cells), reason: { code: 'importsApi.noVehicle', field: null } });
      return;
    }
    const { format, form } = readingOf(list, target, textOf(row.id));
    add({ line, cells }, format, form);
  }

  for (const row of listed) addVehicle(row);
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
