import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ExportedCompletion, ExportedEntry, ExportedPlanLine, ExportedValue, ExportedVehicle } from '#contract/export-file.ts';
import type { ImportSource, RefusedRow } from '#contract/imports.ts';
import type { Currency } from '#contract/tariffs.ts';

/** What the worker thread finds in a file: checked by the schemas of the API, but not yet against the vehicle that it goes to. */

/** What an entry of an export has beside the input of the API, in the numbers of the file. */
export type EntryExtra = Partial<
  Pick<ExportedEntry, 'dayPrecision' | 'otherReading' | 'currency' | 'originalAmount' | 'originalCurrency' | 'source'> & {
    warrantyUntil: string | null;
    otherDistanceOnFuel: number | null;
    otherOldReading: number | null;
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
  /** As the schema of the API has parsed it. */
  input: object;
  stored: ExportedPlanLine;
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

/** Rows of a vehicle, by its place in the file, as compressed JSON. */
export interface DraftPart {
  vehicle: number;
  name: PartName | 'photo';
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
}

/** What is known once the file has been read. */
export interface FileHead {
  source: ImportSource;
  /** Of amounts without one; null if the file does not say it. */
  currency: Currency | null;
  vehicles: FileVehicle[];
}

export type WorkerAnswer = { parts: DraftPart[]; head?: FileHead } | { rejected: ErrorCode };

export interface WorkerSettings {
  fd: number;
}
