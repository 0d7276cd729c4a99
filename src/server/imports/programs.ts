import type { CostCategory } from '#contract/costs.ts';
import type { ImportSource } from '#contract/imports.ts';
import type { TableField } from '#contract/tables.ts';
import type { Scan, Section } from '../tables/scan.ts';
import { acarSection, isAcar } from './acar.ts';
import { drivvoSection, isDrivvo } from './drivvo.ts';
import { isMyFuelManager, myFuelManagerSection } from './my-fuel-manager.ts';
import { hasTitles, namedRow } from './named-rows.ts';
import type { SectionForm } from './section-form.ts';
import { isSimplyAuto, simplyAutoSection } from './simply-auto.ts';
import { isSpritmonitor, spritmonitorSection } from './spritmonitor.ts';
import { type RowKind, wordOf } from './table-words.ts';

/** A program that is recognized by the titles of its columns. */
interface Program {
  source: ImportSource;
  /** What each section is; undefined for one that is not brought. Not called for tables of other programs. */
  formOf: (section: Section, scan: Scan) => SectionForm | undefined;
  isOf: (scan: Scan) => boolean;
}

const titlesOf = ({ columns }: Section): string[] => columns.map(({ title }) => wordOf(title));

/** A table whose titles include all of the first ones; the fields by the titles. */
function flat(
  source: ImportSource,
  known: Partial<Record<string, TableField>>,
  required: readonly string[],
  form: Partial<SectionForm> | ((section: Section) => Partial<SectionForm>) = {},
): Program {
  const fields = new Map(Object.entries(known).map(([title, field]) => [wordOf(title), field]));
  const isOne = (section: Section): boolean => {
    const titles = titlesOf(section);
    return required.every((title) => titles.includes(wordOf(title)));
  };
  return {
    source,
    isOf: ({ sections }) => sections.length === 1 && sections.every(isOne),
    formOf: (section) => ({
      ...{ kind: 'fill', ...(typeof form === 'function' ? form(section) : form) },
      fields: titlesOf(section).map((title) => fields.get(title) ?? null),
    }),
  };
}

const LUBELOGGER = { Date: 'performedOn', Odometer: 'reading', Cost: 'total', Notes: 'note', Description: 'title' } as const;
const lubeLogger = (required: string, fields: Partial<Record<string, TableField>>, form: Parameters<typeof flat>[3]): Program =>
  flat('lubelogger', { ...LUBELOGGER, ...fields }, required.split(','), form);
const ofCategory = (category: CostCategory) => ({ kind: 'cost' as const, kindOf: (): RowKind => ({ kind: 'cost', category }) });

/** Only electric cars have a charge before and after. */
const electric = (section: Section): Partial<SectionForm> => {
  const rowOf = namedRow(section);
  return { cellsOf: (cells) => (/[1-9]/.test(rowOf(cells).endingsoc ?? '') ? { fuel: 'electric' } : {}) };
};
/** What is planned and what is in the vehicle are no records. */
const isNoRecord = ({ sections: [section] }: Scan): boolean =>
  section !== undefined &&
  (hasTitles(section, ['datecreated', 'datemodified', 'description', 'priority', 'progress']) ||
    hasTitles(section, ['description', 'notes', 'tags', 'isequipped']));

const FUELLY_FUEL: Partial<Record<string, TableField>> = {
  ...{ car_name: 'vehicle', odometer: 'reading', litres: 'volume', liters: 'volume', gallons: 'volume', price: 'pricePerUnit' },
  ...{ fuelup_date: 'performedOn', notes: 'note', missed_fuelup: 'isMissedBefore', partial_fuelup: 'isPartial', brand: 'place' },
};
const FUELLY_SERVICE: Partial<Record<string, TableField>> = {
  ...{ car_name: 'vehicle', odometer: 'reading', price: 'total', service_date: 'performedOn', service_type: 'title', notes: 'note' },
};
const FUELLY_APP: Partial<Record<string, TableField>> = {
  ...{ Type: 'kind', Date: 'performedOn', Vehicle: 'vehicle', Odometer: 'reading', 'Filled Up': 'isFull', 'Cost/Gallon': 'pricePerUnit' },
  ...{ 'Cost/Liter': 'pricePerUnit', Gallons: 'volume', Liters: 'volume', 'Total Cost': 'total', Location: 'place', Notes: 'note' },
  Services: 'title',
};

export const PROGRAMS: readonly Program[] = [
  { source: 'drivvo', isOf: isDrivvo, formOf: drivvoSection },
  { source: 'spritmonitor', isOf: isSpritmonitor, formOf: spritmonitorSection },
  { source: 'simplyauto', isOf: isSimplyAuto, formOf: simplyAutoSection },
  { source: 'myfuelmanager', isOf: isMyFuelManager, formOf: myFuelManagerSection },
  lubeLogger(
    'Date,Odometer,FuelConsumed,Cost,IsFillToFull,MissedFuelUp',
    {
      ...{ FuelConsumed: 'volume', IsFillToFull: 'isFull', MissedFuelUp: 'isMissedBefore' },
    },
    electric,
  ),
  lubeLogger('Date,InitialOdometer,Odometer,Notes,Tags', {}, { kind: 'reading' }),
  lubeLogger(
    'Date,PartNumber,PartSupplier,PartQuantity,Description,Cost',
    {
      ...{ PartNumber: 'partCode', PartSupplier: 'place', PartQuantity: 'quantity' },
    },
    ofCategory('accessory'),
  ),
  lubeLogger('Date,Description,Cost,Notes,Odometer,Tags', {}, { kind: 'work' }),
  lubeLogger('Date,Description,Cost,Notes,Tags', {}, ofCategory('tax')),
  { source: 'lubelogger', isOf: isNoRecord, formOf: () => undefined },
  { source: 'fuelly', isOf: isAcar, formOf: acarSection },
  flat('fuelly', FUELLY_FUEL, ['car_name', 'odometer', 'fuelup_date', 'partial_fuelup']),
  flat('fuelly', FUELLY_SERVICE, ['car_name', 'odometer', 'service_date', 'service_type'], { kind: 'work' }),
  flat('fuelly', FUELLY_APP, ['Type', 'Vehicle', 'Odometer', 'Filled Up', 'Total Cost', 'Services']),
];
