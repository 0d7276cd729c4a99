import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type QueryResult } from 'kysely';
import { DatabaseReplaced, isBusy, TransactionLost } from './errors.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteTransaction } from './sqlite-transaction.ts';
import { writeWait } from './write-wait.ts';

/** A group takes no further member beyond this number or this age (milliseconds). */
const GROUP_SIZE = 100;
const GROUP_AGE = 10;
/** Milliseconds between two attempts to get the write lock while another process holds it: first and longest pause. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 25;

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

interface Waiting {
  /** In terms of `performance.now()`; rejected after it if another process still holds the write lock. */
  deadline: number;
  /** Runs outside a group, for statements that SQLite rejects inside a transaction. */
  isAlone: boolean;
  /** The schema version that the request of the write has seen; undefined outside requests. */
  version: number | undefined;
  /** For a transaction, returns a promise that resolves when the transaction has ended and never rejects. */
  run(): Promise<void> | undefined;
  reject(error: unknown): void;
}

/** A member that ran in the open group; acknowledged after the COMMIT. */
interface Unacknowledged {
  acknowledge(): void;
  reject(error: unknown): void;
  /** A single write, queued again if SQLite rolls back its group because of another member; transactions are retried by their caller. */
  repeated?: Waiting;
}

/**
 * The writing connection, with group commit (decision 24): writes and transactions that wait at the same time run in order of arrival
 * within one transaction, and are acknowledged after its COMMIT (one fsync). Each transaction is a savepoint.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #onBusy: () => void;
  #queue: Waiting[] = [];
  #group: Unacknowledged[] = [];
  #running: Promise<void> | undefined;
  /** The schema version in the open group. */
  #version = 0;

  /** `onBusy` is called before each repeated attempt to get the write lock. */
  constructor(connection: SqliteConnection, onBusy: () => void = () => undefined) {
    this.#connection = connection;
    this.#onBusy = onBusy;
  }

  /** Runs a statement outside any transaction; resolves when it is durable. */
  write<R>(query: CompiledQuery, version?: number): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting(reject, version, () => {
        try {
          const result = this.#connection.execute<R>(query);
          this.#group.push({ acknowledge: () => resolve(result), reject, repeated: waiting });
        } catch (error) {
          reject(error);
          this.#checkGroup(error);
        }
        return undefined;
      });
      this.#enqueue(waiting);
    });
  }

  /** Resolves when the transaction may run its first statement. */
  begin(version?: number): Promise<SqliteTransaction> {
    return new Promise((resolve, reject) => {
      const run = (): Promise<void> =>
        new Promise((end) => {
          const host = {
            add: (acknowledge: () => void, reject: (error: unknown) => void) => void this.#group.push({ acknowledge, reject }),
            check: (error: unknown) => this.#checkGroup(error),
            end,
          };
          try {
            resolve(new SqliteTransaction(this.#connection, host));
          } catch (error) {
            reject(error);
            this.#checkGroup(error);
            end();
          }
        });
      this.#enqueue(this.#waiting(reject, version, run));
    });
  }

  /** Runs a statement that SQLite rejects inside a transaction, such as some pragmas. */
  executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const run = (): undefined => {
        try {
          resolve(this.#connection.execute<R>(query));
        } catch (error) {
          reject(error);
        }
      };
      this.#enqueue({ ...this.#waiting(reject, undefined, run), isAlone: true });
    });
  }

  /** Waits until the queue is empty, calls `before` and closes the connection. */
  async close(before: () => void): Promise<void> {
    while (this.#running) await this.#running;
    before();
    this.#connection.close();
  }

  #waiting(reject: (error: unknown) => void, version: number | undefined, run: Waiting['run']): Waiting {
    return { deadline: performance.now() + writeWait(), isAlone: false, version, run, reject };
  }

  #enqueue(waiting: Waiting): void {
    this.#queue.push(waiting);
    this.#running ??= this.#runAll();
  }

  async #runAll(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gather();
      if (this.#queue[0]?.isAlone) this.#queue.shift()?.run();
      else if (await this.#beginGroup()) await this.#runGroup();
      // Lets other processes take the write lock, and lets the server read requests.
      await nextTurn();
    }
    this.#running = undefined;
  }

  /** Waits for as long as each turn of the event loop brings further writes, at most GROUP_AGE: they share the group. */
  async #gather(): Promise<void> {
    const end = performance.now() + GROUP_AGE;
    for (let count = 0; this.#queue.length > count && count < GROUP_SIZE && performance.now() < end; ) {
      count = this.#queue.length;
      await nextTurn();
    }
  }

  /** Begins a transaction; false if all waiting writes were rejected. Never blocks the event loop. */
  async #beginGroup(): Promise<boolean> {
    for (let pause = FIRST_PAUSE; this.#queue.length > 0; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        this.#connection.execute(BEGIN);
        this.#version = this.#connection.schemaVersion();
        return true;
      } catch (error) {
        if (this.#connection.isInTransaction) this.#connection.execute(ROLLBACK);
        this.#rejectWaiting(error);
        if (this.#queue.length === 0) return false;
        this.#onBusy();
        await after(pause);
      }
    }
    return false;
  }

  /** Rejects all waiting writes; if another process holds the write lock, only those past their deadline. */
  #rejectWaiting(error: unknown): void {
    const now = performance.now();
    const rejected = this.#queue.filter(({ deadline }) => deadline <= now || !isBusy(error));
    this.#queue = this.#queue.filter((waiting) => !rejected.includes(waiting));
    for (const { reject } of rejected) reject(error);
  }

  async #runGroup(): Promise<void> {
    const begun = performance.now();
    for (let size = 0; size < GROUP_SIZE && performance.now() - begun < GROUP_AGE; size++) {
      if (this.#queue[0]?.isAlone) break;
      const next = this.#queue.shift();
      if (!next) break;
      if (next.version !== undefined && next.version !== this.#version) next.reject(new DatabaseReplaced());
      else {
        const running = next.run();
        if (running) await running;
      }
      if (!this.#connection.isInTransaction) return;
    }
    this.#commit();
  }

  #commit(): void {
    const group = this.#group;
    this.#group = [];
    try {
      this.#connection.execute(COMMIT);
    } catch (error) {
      if (this.#connection.isInTransaction) this.#connection.execute(ROLLBACK);
      for (const { reject } of group) reject(error);
      return;
    }
    for (const { acknowledge } of group) acknowledge();
  }

  /**
   * Some errors (a full disk, an I/O error) make SQLite roll back the whole transaction. The member that caused the error fails;
   * single writes of the group are queued again, and transactions are rejected with TransactionLost.
   */
  #checkGroup(error: unknown): void {
    if (this.#connection.isInTransaction) return;
    const group = this.#group;
    this.#group = [];
    this.#queue.unshift(...group.flatMap(({ repeated }) => repeated ?? []));
    for (const { repeated, reject } of group) if (!repeated) reject(new TransactionLost(error));
  }
}
