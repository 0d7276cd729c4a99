import type { ErrorCode } from '#contract/errors.ts';
import type { OnQuery } from '../db/timed-query.ts';
import type { DatabaseUsage } from '../db/usage.ts';

/** Work that waits in the database. */
export interface Backlog {
  /** Emails that wait for delivery, and those that failed permanently; counted up to 10,000. */
  waitingMails: number;
  failedMails: number;
  /** Seconds for which the oldest due email has waited. */
  oldestMail: number;
  /** Subjects that cannot log in or enter codes now; counted up to 10,000. */
  locks: number;
  /** Seconds since each job was due; 0 if it is not due yet. */
  lateness: Record<string, number>;
}

/** Values that are read at each scrape. */
export interface MetricsSources {
  inFlight(): number;
  database(): DatabaseUsage;
  /** Rejects if the database is unavailable. */
  backlog(): Promise<Backlog>;
  /** Whether the database takes writes. */
  canWrite(): Promise<boolean>;
}

/** A request that was answered, or whose client has disconnected (status 499). */
export interface MeasuredRequest {
  method: string;
  /** The pattern of the route, never the requested path. */
  route: string;
  status: number;
  seconds: number;
}

/** Numbers for monitoring. Labels never contain ids or personal data, and take a limited set of values. */
export interface Metrics {
  countRequest(request: MeasuredRequest): void;
  countRejection(code: ErrorCode): void;
  countQuery: OnQuery;
  countPage(source: 'cache' | 'rendered'): void;
  countJob(name: string, outcome: 'done' | 'failed'): void;
  setSources(sources: MetricsSources): void;
  /** All metrics in the text format of Prometheus. */
  read(): Promise<{ contentType: string; text: string }>;
}
