import type { CostCategory } from '#contract/costs.ts';
import type { Fuel, VolumeUnit } from '#contract/fuels.ts';
import type { DayOrder } from '#contract/tables.ts';
import { dayIn, patternOrder } from '../tables/days.ts';
import type { Scan, Section, SectionRow } from '../tables/scan.ts';
import type { VehicleFacts } from './drafts.ts';
import { fieldsBy, type NamedFields, type NamedRow, namedRow, nameOf } from './named-rows.ts';
import type { SectionForm } from './section-form.ts';
import type { Vehicles } from './table-vehicles.ts';
import type { RowKind } from './table-words.ts';

/** Sections of Fuelio: that of the vehicle, of its fills, of the categories of its costs, and of its costs. */

const LOG: NamedFields = {
  ...{ data: 'performedOn', odo: 'reading', fuel: 'volume', kg: 'volume', full: 'isFull', price: 'total', city: 'place', notes: 'note' },
  ...{ missed: 'isMissedBefore', volumeprice: 'pricePerUnit' },
};
const COSTS: NamedFields = {
  ...{ costtitle: 'title', date: 'performedOn', odo: 'reading', notes: 'note', cost: 'total' },
};
const NO_DAY = '2011-01-01';
const UNITS: Record<string, VolumeUnit> = { 0: 'l', 1: 'gal_us', 2: 'gal_uk', 4: 'kg' };
/** Fuels by the hundreds of their codes. */
const FUELS: Record<string, Fuel> = { 1: 'petrol', 2: 'diesel', 3: 'petrol', 4: 'gas', 5: 'cng', 6: 'electric', 7: 'petrol' };
/** AdBlue, which is no fuel. */
const ADBLUE = ['216', '217'];
/** The categories that every file has; those above are made by the user. */
const WORK = ['1', '2'];
const CATEGORIES: Record<string, CostCategory> = {
  ...{ 4: 'tax', 5: 'parking', 6: 'wash', 7: 'toll', 8: 'fine', 9: 'accessory', 31: 'insurance' },
};

export const isFuelio = ({ sections }: Scan): boolean => {
  const log = sections.find(({ name }) => name === 'Log') ?? (sections.length === 1 ? sections[0] : undefined);
  const titles = log?.columns.map(({ title }) => nameOf(title)) ?? [];
  return ['data', 'odo', 'full'].every((title) => titles.includes(title)) && (titles.includes('fuel') || titles.includes('kg'));
};

interface FuelioVehicle {
  name: string;
  dayOrder: DayOrder | undefined;
  facts: VehicleFacts;
  unit: VolumeUnit;
  /** Of the second tank, if it is another one. */
  secondUnit: VolumeUnit | undefined;
  tanks: (string | undefined)[];
}

function fuelioVehicle(row: NamedRow): FuelioVehicle {
  const { name = '', make, model, vin, plate, distunit, fuelunit = '0', fuelunittank2 = '' } = row;
  const year = /^\d{4}$/.test(row.year ?? '') ? Number(row.year) : undefined;
  const facts: VehicleFacts = {
    ...{ brand: make || undefined, model: model || name || undefined, year, vin: vin || null, plate: plate || null },
    ...{ mileageUnit: distunit === '1' ? 'mi' : 'km' },
  };
  const dayOrder = patternOrder(row.importcsvdateformat ?? '');
  const units = { unit: UNITS[fuelunit] ?? 'l', secondUnit: UNITS[fuelunittank2] };
  return { name, facts, dayOrder, ...units, tanks: [row.tank1type, row.tank2type] };
}

const uniqueId = (rowOf: ReturnType<typeof namedRow>) => (cells: readonly string[]) =>
  rowOf(cells).uniqueid || rowOf(cells).guid || undefined;

