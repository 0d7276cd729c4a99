import { SECOND } from '#contract/time.ts';

/** Timeouts in milliseconds; 0 means none. */
export interface PostgresLimits {
  /** Time until a new connection is open or one in the pool is free. */
  connect: number;
  /** The next three are PostgreSQL parameters, sent when a connection is opened, or set for the role behind a pooler. */
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** Time until a statement is answered; after that the connection counts as dead. Longer than `statement`. */
  answer: number;
}

const CONNECT = 5_000;
const STATEMENT = 5_000;
const LOCK = 3_000;
const IDLE_IN_TRANSACTION = 15_000;
/** Added to the statement timeout for the network. */
const TRANSPORT = 500;

/**
 * The limits in the parameters of the URL, which have the names of libpq and PostgreSQL, such as `?statement_timeout=60000`, or the
 * default ones. `connect_timeout` is in seconds, the others are in milliseconds.
 */
export function postgresLimits(url: string): PostgresLimits {
  const params = new URL(url).searchParams;
  const number = (name: string): number | undefined => {
    const value = params.get(name);
    return value === null || value === '' || !(Number(value) >= 0) ? undefined : Number(value);
  };
  const seconds = number('connect_timeout');
  const statement = number('statement_timeout') ?? STATEMENT;
  return {
    connect: seconds === undefined ? CONNECT : seconds * SECOND,
    statement,
    lock: number('lock_timeout') ?? LOCK,
    idleInTransaction: number('idle_in_transaction_session_timeout') ?? IDLE_IN_TRANSACTION,
    answer: statement === 0 ? 0 : statement + TRANSPORT,
  };
}

/** Parameters of PostgreSQL. */
export const SESSION_PARAMETERS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;
export type SessionLimits = Record<(typeof SESSION_PARAMETERS)[number], number>;

/** The limits that PostgreSQL itself enforces, in milliseconds. */
export const sessionLimits = ({ statement, lock, idleInTransaction }: PostgresLimits): SessionLimits => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
});

/** The URL with `limits` as parameters, which the driver sends to PostgreSQL when it connects; without `limits`, it sends none. */
export function withLimits(address: string, limits?: SessionLimits): string {
  const url = new URL(address);
  for (const name of SESSION_PARAMETERS) {
    if (limits) url.searchParams.set(name, String(limits[name]));
    else url.searchParams.delete(name);
  }
  return url.href;
}
