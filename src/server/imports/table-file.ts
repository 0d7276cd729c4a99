import type { ImportSource } from '#contract/imports.ts';
import { IMPORT_ROW_BYTES, IMPORT_ROWS_MAX } from '#contract/limits.ts';
import type { ImportTable, TableAnswers } from '#contract/tables.ts';
import type { OpenCell } from '../tables/columns.ts';
import { dayIn } from '../tables/days.ts';
import { numberIn } from '../tables/numbers.ts';
import { type OpenFile, type Scan, type Section, scanTable, sectionRows, TooManyRows } from '../tables/scan.ts';
import { BrokenTable, type TableRow, tableRows } from '../tables/table-rows.ts';
import { ACAR_SECTIONS } from './acar.ts';
import type { Batches } from './batches.ts';
import type { FileHead, TableSettings } from './drafts.ts';
import { fuelioForms, isFuelio } from './fuelio-forms.ts';
import { MY_FUEL_MANAGER } from './my-fuel-manager.ts';
import { PROGRAMS } from './programs.ts';
import { Rejection } from './rejection.ts';
import type { SectionForm } from './section-form.ts';
import { type TableFormat, tableFormat, tableKey, titlesOf } from './table-columns.ts';
import { rowAdder } from './table-row.ts';
import { newVehicles } from './table-vehicles.ts';

/** Road Trip begins its files with this, and writes several tables without a mark below each other, which cannot be told apart. */
const ROAD_TRIP = 'ROAD TRIP CSV';