function logForm(section: Section, vehicle: FuelioVehicle | undefined): SectionForm {
  const rowOf = namedRow(section);
  const codeOf = (row: NamedRow): string => {
    const own = row.fueltype ?? '';
    return /^[1-7]\d\d$/.test(own) ? own : (vehicle?.tanks[row.tanknumber === '2' ? 1 : 0] ?? '');
  };
  const hasKilograms = section.columns.some(({ title }) => nameOf(title) === 'kg');
  const unit = hasKilograms ? 'kg' : vehicle?.unit;
  return {
    ...{ kind: 'fill', fields: fieldsBy(section, LOG), ...(unit ? { volumeUnit: unit } : {}) },
    kindOf: (cells) => (ADBLUE.includes(codeOf(rowOf(cells))) ? { kind: 'cost', category: 'fluids' } : { kind: 'fill' }),
    cellsOf: (cells) => {
      const code = codeOf(rowOf(cells));
      const fuel = FUELS[code.slice(0, -2)];
      return ADBLUE.includes(code) ? { title: 'AdBlue' } : fuel ? { fuel } : {};
    },
    volumeUnitOf: (cells) => (rowOf(cells).tanknumber === '2' ? vehicle?.secondUnit : undefined),
    keyOf: uniqueId(rowOf),
  };
}

function costsForm(section: Section, categories: ReadonlyMap<string, string>, dayOrder: DayOrder | undefined): SectionForm {
  const rowOf = namedRow(section);
  return {
    ...{ kind: 'cost', fields: fieldsBy(section, COSTS) },
    kindOf: (cells): RowKind => {
      const { costtypeid = '', isincome } = rowOf(cells);
      if (isincome === '1') return { kind: 'cost', category: 'refund' };
      return WORK.includes(costtypeid) ? { kind: 'work' } : { kind: 'cost', category: CATEGORIES[costtypeid] ?? 'other' };
    },
    cellsOf: (cells) => {
      const { costtitle, costtypeid = '' } = rowOf(cells);
      return { title: costtitle || categories.get(costtypeid) || '' };
    },
    keyOf: uniqueId(rowOf),
    reminderOf: (cells) => reminderOf(rowOf(cells), dayOrder ?? 'ymd'),
  };
}

const known = (value: string | undefined): number | null => Number(value) || null;

/** What a row of costs reminds of: when it is due, and how it recurs. `isAlone` if it is not a cost, too. */
function reminderOf(row: NamedRow, dayOrder: DayOrder): { line: object | undefined; isAlone: boolean } {
  const { costtitle: title = '', date = '', odo, cost, reminddate = '', remindodo, repeatmonths, repeatodo, istemplate } = row;
  const reminded = dayIn(reminddate, dayOrder) ?? reminddate;
  const dueOn = reminded !== '' && reminded !== NO_DAY ? reminded : null;
  const rules = { dueOn, dueAt: known(remindodo), everyMonths: known(repeatmonths), everyDistance: known(repeatodo) };
  const hasOne = dueOn !== null || rules.dueAt !== null;
  const startOn = rules.everyMonths !== null ? { startOn: dayIn(date, dayOrder) } : {};
  const startAt = rules.everyDistance !== null && known(odo) !== null ? { startAt: known(odo) } : {};
  const isAlone = known(cost) === null && (hasOne || istemplate === '1');
  return { line: hasOne ? { title, ...rules, ...startOn, ...startAt } : undefined, isAlone };
}

/** The forms of the sections of a file, whose vehicle and categories are read first. */
export async function fuelioForms(scan: Scan, rows: AsyncIterable<SectionRow>, vehicles: Vehicles): Promise<Map<Section, SectionForm>> {
  const named = (name: string): Section | undefined => scan.sections.find((section) => section.name === name);
  const [vehicleSection, categorySection] = [named('Vehicle'), named('CostCategories')];
  let vehicle: FuelioVehicle | undefined;
  const categories = new Map<string, string>();
  for await (const { name, row } of rows) {
    if (row && vehicleSection && name === 'Vehicle') vehicle ??= fuelioVehicle(namedRow(vehicleSection)(row.cells));
    if (!row || !categorySection || name !== 'CostCategories') continue;
    const category = namedRow(categorySection)(row.cells);
    categories.set(category.costtypeid ?? '', category.name ?? '');
  }
  const place = vehicle ? { vehicle: vehicles.of(vehicle.name, vehicle.facts), dayOrder: vehicle.dayOrder } : {};
  const [log, costs] = [named('Log') ?? (scan.sections.length === 1 ? scan.sections[0] : undefined), named('Costs')];
  const forms = new Map<Section, SectionForm>();
  if (log) forms.set(log, { ...logForm(log, vehicle), ...place });
  if (costs) forms.set(costs, { ...costsForm(costs, categories, vehicle?.dayOrder), ...place });
  return forms;
}
