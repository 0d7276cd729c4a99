import { PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { MINUTE } from '#contract/time.ts';
import { type Connections, connectionsOf } from './postgres-connections.ts';
import { type PostgresLimits, postgresLimits, sessionLimits, withLimits } from './postgres-limits.ts';
import { checkPooler } from './postgres-pooler.ts';
import type { DatabaseUsage } from './usage.ts';

const INT8 = 20;
const NUMERIC = 1700;
const POOL_SIZE = 10;
/**
 * Milliseconds after which an idle connection is closed. A new one takes PostgreSQL 40 to 120 ms of CPU time, with the plans of its
 * first statements: with the driver's default of 10 s, each short burst opened several and delayed all requests (decision 25).
 */
const IDLE_FOR = 10 * MINUTE;
/** Milliseconds of idle time before the first TCP keepalive probe. */
const KEEP_ALIVE_AFTER = 10_000;

/** The driver returns bigint and numeric values as text; all values of this application are safe integers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export interface Postgres {
  dialect: PostgresDialect;
  /** Rejects when the database cannot be reached or accepts no writes. */
  ping(): Promise<void>;
  usage(): DatabaseUsage;
  /** Throws a PoolerError if the connection pooler, if there is one, is not set up for Carnet. */
  checkPooler(): Promise<void>;
}

export interface PostgresSettings {
  pool?: number | undefined;
  /** Whether connections go through a pooler in transaction mode, which passes on no parameters of a session. */
  isPooled?: boolean | undefined;
  /** Whether statements are prepared under a name; true by default. */
  isPrepared?: boolean | undefined;
}

/** `onError` is called for broken connections, including idle ones. */
export function openPostgres(url: string, onError: (error: Error) => void, settings: PostgresSettings = {}): Postgres {
  const { isPooled = false, isPrepared = true } = settings;
  const limits = postgresLimits(url);
  const address = withLimits(url, isPooled ? undefined : sessionLimits(limits));
  const pool = newPool(address, limits, settings.pool ?? POOL_SIZE, onError);
  const connections = connectionsOf(pool, { answerWithin: limits.answer, isPrepared, onError });
  return {
    dialect: new PostgresDialect({ pool: kyselyPool(connections) }),
    ping: () => ping(connections),
    usage: () => ({ kind: 'postgres', total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async checkPooler() {
      if (!isPooled) return;
      const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: limits.connect, query_timeout: limits.connect });
      // Without a listener, an error of the connection ends the process; it also rejects what waits for it.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await checkPooler(client, { limits: sessionLimits(limits), isPrepared });
      } finally {
        client.end().catch(() => undefined);
      }
    },
  };
}

function newPool(connectionString: string, limits: PostgresLimits, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    types,
    max,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: IDLE_FOR,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    application_name: 'carnet',
  });
  // Without an 'error' listener, a broken connection (idle or checked out) crashes the process.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool emits the errors of idle connections again.
  pool.on('error', () => undefined);
  return pool;
}

/** The part of a pool that Kysely uses. */
const kyselyPool = ({ pool, connect }: Connections): PostgresPool =>
  ({ connect, end: () => pool.end(), options: pool.options }) as unknown as PostgresPool;

async function ping({ connect, retire }: Connections): Promise<void> {
  const connection = await connect();
  try {
    const { rows } = await connection.query("select current_setting('transaction_read_only') as read_only", []);
    if ((rows[0] as { read_only: string }).read_only !== 'on') return;
    retire();
    throw Object.assign(new Error('The database is read-only.'), { code: '25006' });
  } finally {
    connection.release();
  }
}

/** For migrations only: no timeouts for statements and answers, and no lock, which `migratePostgres` takes. */
export function openPostgresForMigrations(url: string, onError: (error: Error) => void): PostgresDialect {
  const limits = postgresLimits(url);
  const pool = newPool(withLimits(url), limits, 1, onError);
  return new MigrationDialect({ pool: kyselyPool(connectionsOf(pool, { answerWithin: 0, isPrepared: false, onError })) });
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new MigrationAdapter();
  }
}

/** Kysely itself locks for the session, which a pooler in transaction mode does not keep. */
class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}
