import { CSV_SIGNS } from '#contract/csv.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ExportedEntry, ExportedPlanLine, ExportedValue, ExportedVehicle } from '#contract/export-file.ts';
import type { Language } from '#contract/languages.ts';
import { readingUnitOf } from '#contract/records.ts';
import enEntries from '#locales/en/entries.json' with { type: 'json' };
import enTexts from '#locales/en/exportFile.json' with { type: 'json' };
import enValues from '#locales/en/values.json' with { type: 'json' };
import ruEntries from '#locales/ru/entries.json' with { type: 'json' };
import ruTexts from '#locales/ru/exportFile.json' with { type: 'json' };
import ruValues from '#locales/ru/values.json' with { type: 'json' };
import uaEntries from '#locales/ua/entries.json' with { type: 'json' };
import uaTexts from '#locales/ua/exportFile.json' with { type: 'json' };
import uaValues from '#locales/ua/values.json' with { type: 'json' };
import { csvOf } from '../../tables/csv.ts';

const TEXTS = { ua: uaTexts, ru: ruTexts, en: enTexts } as const satisfies Record<Language, unknown>;
const ENTRIES = { ua: uaEntries, ru: ruEntries, en: enEntries } as const satisfies Record<Language, unknown>;
const VALUES = { ua: uaValues, ru: ruValues, en: enValues } as const satisfies Record<Language, unknown>;

/** What is written in the language of the export, for a vehicle. */
export interface CsvSettings {
  language: Language;
  vehicle: Pick<ExportedVehicle, 'vehicleType' | 'mileageUnit'>;
}

/** The names of the files in the ZIP, without extensions. */
export const fileNames = (language: Language): typeof enTexts.names => TEXTS[language].names;

type Of<Kind extends EntryKindName> = Extract<ExportedEntry, { kind: Kind }>;
type Cell = string | number | boolean | null;
/** The cells of a row by the names of their columns, which are those of the file. */
type ColumnName = keyof typeof enTexts.columns;
type Columns<Row> = Partial<Record<ColumnName, (row: Row, language: Language) => Cell>>;

/** A month or a year has no day. */
const DAY_LENGTH = { year: 4, month: 7, day: 10 } as const;
const date = ({ performedOn, dayPrecision }: ExportedEntry): Cell => performedOn.slice(0, DAY_LENGTH[dayPrecision]);
const reading = (entry: ExportedEntry): Cell => entry.reading;
const place = (entry: ExportedEntry): Cell => entry.place;
const note = (entry: ExportedEntry): Cell => entry.note;
const currency = (entry: ExportedEntry): Cell => entry.currency;

const COLUMNS: { [Kind in EntryKindName]: Columns<Of<Kind>> } = {
  work: {
    ...{ date, reading, operation: (row) => row.operationName, part: (row) => row.partName, partCode: (row) => row.partCode },
    ...{ price: (row) => row.price, currency, place, warrantyUntil: (row) => row.warrantyUntil, note },
  },
  fill: {
    ...{ date, reading, fuel: (row, language) => ENTRIES[language].fuel[row.fuel], grade: (row) => row.grade },
    ...{ volume: (row) => row.volume, volumeUnit: (row, language) => unitText(ENTRIES[language].volume[row.volumeUnit]) },
    ...{ pricePerUnit: (row) => row.pricePerUnit, total: (row) => row.total, currency, isFull: (row) => row.isFull },
    ...{ isMissedBefore: (row) => row.isMissedBefore, level: (row) => row.level, distanceOnFuel: (row) => row.distanceOnFuel },
    ...{ place, note },
  },
  cost: {
    ...{ date, reading, category: (row, language) => ENTRIES[language].category[row.category], title: (row) => row.title },
    ...{ total: (row) => row.total, currency, refundOf: (row, language) => row.refundOf && ENTRIES[language].refundedName[row.refundOf] },
    ...{ quantity: (row) => row.quantity, place, note },
    quantityUnit: (row, language) => row.quantityUnit && unitText(ENTRIES[language].quantity[row.quantityUnit]),
  },
  reading: { date, reading, isReset: (row) => row.isReset, oldReading: (row) => row.oldReading, note },
};

const VALUE_COLUMNS: Columns<ExportedValue> = {
  date: ({ day }) => day,
  valueKind: ({ kind }, language) => VALUES[language].kind[kind],
  amount: ({ amount }) => amount,
  currency: (value) => value.currency,
};

const PLAN_COLUMNS: Columns<ExportedPlanLine> = {
  ...{ line: ({ title }) => title, everyMonths: (row) => row.everyMonths, everyDays: (row) => row.everyDays },
  ...{ everyDistance: (row) => row.everyDistance, dueOn: (row) => row.dueOn, dueAt: (row) => row.dueAt },
  ...{ startOn: (row) => row.startOn, startAt: (row) => row.startAt, isFixed: ({ mode }) => mode === 'fixed' },
  ...{ expectedCost: (row) => row.expectedCost, currency: (row) => row.currency },
};

/** Columns in the unit of the vehicle. */
const MEASURED: readonly string[] = ['reading', 'oldReading', 'distanceOnFuel', 'everyDistance', 'dueAt', 'startAt'];

/** The name of the unit in a text such as "{{volume}} l". */
const unitText = (text: string): string => text.replace(/\{\{\w+\}\}/, '').trim();

function titleOf(column: string, { language, vehicle }: CsvSettings): string {
  const { columns, units } = TEXTS[language];
  const title = columns[column as ColumnName];
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  return MEASURED.includes(column) && unit !== 'year' ? `${title}, ${units[unit]}` : title;
}

function textOf(cell: Cell, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return TEXTS[language][cell ? 'yes' : 'no'];
  return typeof cell === 'number' ? String(cell).replace('.', CSV_SIGNS[language].decimal) : cell;
}

const tableOf = <Row>(columns: Columns<Row>, pages: AsyncIterable<readonly Row[]>, settings: CsvSettings): AsyncGenerator<string, void> => {
  const { language } = settings;
  const titles = Object.keys(columns).map((column) => titleOf(column, settings));
  return csvOf(titles, pages, (row) => Object.values(columns).map((cell) => textOf(cell(row, language), language)), language);
};

export const csvOfEntries = (
  kind: EntryKindName,
  pages: AsyncIterable<readonly ExportedEntry[]>,
  settings: CsvSettings,
): AsyncGenerator<string, void> => tableOf(COLUMNS[kind] as Columns<ExportedEntry>, pages, settings);

export const csvOfValues = (values: readonly ExportedValue[], settings: CsvSettings): AsyncGenerator<string, void> =>
  tableOf(VALUE_COLUMNS, onePage(values), settings);

export const csvOfPlan = (lines: readonly ExportedPlanLine[], settings: CsvSettings): AsyncGenerator<string, void> =>
  tableOf(PLAN_COLUMNS, onePage(lines), settings);

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void> {
  yield rows;
}
