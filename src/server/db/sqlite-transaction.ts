import { CompiledQuery, type QueryResult } from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Milliseconds without a statement after which a transaction is rolled back, because others wait for it. */
const IDLE = 5000;

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLLBACK_TO = CompiledQuery.raw('rollback to member');
const ROLLBACK = CompiledQuery.raw('rollback');

/** The group that a transaction is a member of. */
interface Group {
  /** Registers callbacks: `acknowledge` for the group's COMMIT, `reject` for its failure. */
  add(acknowledge: () => void, reject: (error: unknown) => void): void;
  /** Call it after an error, which may have rolled back the transaction of the whole group. */
  check(error: unknown): void;
  /** Lets the next member run. */
  end(): void;
}

/** A savepoint within the transaction of a group. */
export class SqliteTransaction {
  readonly #connection: SqliteConnection;
  readonly #group: Group;
  readonly #idle: NodeJS.Timeout;
  #isOpen = true;

  constructor(connection: SqliteConnection, group: Group) {
    connection.execute(SAVEPOINT);
    this.#connection = connection;
    this.#group = group;
    this.#idle = setTimeout(() => this.rollback(), IDLE).unref();
  }

  execute<R>(query: CompiledQuery): QueryResult<R> {
    this.#checkOpen();
    this.#idle.refresh();
    try {
      return this.#connection.execute<R>(query);
    } catch (error) {
      if (!this.#connection.isInTransaction) this.#end(error);
      throw error;
    }
  }

  /** Resolves when the group is committed; rejects if it fails. */
  commit(): Promise<void> {
    this.#checkOpen();
    this.#connection.execute(RELEASE);
    return new Promise((resolve, reject) => {
      this.#group.add(resolve, reject);
      this.#end();
    });
  }

  /** Does nothing if the transaction has already ended. */
  rollback(): void {
    if (!this.#isOpen) return;
    try {
      this.#connection.execute(ROLLBACK_TO);
      this.#connection.execute(RELEASE);
      this.#end();
    } catch (error) {
      // If the savepoint cannot be rolled back, the whole group is.
      if (this.#connection.isInTransaction) this.#connection.execute(ROLLBACK);
      this.#end(error);
    }
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw new Error(`The transaction has ended, or was rolled back after ${IDLE} ms without a statement.`);
  }

  #end(error?: unknown): void {
    this.#isOpen = false;
    clearTimeout(this.#idle);
    if (error !== undefined) this.#group.check(error);
    this.#group.end();
  }
}
