import { PostgresDialect } from 'kysely';
import { SECOND } from '#contract/time.ts';
import { kyselyPool, openPostgres, type PostgresSettings } from './postgres.ts';
import type { Connection, Connections } from './postgres-connections.ts';
import { type LogPosition, replicaCheck, type ServerState } from './replica-check.ts';
import { FLUSHED_POSITION, PRIMARY_STATE, STANDBY_STATE } from './replica-queries.ts';
import type { ReplicaUsage } from './usage.ts';

export interface ReplicaSettings {
  url: string;
  /** Milliseconds that a read waits for the replica to be as current as the primary. */
  maxLag: number;
  /** Called with a message when the replica is no longer used, or used again. */
  onChange: (message: string) => void;
}

interface Primary {
  url: string;
  settings: PostgresSettings;
  connections: Connections;
}

export interface Replica {
  /** Each query gets a connection to the replica if that is current, otherwise to the primary. */
  dialect: PostgresDialect;
  usage(): ReplicaUsage;
  /** Ends the checks and all connections. Kysely itself does so only if something was read. */
  end(): Promise<void>;
}

/** Milliseconds for a connection and for a statement; then the primary answers. Parameters of the URL take precedence. */
const LIMITS = { connect: SECOND, statement: SECOND, lock: SECOND };

/** Asks on a connection of its own, which is replaced after an error: it may lead to a server that was demoted. */
function asker({ connect, retire }: Connections) {
  return async <T>(sql: string): Promise<T> => {
    const connection = await connect();
    try {
      return (await connection.query(sql, [])).rows[0] as T;
    } catch (error) {
      retire();
      throw error;
    } finally {
      connection.release();
    }
  };
}

/** Opens the pool of a replica, whose reads the primary answers whenever the replica is not current or fails. */
export function openReplica({ url, maxLag, onChange }: ReplicaSettings, primary: Primary): Replica {
  const reads = { replica: 0, away: 0, behind: 0, failed: 0 };
  const onLost = ({ message }: Error): void => {
    // One connection is lost or hangs, so the others probably do too.
    toReplica.retire();
    check.lost(message);
  };
  const { connections: toReplica } = openPostgres(url, onLost, { pool: primary.settings.pool, limits: LIMITS });
  const { connections: toCheck } = openPostgres(url, onLost, { pool: 1, limits: LIMITS });
  const { connections: toPrimary } = openPostgres(primary.url, () => undefined, { ...primary.settings, pool: 1, limits: LIMITS });
  const [askPrimary, askReplica] = [asker(toPrimary), asker(toCheck)];
  const check = replicaCheck({
    askPosition: () => askPrimary<LogPosition>(FLUSHED_POSITION),
    askPrimary: () => askPrimary<ServerState>(PRIMARY_STATE),
    askReplica: () => askReplica<ServerState>(STANDBY_STATE),
    maxLag,
    onChange: (problem) => onChange(problem === undefined ? 'The replica answers reads again.' : `The replica is not used: ${problem}.`),
  });

  /** Undefined if the replica is not current, or has no free connection. */
  async function connectToReplica(): Promise<Connection | undefined> {
    const verdict = await check.verdict();
    const connection = verdict === 'replica' ? await toReplica.connect().catch(() => undefined) : undefined;
    if (!connection) reads[verdict === 'replica' ? 'failed' : verdict]++;
    return connection;
  }

  async function connect(): Promise<Connection> {
    const connection = await connectToReplica();
    return connection ? withFallback(connection) : primary.connections.connect();
  }

  function withFallback(found: Connection): Connection {
    let connection = found;
    return {
      async query(sql, parameters) {
        if (connection !== found) return connection.query(sql, parameters);
        try {
          const result = await connection.query(sql, parameters);
          reads.replica++;
          return result;
        } catch {
          reads.failed++;
          found.release();
          connection = await primary.connections.connect();
          return connection.query(sql, parameters);
        }
      },
      release: (error) => connection.release(error),
    };
  }

  let ended: Promise<unknown> | undefined;
  async function end(): Promise<void> {
    check.stop();
    ended ??= Promise.all([toReplica, toCheck, toPrimary].map(({ pool }) => pool.end()));
    await ended;
  }

  return {
    end,
    dialect: new PostgresDialect({ pool: kyselyPool({ pool: toReplica.pool, connect }, end) }),
    usage: () => {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = toReplica.pool;
      return { total, idle, waiting, isUsed: check.isUsed(), lag: check.lag(), reads: { ...reads } };
    },
  };
}
