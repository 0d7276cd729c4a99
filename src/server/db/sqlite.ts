import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy } from './errors.ts';
import { refuseInsideTransaction } from './guard.ts';

const CACHED_STATEMENTS = 500;
/** Milliseconds that a writer waits for another process. */
const BUSY_TIMEOUT = 5000;
const PAUSE = 20;

/** Durable by default (synchronous FULL); secure_delete, since a deleted person must leave the file too. */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16000;
`;

export function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  setUp(database, Date.now() + BUSY_TIMEOUT);
  return database;
}

/** Of processes that turn a new file to WAL at the same moment all but one are refused at once, in spite of the timeout. */
function setUp(database: DatabaseSync, deadline: number): void {
  try {
    database.exec(PRAGMAS);
  } catch (error) {
    if (!isBusy(error) || Date.now() > deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    setUp(database, deadline);
  }
}

/** Kysely's dialect over node:sqlite, with prepared statements kept by their text: preparing anew costs half a core. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(database: DatabaseSync) {
    const config: SqliteDialectConfig = { database: withStatementCache(database) };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}

/**
 * Repositories lock rows with `forNoKeyUpdate()`. SQLite has no row locks and refuses the clause; its transactions hold the
 * lock of the whole database from `BEGIN IMMEDIATE` on, so it is left out.
 */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For')) super.visitSelectModifier(node);
  }
}

/** SQLite does roll back DDL, which lets the migrator use one transaction; the driver below does its own queueing. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One connection, handed out in turn; asking for it inside a transaction throws instead of waiting for ever. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  override async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideTransaction();
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  /** IMMEDIATE takes the write lock at once: a deferred one could not be upgraded when another process wrote meanwhile. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

type KyselyStatement = ReturnType<SqliteDatabase['prepare']>;

function withStatementCache(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, KyselyStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      const statement = adapt(database.prepare(sql));
      if (cache.size < CACHED_STATEMENTS) cache.set(sql, statement);
      return statement;
    },
  };
}

function adapt(statement: StatementSync): KyselyStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
  };
}
