import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { isBusy } from './errors.ts';

const CACHED_STATEMENTS = 500;
/** Milliseconds that opening the file waits for other processes. */
const BUSY_TIMEOUT = 5000;
/** Milliseconds between two attempts. */
const PAUSE = 20;

/** `synchronous = FULL`: a committed write survives a power failure. `secure_delete`: deleted data is overwritten in the file. */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -4000;
`;

/** Opens the file; waits for other processes that open it at the same time. Statements block the thread for up to 5 s on a lock. */
function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  setUp(database, Date.now() + BUSY_TIMEOUT);
  return database;
}

/** Retries: if several processes switch a new file to WAL at the same time, all but one get an error at once, despite the timeout. */
function setUp(database: DatabaseSync, deadline: number): void {
  try {
    database.exec(PRAGMAS);
  } catch (error) {
    if (!isBusy(error) || Date.now() > deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    setUp(database, deadline);
  }
}

interface Prepared {
  statement: StatementSync;
  /** Column names of the result; empty for a statement that returns no rows. */
  columns: string[];
}

/** Rows are read as arrays: the objects that `node:sqlite` creates are in dictionary mode and several times slower to read. */
function toObjects(columns: string[], rows: unknown[][]): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
    return row;
  });
}

/** A connection that caches prepared statements by their text, which halves the CPU time. Its statements never wait for a lock. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  #version: StatementSync | undefined;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  static openWriter(file: string): SqliteConnection {
    const database = openSqlite(file);
    database.exec('PRAGMA busy_timeout = 0');
    return new SqliteConnection(database);
  }

  /** The file must have been opened by a writer, which switches it to WAL. */
  static openReader(file: string): SqliteConnection {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    database.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000;');
    return new SqliteConnection(database);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, columns } = this.#prepared.get(sql) ?? this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (columns.length > 0) return { rows: toObjects(columns, statement.all(...values) as unknown as unknown[][]) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  /** Changes with the schema, and when a restore replaces the database. */
  schemaVersion(): number {
    this.#version ??= this.#database.prepare('PRAGMA schema_version');
    return Number(this.#version.get()?.schema_version);
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    if (prepared.columns.length > 0) statement.setReturnArrays(true);
    if (this.#prepared.size < CACHED_STATEMENTS) this.#prepared.set(sql, prepared);
    return prepared;
  }
}
