import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A step forward. There is no way back: an older release starts from a backup. */
export type Step = (db: Kysely<unknown>, columns: Columns) => Promise<void>;

/** The few differences between the two databases when tables are made. */
export interface Columns {
  kind: DatabaseKind;
  /** A number made by the database, never used twice. */
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  idType: 'integer' | 'bigint';
  /** Text compared byte by byte, so that order and ranges are the same on both. */
  text: RawBuilder<unknown>;
  blob: 'blob' | 'bytea';
  /** Random, 32 hexadecimal digits, another for each row. */
  randomId: RawBuilder<string>;
  /** STRICT, where the database needs to be told. */
  strict: <T extends string, C extends string>(table: CreateTableBuilder<T, C>) => CreateTableBuilder<T, C>;
}

export function columnsOf(kind: DatabaseKind): Columns {
  return kind === 'sqlite'
    ? {
        kind,
        id: (column) => column.primaryKey().autoIncrement(),
        idType: 'integer',
        text: sql`text`,
        blob: 'blob',
        randomId: sql`lower(hex(randomblob(16)))`,
        strict: (table) => table.modifyEnd(sql`strict`),
      }
    : {
        kind,
        id: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
        idType: 'bigint',
        text: sql`text collate "C"`,
        blob: 'bytea',
        randomId: sql`replace(gen_random_uuid()::text, '-', '')`,
        strict: (table) => table,
      };
}
