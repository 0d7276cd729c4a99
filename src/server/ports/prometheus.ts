import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '#contract/errors.ts';
import type { DatabaseUsage } from '../db/usage.ts';
import type { MeasuredRequest, Metrics, MetricsSources } from './metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { addStorageMetrics } from './storage-metrics.ts';

interface BuildInfo {
  version: string;
  schema: string;
  database: DatabaseUsage['kind'];
}

/** Seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];
/** Timeout in milliseconds for the gauges read from the database; after it they are missing. */
const BACKLOG_WITHIN = 2_000;
const STATES = ['total', 'idle', 'waiting'] as const;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Initialized to 0 on startup, because an increase from nothing to 1 is invisible to Prometheus. */
const WATCHED_REJECTIONS: readonly ErrorCode[] = ['api.loginUser.401', 'api.loginUser.403', 'adminApi.401', 'api.429', 'api.503'];

/** Metrics with prom-client (decision 48). `within`: milliseconds that a read waits for the database. */
export function prometheusMetrics(build: BuildInfo, dataDir: string, within = BACKLOG_WITHIN): Metrics {
  const registry = new Registry();
  addProcessMetrics(registry);
  addStorageMetrics(registry, dataDir);
  const registers = [registry];
  new Gauge({ name: 'carnet_build_info', help: 'Release, schema and database; always 1.', labelNames: Object.keys(build), registers }).set(
    { ...build },
    1,
  );
  const counted = countedMetrics(registry);
  const refresh = gauges(registers, within);
  let sources: MetricsSources | undefined;
  let reading: ReturnType<Metrics['read']> | undefined;

  async function read(): ReturnType<Metrics['read']> {
    if (sources) await refresh(sources);
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  return {
    ...counted,
    setSources(given) {
      sources = given;
    },
    // Concurrent scrapes share one read, so that they cannot overload the database.
    read() {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

function countedMetrics(registry: Registry): Omit<Metrics, 'setSources' | 'read'> {
  const registers = [registry];
  const requests = new Histogram({
    name: 'carnet_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer; status 499 if the client disconnected.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const rejections = new Counter({
    name: 'carnet_rejections_total',
    help: 'Rejected requests by error code: wrong passwords, locks, limits, missing rights, overload.',
    labelNames: ['code'],
    registers,
  });
  for (const code of WATCHED_REJECTIONS) rejections.inc({ code }, 0);
  const queries = new Histogram({
    name: 'carnet_query_duration_seconds',
    help: 'Time of database statements, including the wait for a write of SQLite.',
    labelNames: ['operation', 'table'],
    buckets: QUERY_BUCKETS,
    registers,
  });
  const pages = new Counter({ name: 'carnet_pages_total', help: 'Pages by source.', labelNames: ['source'], registers });
  const runs = new Counter({
    name: 'carnet_job_runs_total',
    help: 'Parts of jobs run by this process.',
    labelNames: ['task', 'outcome'],
    registers,
  });
  const lastRun = new Gauge({
    name: 'carnet_job_last_run_timestamp_seconds',
    help: 'When this process last ran a part of a job without an error.',
    labelNames: ['task'],
    registers,
  });
  return {
    countRequest: ({ method, route, status, seconds }: MeasuredRequest) =>
      requests.observe({ method: METHODS.has(method) ? method : 'other', route, status }, seconds),
    countRejection: (code) => rejections.inc({ code }),
    countQuery: ({ operation, table, milliseconds }) => queries.observe({ operation, table }, milliseconds / 1_000),
    countPage: (source) => pages.inc({ source }),
    // The label is not called "job", because Prometheus adds a label of this name.
    countJob(task, outcome) {
      runs.inc({ task, outcome });
      if (outcome === 'done') lastRun.set({ task }, Date.now() / 1_000);
    },
  };
}

/** Returns a function that sets the gauges to the current state. */
function gauges(registers: Registry[], within: number): (sources: MetricsSources) => Promise<void> {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name: `carnet_${name}`, help, registers });
  const inFlight = gauge('http_requests_in_flight', 'Requests that the process is working on, or that wait for their turn.');
  const up = gauge('database_up', '1 if the database answered while the metrics were read.');
  const writable = gauge('database_writable', '1 if the database takes writes, as far as the process knows.');
  const waiting = gauge('mails_waiting', 'Emails that wait for delivery, at most 10000.');
  const failed = gauge('mails_failed', 'Emails whose delivery failed permanently, at most 10000.');
  const oldest = gauge('mail_oldest_due_seconds', 'Time for which the oldest due email has waited.');
  const locks = gauge('login_locks', 'Emails and networks that are locked after wrong passwords or codes, at most 10000.');
  const late = new Gauge({
    name: 'carnet_job_late_seconds',
    help: 'Time since a job was due; 0 before.',
    labelNames: ['task'],
    registers,
  });
  const setUsage = usageGauges(registers);

  return async (sources) => {
    inFlight.set(sources.inFlight());
    setUsage(sources.database());
    const answer = await answeredInTime(Promise.all([sources.backlog(), sources.canWrite()]), within);
    up.set(answer ? 1 : 0);
    late.reset();
    if (!answer) {
      for (const each of [writable, waiting, failed, oldest, locks]) each.remove();
      return;
    }
    const [backlog, canWrite] = answer;
    writable.set(canWrite ? 1 : 0);
    waiting.set(backlog.waitingMails);
    failed.set(backlog.failedMails);
    oldest.set(backlog.oldestMail);
    locks.set(backlog.locks);
    for (const [task, seconds] of Object.entries(backlog.lateness)) late.set({ task }, seconds);
  };
}

function usageGauges(registers: Registry[]): (usage: DatabaseUsage) => void {
  const pool = new Gauge({
    name: 'carnet_database_pool_connections',
    help: 'Connections to PostgreSQL: total, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers,
  });
  const retries = new Counter({
    name: 'carnet_sqlite_busy_retries_total',
    help: 'Attempts repeated because another process held a lock of the SQLite file.',
    registers,
  });
  let retriesBefore = 0;
  return (usage) => {
    if (usage.kind === 'sqlite') {
      retries.inc(usage.busyRetries - retriesBefore);
      retriesBefore = usage.busyRetries;
      return;
    }
    for (const state of STATES) pool.set({ state }, usage[state]);
  };
}

/** Undefined if the database is unavailable or slow. */
async function answeredInTime<T>(answer: Promise<T>, within: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, within, undefined);
  });
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
