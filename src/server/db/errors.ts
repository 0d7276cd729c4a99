/** Error properties of the two drivers: node:sqlite sets `errcode`, pg sets `code` (SQLSTATE) and `routine`. */
interface DatabaseError {
  code?: unknown;
  errcode?: unknown;
  routine?: unknown;
}

const SQLITE_UNIQUE = [2067, 1555];
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** Also LOCKED, CANTOPEN, PROTOCOL: the low byte of the extended code. */
const SQLITE_UNAVAILABLE = [SQLITE_BUSY, 6, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, 14, 15];
const SQLITE_FOREIGN_KEY = 787;
const PG_UNIQUE = '23505';
const PG_FOREIGN_KEY = '23503';
const PG_RETRY = ['40001', '40P01'];
const PG_READ_ONLY = '25006';
const PG_DISK_FULL = '53100';
const PG_LOCK_TIMEOUT = '55P03';
/** A prepared statement does not exist on the connection, or already exists there (behind a connection pooler). */
const PG_STATEMENT_LOST = ['26000', '42P05'];
/** PgBouncer (code 08P01), after a statement that failed while it was prepared. */
const STATEMENT_LOST_TEXT = 'prepared statement name is already in use';
/** Connection, resource and operator errors, PostgreSQL's timeouts, a read-only server, and network errors of Node.js. */
const PG_UNAVAILABLE =
  /^(08|53|57P|57014$|55P03$|25P03$|25006$)|^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/;
const PG_UNAVAILABLE_TEXT =
  /Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered a connection error|Client was closed|Query read timeout/;

const parts = (error: unknown): DatabaseError => (typeof error === 'object' && error !== null ? error : {});

export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = parts(error);
  return code === PG_UNIQUE || SQLITE_UNIQUE.includes(Number(errcode));
}

/** The referenced row does not exist, usually because a concurrent request deleted it. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = parts(error);
  return code === PG_FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY;
}

/** Another connection has locked the SQLite file. */
export function isBusy(error: unknown): boolean {
  return (Number(parts(error).errcode) & 0xff) === SQLITE_BUSY;
}

/** SQLite rolled back the transaction because of an error in another transaction of its group. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('The transaction was rolled back together with another one that failed.', { cause });
  }
}

/** A restore has replaced the SQLite database since the request began; it must be sent again. */
export class DatabaseReplaced extends Error {
  constructor() {
    super('The database was replaced during the request.');
  }
}

/** A deadlock, a serialization failure, a stale plan or the failure of another group member: the transaction may succeed when repeated. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof TransactionLost || PG_RETRY.includes(String(parts(error).code)) || isStalePlan(error);
}

/** PostgreSQL rejected a prepared statement because the schema or the session has changed; it works on a new connection. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = parts(error);
  // 0A000 has other meanings too, and messages may be translated, so `routine` is compared.
  if (code === '0A000') return routine === 'RevalidateCachedQuery';
  return PG_STATEMENT_LOST.includes(String(code)) || (error instanceof Error && error.message === STATEMENT_LOST_TEXT);
}

/** PostgreSQL accepts no writes: a standby, or a primary that was demoted. */
export function isReadOnly(error: unknown): boolean {
  return parts(error).code === PG_READ_ONLY;
}

/** A lock was not available within `lock_timeout`, or a deadlock was detected. */
export function isLockTimeout(error: unknown): boolean {
  return [PG_LOCK_TIMEOUT, ...PG_RETRY].includes(String(parts(error).code));
}

/** The database cannot be reached or cannot write now (connection lost, locked too long, disk full), or retries failed: 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode } = parts(error);
  if (isWorthRetrying(error) || error instanceof DatabaseReplaced) return true;
  if (typeof errcode === 'number') return SQLITE_UNAVAILABLE.includes(errcode & 0xff);
  if (typeof code === 'string' && PG_UNAVAILABLE.test(code)) return true;
  return error instanceof Error && PG_UNAVAILABLE_TEXT.test(error.message);
}

export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = parts(error);
  return code === PG_DISK_FULL || (Number(errcode) & 0xff) === SQLITE_FULL;
}

/** What to do about an unavailable database, for the log. */
export function adviceOf(error: unknown): string {
  const sqlite = Number(parts(error).errcode) & 0xff;
  if (isDiskFull(error)) return 'The disk of the database is full: make space. Carnet then writes again by itself; reading goes on.';
  if (sqlite === SQLITE_IOERR || sqlite === SQLITE_READONLY)
    return 'The disk of the database takes no writes: look whether it is full, mounted read-only or broken.';
  return 'The database does not answer, or takes no writes. Carnet continues by itself once it does; carnet doctor says what is wrong.';
}
