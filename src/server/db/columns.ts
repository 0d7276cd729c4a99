import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

/** One migration, or a part of one. There are no down migrations: to return to an older release, restore a backup. */
export type Step = (db: Kysely<unknown>, columns: Columns) => Promise<void>;

/** Column types, clauses and locks that differ between SQLite and PostgreSQL. */
export interface Columns {
  kind: DatabaseKind;
  /** Makes a column an auto-incremented primary key. */
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  idType: 'integer' | 'bigint';
  /** Text compared bytewise, so that sorting and range conditions have the same result on both databases. */
  text: RawBuilder<unknown>;
  blob: 'blob' | 'bytea';
  /** SQL expression: 32 random hexadecimal digits, different for each row. */
  randomId: RawBuilder<string>;
  /** Adds STRICT on SQLite; changes nothing on PostgreSQL. */
  strict: <T extends string, C extends string>(table: CreateTableBuilder<T, C>) => CreateTableBuilder<T, C>;
  /** For a part that may run again on PostgreSQL: adds a column unless it exists. On SQLite no part runs again. */
  ifMissing: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Lets other processes read the tables but not write to them until the transaction ends, which is always so on SQLite. */
  lockWrites: (db: Kysely<unknown>, ...tables: string[]) => Promise<void>;
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
        ifMissing: (column) => column,
        lockWrites: async () => {},
      }
    : {
        kind,
        id: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
        idType: 'bigint',
        text: sql`text collate "C"`,
        blob: 'bytea',
        randomId: sql`replace(gen_random_uuid()::text, '-', '')`,
        strict: (table) => table,
        ifMissing: (column) => column.ifNotExists(),
        lockWrites: async (db, ...tables) =>
          void (await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(db)),
      };
}
