/** Built servers of Carnet as processes, on a PostgreSQL of the trial. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuild, NODE_FLAGS, NODE_VARIABLES } from '../../../scripts/bootstrap.mjs';
import { type PostgresServer, startPostgres } from '../../../tests/support/postgres-server.ts';
import { seriesOf } from '../../../tests/support/prometheus.ts';
import { BUILT_SERVER, type RunningServer, startServer } from '../../../tests/support/server.ts';
import type { Run } from './trial.ts';

/** Milliseconds. */
const START_WITHIN = 60_000;
export const METRICS_TOKEN = 'a-token-of-the-trials';

/** Starts the built server, or that of another build, as `npm start` does; it ends with the trial. `within` is in milliseconds. */
export async function startCarnet(
  { atEnd }: Pick<Run, 'atEnd'>,
  env: Record<string, string> = {},
  { entry = BUILT_SERVER, within = START_WITHIN } = {},
): Promise<RunningServer> {
  ensureBuild();
  const settings = { ...NODE_VARIABLES, LOG_LEVEL: 'error', METRICS_TOKEN };
  const server = await startServer({ ...settings, ...env }, entry, process.execPath, within, NODE_FLAGS);
  atEnd(() => server.stop());
  return server;
}

/** Sends a signal; returns the milliseconds until the process has ended, and its exit code. */
export async function endWith(server: RunningServer, signal: NodeJS.Signals): Promise<{ ms: number; code: number | null }> {
  const started = performance.now();
  const ended = once(server.process, 'exit');
  server.process.kill(signal);
  const [code] = (await ended) as [number | null];
  return { ms: performance.now() - started, code };
}

/** Log lines of the level error, and what was printed outside of the log. */
export const errorsOf = (servers: readonly RunningServer[]): string[] =>
  servers.flatMap((server) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50') || line.includes('"level":60')),
  );

/** Reads the metrics of a process; returns a function that adds up the series with a name and labels. */
export async function readMetrics(server: { url: string }): Promise<(name: string, labels?: Record<string, string>) => number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`);
  const all = seriesOf(await answer.text());
  return (name, wanted = {}) => {
    const fitting = all.filter((one) => one.name === name && Object.entries(wanted).every(([label, text]) => one.labels[label] === text));
    return fitting.reduce((sum, { value }) => sum + value, 0);
  };
}

/** The answers of a process with that status. */
export async function countAnswers(server: { url: string }, status: string): Promise<number> {
  return (await readMetrics(server))('carnet_http_request_duration_seconds_count', { status });
}

export interface Database {
  url: string;
  server: PostgresServer;
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
}

/** A PostgreSQL server that ends with the trial; its database is empty. */
export async function startDatabase({ atEnd }: Pick<Run, 'atEnd'>): Promise<Database> {
  const server = await startPostgres();
  atEnd(() => server.stop());
  const pool = new pg.Pool({ connectionString: server.url, max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  atEnd(() => pool.end());
  const query = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[];
  return { url: server.url, server, query };
}

/** Changes a setting of PostgreSQL for all sessions. */
export async function setPostgres({ query }: Database, name: string, value: string): Promise<void> {
  await query(`alter system set ${name} = '${value}'`);
  await query('select pg_reload_conf()');
}

/** Whether there are two cores, so that the load does not take the time of the server. */
export const hasTwoCores = (): boolean => existsSync('/sys/devices/system/cpu/cpu1');

/** What a command begins with to run on that core. */
export const onCore = (core: number | undefined): string[] => (core !== undefined && hasTwoCores() ? ['taskset', '-c', String(core)] : []);

/** Moves a process with its threads to one core. */
export function pin(pid: number | undefined, core: number): void {
  if (pid && hasTwoCores()) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

/** Moves PostgreSQL to one core; processes that it starts later follow. */
export async function pinPostgres({ query }: Database, core: number): Promise<void> {
  const [row] = await query<{ data_directory: string }>('show data_directory');
  const pid = Number(readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const backends = await query<{ pid: number }>('select pid from pg_stat_activity');
  for (const each of [pid, ...backends.map((backend) => backend.pid)]) pin(each, core);
}
