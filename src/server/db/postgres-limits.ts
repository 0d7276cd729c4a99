import { SECOND } from '#contract/time.ts';

/** Milliseconds; 0 is no limit. */
export interface PostgresLimits {
  /** Until a connection is made, or one of the pool is free. */
  connect: number;
  /** These three are parameters of PostgreSQL, sent when a connection is opened. */
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** Until a statement is answered; after that the connection counts as dead. Longer than PostgreSQL's own limit. */
  answer: number;
}

const CONNECT = 5_000;
const STATEMENT = 5_000;
const LOCK = 3_000;
const IDLE_IN_TRANSACTION = 15_000;
/** Time for the answer to travel. */
const TRANSPORT = 500;

/** The limits; the URL overrides them by libpq's and PostgreSQL's names, like `?statement_timeout=60000`. */
export function postgresLimits(url: string): PostgresLimits {
  const said = new URL(url).searchParams;
  const number = (name: string): number | undefined => {
    const value = said.get(name);
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
