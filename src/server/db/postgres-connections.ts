import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isReadOnly, isStalePlan } from './errors.ts';
import { throwInsideTransaction } from './guard.ts';

/** A connection while it is checked out of the pool. */
export interface Connection {
  query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult>;
  release(error?: Error | boolean): void;
}

export interface Connections {
  pool: pg.Pool;
  connect(): Promise<Connection>;
  /** Closes all existing connections: idle ones before their next use, others when they are released. */
  retire(): void;
}

interface ConnectionSettings {
  /** Milliseconds after which a connection that does not answer counts as dead; 0 waits without limit. */
  answerWithin: number;
  /** Whether statements are prepared under a name. */
  isPrepared: boolean;
  onError: (error: Error) => void;
}

export function connectionsOf(pool: pg.Pool, { answerWithin, isPrepared, onError }: ConnectionSettings): Connections {
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => generations.set(client, generation));
  const retire = (): void => {
    generation++;
  };
  const isRetired = (client: pg.PoolClient): boolean => generations.get(client) !== generation;

  async function fresh(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if (!isRetired(client)) return client;
    client.release(true);
    return fresh();
  }

  function checkedOut(first: pg.PoolClient): Connection {
    let client: pg.PoolClient | undefined = first;
    /** Closes the connection, even while a query is running. */
    const drop = (): void => {
      client?.release(true);
      client = undefined;
    };

    /** Closes this connection and retires all others after an error that makes them unusable. */
    function dropIfUnusable(error: unknown): void {
      if (!isUnresponsive(error) && !isStalePlan(error) && !isReadOnly(error)) return;
      onError(error as Error);
      // A connection that was retired before says nothing about newer ones.
      if (client && !isRetired(client)) retire();
      drop();
    }

    async function run(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
      if (!client) throw new Error('Connection terminated');
      const query = { ...(isPrepared && { name: nameOf(sql) }), text: sql, values: [...parameters] };
      try {
        return await answered(client, query, answerWithin);
      } catch (error) {
        dropIfUnusable(error);
        throw error;
      }
    }

    return {
      async query(sql, parameters) {
        // Closing the connection has rolled back the transaction. Kysely reports the original error only if `rollback` succeeds.
        if (!client && sql === 'rollback') return ROLLED_BACK;
        const isInTransaction = client?.getTransactionStatus() === 'T';
        try {
          return await run(sql, parameters);
        } catch (error) {
          if (isInTransaction || !isStalePlan(error)) throw error;
          client = await fresh();
          return run(sql, parameters);
        }
      },
      release(error) {
        client?.release(error || isRetired(client));
        client = undefined;
      },
    };
  }

  return {
    pool,
    retire,
    async connect() {
      throwInsideTransaction();
      return checkedOut(await fresh());
    },
  };
}

const ROLLED_BACK: pg.QueryResult = { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };

/** PostgreSQL ends slow statements itself (`statement_timeout`); without any answer, the connection or the server hangs. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`PostgreSQL did not answer within ${milliseconds} ms.`);
  }
}

const isUnresponsive = (error: unknown): boolean => error instanceof NoAnswer;
function answered(client: pg.PoolClient, query: pg.QueryConfig, within: number): Promise<pg.QueryResult> {
  if (within === 0) return client.query(query);
  return new Promise((resolve, reject) => {
    let last: NodeJS.Immediate | undefined;
    // After a blocked event loop, timers run before I/O callbacks: setImmediate lets an answer that has already arrived count.
    const timer = setTimeout(() => {
      last = setImmediate(() => reject(new NoAnswer(within)));
    }, within);
    const settle = <T>(settled: (value: T) => void) => {
      return (value: T): void => {
        clearTimeout(timer);
        clearImmediate(last);
        settled(value);
      };
    };
    client.query(query).then(settle(resolve), settle(reject));
  });
}

const names = new Map<string, string>();

/** Names a statement by a hash of its text. PostgreSQL plans unnamed statements at each call, which doubles its work. */
function nameOf(sql: string): string {
  const cached = names.get(sql);
  if (cached) return cached;
  const name = createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return name;
}
