import type { Generated } from 'kysely';
import type { ImportSource } from '#contract/imports.ts';

export interface ImportTables {
  imports: ImportsTable;
  import_parts: ImportPartsTable;
  import_items: ImportItemsTable;
  import_mappings: ImportMappingsTable;
}

/** A file that is being imported or was, until its time is over. */
interface ImportsTable {
  id: Generated<number>;
  user_id: number;
  /** `reading` while the file is being read. */
  status: 'reading' | 'open' | 'done';
  source: ImportSource;
  file_name: string;
  /** What is known of it, without its rows, as JSON. */
  content: string;
  created_at: string;
  expires_at: string;
}

/** Rows of the file, as compressed JSON; after the import only those that could not be taken. */
interface ImportPartsTable {
  import_id: number;
  position: number;
  /** Place of their vehicle in the file. */
  vehicle: number;
  name: 'values' | 'lines' | 'entries' | 'completions' | 'refused' | 'photo' | 'file';
  rows: number;
  bytes: Uint8Array;
}

/** What a user has answered about the columns of a table, for the next one with the same titles. */
interface ImportMappingsTable {
  user_id: number;
  /** Of the titles. */
  header: string;
  /** The answers, as JSON. */
  content: string;
  used_at: string;
}

/** What an import has added, so that it can be undone. */
interface ImportItemsTable {
  import_id: number;
  kind: 'vehicle' | 'entry' | 'line';
  item_id: number;
}
