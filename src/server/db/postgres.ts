import { createHash } from 'node:crypto';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { refuseInsideTransaction } from './guard.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums arrive as text from the driver; none of ours leaves the safe integers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export function openPostgres(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    application_name: 'carnet',
  });
  // Each connection tells that it broke; unheard, it would end the process, also while a request holds it.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool repeats what idle connections tell.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool: withNamedStatements(pool) });
}

/** Statements named by their text: unnamed ones are planned anew at each call, which doubles PostgreSQL's work. */
function withNamedStatements(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      refuseInsideTransaction();
      const client = await pool.connect();
      const known = clients.get(client) ?? named(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool;
}

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  const name = createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return name;
}

function named(client: pg.PoolClient): PostgresPoolClient {
  return {
    query: (sql: string, parameters: readonly unknown[]) => client.query({ name: nameOf(sql), text: sql, values: [...parameters] }),
    release: (error?: Error | boolean) => client.release(error),
  } as unknown as PostgresPoolClient;
}
