import { CompiledQuery, type QueryResult } from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Milliseconds without a statement after which a transaction is rolled back, since others wait for it. */
const IDLE = 5000;

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLLBACK_TO = CompiledQuery.raw('rollback to member');
const ROLLBACK = CompiledQuery.raw('rollback');

/** The group that a transaction is a member of. */
interface Group {
  /** Calls one of them when the group has been committed or has failed. */
  add(acknowledge: () => void, reject: (error: unknown) => void): void;
  /** To be called after an error, which may have ended the transaction of the whole group. */
  check(error: unknown): void;
  /** The next member may run. */
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

  /** Fulfilled when the group is committed. */
  commit(): Promise<void> {
    this.#checkOpen();
    this.#connection.execute(RELEASE);
    return new Promise((resolve, reject) => {
      this.#group.add(resolve, reject);
      this.#end();
    });
  }

  /** Does nothing when the transaction has ended already. */
  rollback(): void {
    if (!this.#isOpen) return;
    try {
      this.#connection.execute(ROLLBACK_TO);
      this.#connection.execute(RELEASE);
      this.#end();
    } catch (error) {
      // Without the savepoint nothing of the group can be kept.
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
