/** The only place that knows how the two databases name their errors. */
interface DatabaseError {
  code?: unknown;
  errcode?: unknown;
}

const SQLITE_UNIQUE = [2067, 1555];
const SQLITE_BUSY = 5;
/** SQLITE_BUSY, LOCKED, IOERR, FULL, CANTOPEN, PROTOCOL: low byte of the extended code. */
const SQLITE_AWAY = [SQLITE_BUSY, 6, 10, 13, 14, 15];
const SQLITE_FOREIGN_KEY = 787;
const PG_UNIQUE = '23505';
const PG_FOREIGN_KEY = '23503';
const PG_RETRY = ['40001', '40P01'];
/** Connection, resources, operator intervention, a statement that took too long, and what the driver itself throws when the server is away. */
const PG_AWAY = /^(08|53|57P|57014$)|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT)$/;
const PG_AWAY_TEXT = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

const parts = (error: unknown): DatabaseError => (typeof error === 'object' && error !== null ? error : {});

export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = parts(error);
  return code === PG_UNIQUE || SQLITE_UNIQUE.includes(Number(errcode));
}

/** What the row refers to is gone, by a request that ran at the same time. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = parts(error);
  return code === PG_FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY;
}

/** Another process holds SQLite's file. */
export function isBusy(error: unknown): boolean {
  return parts(error).errcode === SQLITE_BUSY;
}

/** A deadlock or a serialization failure: the same transaction may go through when it is tried again. */
export function isWorthRetrying(error: unknown): boolean {
  return PG_RETRY.includes(String(parts(error).code));
}

/** The database cannot be reached or cannot write now (gone, locked for long, disk full): 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode } = parts(error);
  if (typeof errcode === 'number') return SQLITE_AWAY.includes(errcode & 0xff);
  if (typeof code === 'string' && PG_AWAY.test(code)) return true;
  return error instanceof Error && PG_AWAY_TEXT.test(error.message);
}
