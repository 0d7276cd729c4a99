import type { FastifyBaseLogger } from 'fastify';
import type { OnQuery, TimedQuery } from '../db/timed-query.ts';

interface SlowQueryLog {
  observe: OnQuery;
  /** Slow queries before this call, such as those of migrations, are not logged. */
  writeTo(log: FastifyBaseLogger): void;
}

const MAX_TEXT = 1_000;

/** Logs queries that take at least `limit` milliseconds, without their values; undefined if `limit` is 0. */
export function slowQueryLog(limit: number): SlowQueryLog | undefined {
  if (limit === 0) return undefined;
  let log: FastifyBaseLogger | undefined;
  return {
    observe({ operation, table, sql, milliseconds }: TimedQuery) {
      if (milliseconds < limit) return;
      log?.warn({ operation, table, sql: sql.slice(0, MAX_TEXT), ms: Math.round(milliseconds) }, 'slow query');
    },
    writeTo(given) {
      log = given;
    },
  };
}
