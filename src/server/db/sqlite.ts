import { setTimeout as after } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  RawNode,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy } from './errors.ts';
import { throwInsideTransaction } from './guard.ts';
import { seenVersion } from './one-database.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteTransaction } from './sqlite-transaction.ts';
import { SqliteWriter } from './sqlite-writer.ts';

/** Milliseconds that a read waits while another process recovers the write-ahead log, and the pause between two attempts. */
const READ_WAIT = 5000;
const READ_PAUSE = 5;

/** Counts attempts that are repeated because another process holds a lock. */
interface BusyCount {
  busyRetries: number;
}

/** Kysely dialect for node:sqlite: one connection for writes, with group commit, and one for reads outside transactions (decision 24). */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: string;
  readonly #usage: BusyCount;

  constructor(file: string, usage: BusyCount = { busyRetries: 0 }) {
    super({ database: () => Promise.reject(new Error('The driver opens its connections itself.')) });
    this.#file = file;
    this.#usage = usage;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#file, this.#usage);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}

/**
 * Repositories lock rows with `forNoKeyUpdate()`. SQLite has no row locks and rejects the clause, so it is omitted: transactions
 * lock the whole database from `BEGIN IMMEDIATE` on.
 */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For')) super.visitSelectModifier(node);
  }
}

/** SQLite can roll back DDL, so the migrator uses one transaction. Connections need no mutex in Kysely: the writer has its own queue. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Returns a new handle to each caller without waiting; throws inside a transaction (guard.ts). */
class NodeSqliteDriver implements Driver {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteConnection;
  readonly #countBusy: () => void;

  constructor(file: string, usage: BusyCount) {
    this.#countBusy = () => {
      usage.busyRetries++;
    };
    this.#writer = new SqliteWriter(SqliteConnection.openWriter(file), this.#countBusy);
    this.#reader = SqliteConnection.openReader(file);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    throwInsideTransaction();
    return new Handle(this.#writer, this.#reader, this.#countBusy);
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return handleOf(connection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return handleOf(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    handleOf(connection).rollback();
  }

  async destroy(): Promise<void> {
    await this.#writer.close(() => this.#reader.close());
  }
}

function handleOf(connection: DatabaseConnection): Handle {
  if (connection instanceof Handle) return connection;
  throw new Error('Not a connection of this driver.');
}

/** Sends transactions and other writes to the writer, reads outside transactions to the reader. */
class Handle implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteConnection;
  readonly #countBusy: () => void;
  #transaction: SqliteTransaction | undefined;

  constructor(writer: SqliteWriter, reader: SqliteConnection, countBusy: () => void) {
    this.#writer = writer;
    this.#reader = reader;
    this.#countBusy = countBusy;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction) return this.#transaction.execute(query);
    const version = seenVersion(this.#findVersion);
    if (isRead(query)) return this.#read(query, performance.now() + READ_WAIT);
    return isPragma(query) ? this.#writer.executeAlone(query) : this.#writer.write(query, version);
  }

  // biome-ignore lint/correctness/useYield: nothing streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported.');
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#writer.begin(seenVersion(this.#findVersion));
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit();
  }

  rollback(): void {
    this.#transaction?.rollback();
  }

  readonly #findVersion = (): number => this.#reader.schemaVersion();

  /** In WAL mode reads never wait, except while a process rebuilds the index of the log after a crash. */
  async #read<R>(query: CompiledQuery, deadline: number): Promise<QueryResult<R>> {
    try {
      return this.#reader.execute(query);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    this.#countBusy();
    await after(READ_PAUSE);
    return this.#read(query, deadline);
  }
}

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*(select|explain)\b/i.test(sql));
const isPragma = ({ query, sql }: CompiledQuery): boolean => RawNode.is(query) && /^\s*pragma\b/i.test(sql);

/** Copies the write-ahead log into the database file and truncates it; false if a lock or a read of another process prevents it. */
export async function emptyLog<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await db.executeQuery<{ busy: number }>(CompiledQuery.raw('PRAGMA wal_checkpoint(TRUNCATE)'));
  return rows[0]?.busy === 0;
}
