import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ExportedCompletion, ExportedEntry, ExportedPlanLine, ExportedValue, ExportedVehicle } from '#contract/export-file.ts';
import type { ImportSource, RefusedRow } from '#contract/imports.ts';
import type { ImportTable, TableAnswers } from '#contract/tables.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { StatementHead, StatementSettings } from './statement-file.ts';

/** What the worker thread finds in a file: checked by the schemas of the API, but not yet against the vehicle that it goes to. */

/** What an entry of an export has beside the input of the API, in the numbers of the file. */
export type EntryExtra = Partial<
  Pick<ExportedEntry, 'dayPrecision' | 'otherReading' | 'currency' | 'source'> & {
    warrantyUntil: string | null;
    otherDistanceOnFuel: number | null;
    otherOldReading: number | null;
    /** Of work, for which the API takes none. */
    place: string | null;
    note: string | null;
  }
>;

export interface DraftEntry {
  /** Its number in the file. */
  line: number;
  kind: EntryKindName;
  uid: string;
  /** As the schema of the API has parsed it. */
  input: object;
  extra: EntryExtra;
  /** What the file says, shortened. */
  content: string;
}

export interface DraftLine {
  line: number;
  uid: string;
  /** As the schema of the API has parsed it. */
  input: { title: string };
  /** What an export has beside it. */
  stored: ExportedPlanLine | null;
}

/** What parts of a preview contain, by their names. */
export interface Drafts {
  values: ExportedValue;
  lines: DraftLine;
  entries: DraftEntry;
  completions: ExportedCompletion;
  refused: RefusedRow;
}
export type PartName = keyof Drafts;

/** In place of a vehicle, for rejected rows whose vehicle is not in the file. */
export const NO_VEHICLE = -1;

/** Rows of a vehicle, by its place in the file, as compressed JSON. */
export interface DraftPart {
  vehicle: number;
  /** `file` is the file itself, compressed, if it can be read differently with other answers. */
  name: PartName | 'photo' | 'file';
  rows: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a file may say about a vehicle. */
export type VehicleFacts = { [Field in keyof ExportedVehicle]?: ExportedVehicle[Field] | undefined };

/** A vehicle of the file. */
export interface FileVehicle {
  /** What the file says about it. */
  fields: VehicleFacts;
  isArchived: boolean;
  note: string | null;
  /** What the file calls it; null if it has no name. A vehicle of an export has its brand and model. */
  name?: string | null;
}

/** What is known once the file has been read. */
export interface FileHead {
  source: ImportSource;
  /** Of amounts without one; null if the file does not say it. */
  currency: Currency | null;
  vehicles: FileVehicle[];
  /** Whether the entries stand in the order of their days; otherwise the newest is the first. */
  isOldestFirst: boolean;
  /** Of a table: how it was read, and by which one with the same columns is known again. */
  table: (ImportTable & { key: string }) | null;
}

export type WorkerAnswer = { parts: DraftPart[]; head?: FileHead | StatementHead } | { rejected: ErrorCode };

/** What was answered about a table, and what was answered earlier about tables with other columns, by their keys. */
export interface TableSettings {
  answers: TableAnswers | null;
  kept: Readonly<Record<string, TableAnswers>>;
}

export type WorkerSettings = { fd: number } & (TableSettings | { statement: StatementSettings });