/** A row that has nothing but a mark, such as ## Log, begins a section, and so do the names that programs write without a mark. */
const SECTIONS = {
  sectionOf: ({ cells: [first = '', ...others] }: TableRow) => {
    if (first.startsWith(ROAD_TRIP)) return ROAD_TRIP;
    const isName = /^#{1,2}\s?\p{L}/u.test(first) || first.startsWith(MY_FUEL_MANAGER) || ACAR_SECTIONS.includes(first);
    return isName && others.every((cell) => cell === '') ? first.replace(/^#+\s*/, '').trim() : undefined;
  },
  titlesOf,
};

/** Reads the tables of programs that are known, or one whose columns are told by their titles or by the user. Yields after some rows. */
export async function* readTables(files: readonly OpenFile[], settings: TableSettings, batches: Batches): AsyncGenerator<void, FileHead> {
  try {
    const reading = newReading(settings, batches);
    for (const open of files) yield* readFile(open, reading, files.length > 1);
    return reading.head();
  } catch (error) {
    if (error instanceof TooManyRows) throw new Rejection('importsApi.tooMuch', error);
    throw error instanceof BrokenTable ? new Rejection('importsApi.damaged', error) : error;
  }
}

/** What has been read of all files. */
function newReading(settings: TableSettings, batches: Batches) {
  const vehicles = newVehicles();
  const days = { first: '', last: '' };
  let rows = 0;
  let table: FileHead['table'] = null;
  let source: ImportSource | undefined;
  return {
    ...{ settings, vehicles, add: rowAdder(vehicles, batches) },
    /** The source of all files is the same. */
    of(found: ImportSource): void {
      if (source !== undefined && source !== found) throw new Rejection('importsApi.unknown');
      source = found;
    },
    count(more: number): void {
      rows += more;
      if (rows > IMPORT_ROWS_MAX) throw new Rejection('importsApi.tooMuch');
    },
    date(day: string | undefined): void {
      if (day) [days.first, days.last] = [days.first || day, day];
    },
    describe(next: NonNullable<FileHead['table']>): void {
      table = table ? merged(table, next) : next;
    },
    head(): FileHead {
      if (!source || rows === 0) throw new Rejection('importsApi.empty');
      return { source, currency: null, vehicles: vehicles.list, isOldestFirst: days.first < days.last, table };
    },
  };
}
type Reading = ReturnType<typeof newReading>;

const SHOWN = 3;
const merged = (one: NonNullable<FileHead['table']>, other: NonNullable<FileHead['table']>): NonNullable<FileHead['table']> => ({
  ...one,
  volumeUnit: one.volumeUnit ?? other.volumeUnit,
  openDays: [...one.openDays, ...other.openDays].slice(0, SHOWN),
  openNumbers: [...one.openNumbers, ...other.openNumbers].slice(0, SHOWN),
  isAnswered: one.isAnswered && other.isAnswered,
});

/** What each section of a file is; those that are not brought are not in it. */
type Forms = Map<Section, SectionForm | undefined>;

async function* readFile(open: OpenFile, reading: Reading, isOneOfMany: boolean): AsyncGenerator<void, void> {
  const { encoding } = reading.settings.answers ?? {};
  const scan = yield* scanTable(open, { ...SECTIONS, rowBytes: IMPORT_ROW_BYTES, maxRows: IMPORT_ROWS_MAX, encoding });
  if (!scan) throw new Rejection('importsApi.unknown');
  const { source, forms } = await formsOf(open, scan, reading);
  if (source === 'csv' && isOneOfMany) throw new Rejection('importsApi.unknown');
  reading.of(source);
  const formats = formatsOf(scan, source, forms, reading);
  let at = -1;
  for await (const { titles, row } of sectionRows(tableRows(await open(), scan, IMPORT_ROW_BYTES), SECTIONS)) {
    if (titles) at += 1;
    const section = scan.sections[at];
    const format = row && section && formats.get(section);
    if (!row || !format) continue;
    const form = forms.get(section);
    for (const cells of form?.rowsOf?.(row.cells) ?? [row.cells]) {
      reading.count(1);
      reading.date(reading.add({ ...row, cells }, format, form));
    }
    yield;
  }
}

async function formsOf(open: OpenFile, scan: Scan, { vehicles }: Reading): Promise<{ source: ImportSource; forms: Forms }> {
  if (isFuelio(scan)) {
    const rows = sectionRows(tableRows(await open(), scan, IMPORT_ROW_BYTES), SECTIONS);
    return { source: 'fuelio', forms: await fuelioForms(scan, rows, vehicles) };
  }
  const program = PROGRAMS.find(({ isOf }) => isOf(scan));
  if (program) {
    const brought = scan.sections.flatMap((section) => {
      const form = program.formOf(section, scan);
      return form ? [[section, form] as const] : [];
    });
    return { source: program.source, forms: new Map(brought) };
  }
  if (scan.sections.some(({ name }) => name === ROAD_TRIP)) throw new Rejection('importsApi.unknown');
  const [largest] = [...scan.sections].sort((one, other) => other.rows - one.rows);
  if (!largest || largest.rows === 0) throw new Rejection('importsApi.empty');
  if (largest.columns.length < 2) throw new Rejection('importsApi.unknown');
  return { source: 'csv', forms: new Map([[largest, undefined]]) };
}

/** How the cells of each section are read. */
function formatsOf({ encoding }: Scan, source: ImportSource, forms: Forms, { settings, describe }: Reading): Map<Section, TableFormat> {
  const formats = new Map<Section, TableFormat>();
  for (const [section, form] of forms) {
    const key = tableKey(form ? [source] : section.columns.map(({ title }) => title));
    const answered = settings.answers ?? settings.kept[key];
    const { format, openDays, openNumbers } = tableFormat(section.columns, answered ?? {}, form);
    formats.set(section, format);
    const columns = form ? [] : section.columns.map(({ title, examples }, n) => ({ title, examples, field: format.fields[n] ?? null }));
    const hasUnit = format.fields.includes('volume') && form?.volumeUnit === undefined;
    describe({
      ...{ key, columns, encoding, kind: format.kind, volumeUnit: hasUnit ? (format.volumeUnit as ImportTable['volumeUnit']) : null },
      ...{ dayOrder: answered?.dayOrder ?? null, decimal: answered?.decimal ?? null },
      ...{ openDays: openDays.slice(0, SHOWN).flatMap(shownDay), openNumbers: openNumbers.slice(0, SHOWN).flatMap(shownNumber) },
      isAnswered: isAnswered(form ? (answered ?? {}) : answered, openDays, openNumbers),
    });
  }
  return formats;
}

const isAnswered = (answers: TableAnswers | undefined, days: readonly OpenCell[], numbers: readonly OpenCell[]): boolean =>
  answers !== undefined && (days.length === 0 || answers.dayOrder !== undefined) && (numbers.length === 0 || answers.decimal !== undefined);

function shownDay({ line, text }: OpenCell): ImportTable['openDays'] {
  const [dmy, mdy] = [dayIn(text, 'dmy'), dayIn(text, 'mdy')];
  return dmy && mdy ? [{ line, text, dmy, mdy }] : [];
}

function shownNumber({ line, text }: OpenCell): ImportTable['openNumbers'] {
  const [comma, point] = [numberIn(text, ','), numberIn(text, '.')];
  return comma === undefined || point === undefined ? [] : [{ line, text, comma, point }];
}
