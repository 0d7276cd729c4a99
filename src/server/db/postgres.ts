import { sql as fragment, type Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type Connections, connectionsOf } from './postgres-connections.ts';
import { type LimitSettings, type PostgresLimits, postgresLimits } from './postgres-limits.ts';
import type { DatabaseUsage } from './usage.ts';

const INT8 = 20;
const NUMERIC = 1700;
const POOL_SIZE = 10;
/** Milliseconds of idle time before the first TCP keepalive probe. */
const KEEP_ALIVE_AFTER = 10_000;

/** The driver returns bigint and numeric values as text; all values of this application are safe integers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export interface Postgres {
  dialect: PostgresDialect;
  connections: Connections;
  /** Rejects when the database cannot be reached or accepts no writes. */
  ping(): Promise<void>;
  usage(): DatabaseUsage;
}

export interface PostgresSettings {
  pool?: number | undefined;
  limits?: LimitSettings | undefined;
}

/** `onError` is called for broken connections, including idle ones. */
export function openPostgres(url: string, onError: (error: Error) => void, settings: PostgresSettings = {}): Postgres {
  const limits = postgresLimits(url, settings.limits);
  const pool = newPool(url, limits, settings.pool ?? POOL_SIZE, onError);
  const connections = connectionsOf(pool, limits.answer, onError);
  return {
    dialect: new PostgresDialect({ pool: kyselyPool(connections) }),
    connections,
    ping: () => ping(connections),
    usage: () => ({ kind: 'postgres', total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

function newPool(url: string, limits: PostgresLimits, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
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
export const kyselyPool = ({ pool, connect }: Pick<Connections, 'pool' | 'connect'>, end = () => pool.end()): PostgresPool =>
  ({ connect, end, options: pool.options }) as unknown as PostgresPool;

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

/**
 * For migrations only: no time limit on statements, on answers or on the wait for the migration lock, which lets one process
 * migrate at a time. Statements wait at most `lockTimeout` milliseconds for a table lock.
 */
export function openPostgresForMigrations(url: string, lockTimeout: number, onError: (error: Error) => void): PostgresDialect {
  const pool = newPool(url, postgresLimits(url), 1, onError);
  return new MigrationDialect({ pool: kyselyPool(connectionsOf(pool, 0, onError)) }, lockTimeout);
}

class MigrationDialect extends PostgresDialect {
  readonly #lockTimeout: number;

  constructor(config: { pool: PostgresPool }, lockTimeout: number) {
    super(config);
    this.#lockTimeout = lockTimeout;
  }

  override createAdapter(): PostgresAdapter {
    return new MigrationAdapter(this.#lockTimeout);
  }
}

class MigrationAdapter extends PostgresAdapter {
  readonly #lockTimeout: number;

  constructor(lockTimeout: number) {
    super();
    this.#lockTimeout = lockTimeout;
  }

  /** Runs on the connection that migrates. Kysely itself disables `lock_timeout` while it waits for the migration lock. */
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's own signature
  override async acquireMigrationLock(db: Kysely<any>, options: MigrationLockOptions): Promise<void> {
    const settings = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: this.#lockTimeout };
    for (const [name, value] of Object.entries(settings)) await fragment`select set_config(${name}, ${String(value)}, false)`.execute(db);
    await super.acquireMigrationLock(db, options);
  }
}
