import { folded } from '#contract/folded.ts';
import { IMPORT_ROW_BYTES, IMPORT_ROWS_MAX, MODEL_MAX } from '#contract/limits.ts';
import type { ImportTable, TableAnswers } from '#contract/tables.ts';
import type { OpenCell } from '../tables/columns.ts';
import { dayIn } from '../tables/days.ts';
import { numberIn } from '../tables/numbers.ts';
import { type OpenFile, type Scan, type Section, scanTable, sectionRows, TooManyRows } from '../tables/scan.ts';
import { BrokenTable, type TableRow, tableRows } from '../tables/table-rows.ts';
import type { Batches } from './batches.ts';
import type { FileHead, FileVehicle, TableSettings } from './drafts.ts';
import { contentOf } from './reasons.ts';
import { Rejection } from './rejection.ts';
import { type TableFormat, tableFormat, tableKey, titlesOf } from './table-columns.ts';
import { type Cells, checked, inputOf, kindOf, newKeys, RefusedCell, valuesOf } from './table-entries.ts';

const SECTIONS = { sectionOf: () => undefined, titlesOf };

/** Reads a table whose columns are told by their titles or by the user. Yields after some rows, so that the caller can pause. */
export async function* readTable(open: OpenFile, settings: TableSettings, batches: Batches): AsyncGenerator<void, FileHead> {
  try {
    const scan = yield* scanned(open, settings.answers?.encoding);
    const [section] = scan.sections;
    if (!section || section.rows === 0) throw new Rejection('importsApi.empty');
    if (section.columns.length < 2) throw new Rejection('importsApi.unknown');
    return yield* readRows(open, { scan, section, settings, batches });
  } catch (error) {
    if (error instanceof TooManyRows) throw new Rejection('importsApi.tooMuch', error);
    throw error instanceof BrokenTable ? new Rejection('importsApi.damaged', error) : error;
  }
}

async function* scanned(open: OpenFile, encoding: TableAnswers['encoding']): AsyncGenerator<void, Scan> {
  const scan = yield* scanTable(open, { ...SECTIONS, rowBytes: IMPORT_ROW_BYTES, maxRows: IMPORT_ROWS_MAX, encoding });
  if (!scan) throw new Rejection('importsApi.unknown');
  return scan;
}

interface Reading {
  scan: Scan;
  section: Section;
  settings: TableSettings;
  batches: Batches;
}

async function* readRows(open: OpenFile, { scan, section, settings, batches }: Reading): AsyncGenerator<void, FileHead> {
  const key = tableKey(section.columns.map(({ title }) => title));
  const answered = settings.answers ?? settings.kept[key];
  const { format, openDays, openNumbers } = tableFormat(section.columns, answered ?? {});
  const vehicles = newVehicles();
  const addRow = rowsOf(format, vehicles, batches);
  const days = { first: '', last: '' };
  for await (const { row } of sectionRows(tableRows(await open(), scan, IMPORT_ROW_BYTES), SECTIONS)) {
    if (!row) continue;
    const day = addRow(row);
    if (day) [days.first, days.last] = [days.first || day, day];
    yield;
  }
  const table: ImportTable = {
    columns: section.columns.map(({ title, examples }, n) => ({ title, examples, field: format.fields[n] ?? null })),
    ...{ kind: format.kind, encoding: scan.encoding, volumeUnit: format.fields.includes('volume') ? format.volumeUnit : null },
    ...{ dayOrder: answered?.dayOrder ?? null, decimal: answered?.decimal ?? null },
    ...{ openDays: openDays.flatMap(shownDay), openNumbers: openNumbers.slice(0, SHOWN).flatMap(shownNumber) },
    isAnswered: isAnswered(answered, openDays, openNumbers),
  };
  return { source: 'csv', currency: null, vehicles: vehicles.list, isOldestFirst: days.first < days.last, table: { ...table, key } };
}

const SHOWN = 3;
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

/** The vehicles that rows name, by the place at which they appear; one without a name for all rows if they name none. */
function newVehicles() {
  const list: FileVehicle[] = [];
  const places = new Map<string, number>();
  return {
    list,
    of(name: string): number {
      const known = places.get(folded(name));
      if (known !== undefined) return known;
      places.set(folded(name), list.length);
      const model = name.slice(0, MODEL_MAX);
      return list.push({ fields: name ? { model } : {}, name: name || null, isArchived: false, note: null }) - 1;
    },
  };
}

/** Adds rows; returns the day of one that was taken. */
function rowsOf(format: TableFormat, vehicles: ReturnType<typeof newVehicles>, batches: Batches) {
  const keyOf = newKeys();
  return ({ line, cells }: TableRow): string | undefined => {
    if (cells.every((cell) => cell === '')) return undefined;
    const named: Cells = {};
    for (const [n, field] of format.fields.entries()) if (field) named[field] = cells[n] ?? '';
    const vehicle = vehicles.of(named.vehicle ?? '');
    const content = contentOf(cells.filter(Boolean).join('; '));
    try {
      const values = valuesOf(named, format);
      const row = checked(inputOf(named, values, kindOf(named, values, format.kind), format.volumeUnit));
      const uid = keyOf(folded(named.vehicle ?? ''), row.kind, values.performedOn, values.reading, values.total);
      batches.add(vehicle, 'entries', { line, uid, content, ...row });
      return values.performedOn;
    } catch (error) {
      if (!(error instanceof RefusedCell)) throw error;
      batches.add(vehicle, 'refused', { line, content, reason: error.reason });
      return undefined;
    }
  };
}
