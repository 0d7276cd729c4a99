/** Runs servers and load on separate CPU cores and measures their CPU time and memory. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_FLAGS, NODE_VARIABLES } from '../scripts/bootstrap.mjs';
import type { Load, LoadResult } from './load.ts';

const SERVER_CORE = '0';
export const LOAD_CORE = '1';
/** Length of a clock tick in /proc/PID/stat: 1/100 s on every Linux. */
const TICK_MICROSECONDS = 10_000;

export const SERVERS = {
  carnet: join(import.meta.dirname, '..', 'tests', 'support', 'server-process.ts'),
  built: join(import.meta.dirname, '..', 'dist', 'server', 'main.js'),
  bareSqlite: join(import.meta.dirname, 'bare-sqlite.ts'),
  barePostgres: join(import.meta.dirname, 'bare-postgres.ts'),
};

export interface Pinned {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a server on the first core; `env` selects the database. */
export async function startPinned(file: string, env: Record<string, string>): Promise<Pinned> {
  const settings = {
    ...NODE_VARIABLES,
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    WRITES_PER_MINUTE: '0',
    DRAIN_SECONDS: '0',
    ...env,
  };
  const flags = file === SERVERS.built ? NODE_FLAGS : [];
  const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, ...flags, file], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      const found = /listening on (http:\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    });
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, process: child, stop };
}

/** User and system CPU time of the process so far, in microseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
}

/** Current and peak resident memory, in megabytes. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

export interface Measured extends LoadResult {
  /** CPU time of the server per request, in microseconds. */
  cpu: number;
}

/** 32 connections by default. */
type Measurement = Omit<Load, 'url' | 'connections'> & { connections?: number };

const run = promisify(execFile);

/** Measures a server under load from the second core. */
export async function measure(server: Pinned, load: Measurement): Promise<Measured> {
  const pid = server.process.pid ?? 0;
  const before = cpuOf(pid);
  const settings: Load = { url: server.url, connections: 32, ...load };
  const { stdout } = await run('taskset', [
    '-c',
    LOAD_CORE,
    process.execPath,
    join(import.meta.dirname, 'load.ts'),
    JSON.stringify(settings),
  ]);
  const result = JSON.parse(stdout) as LoadResult;
  return { ...result, cpu: (cpuOf(pid) - before) / result.requests };
}

export interface Row {
  name: string;
  results: Measured[];
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const medianOf = (row: Row, what: keyof Measured): number => median(row.results.map((result) => result[what]));

/** The time V8 needs to optimize the code of a request: before it, a request of Carnet costs up to 1.7 times as much. */
const WARM_UP_SECONDS = 10;

/** Measures the servers in turn, round after round, so that other activity of the machine affects all of them equally. */
export async function compare(servers: [string, Pinned][], load: Measurement, rounds: number): Promise<Row[]> {
  const rows = servers.map(([name]): Row => ({ name, results: [] }));
  for (const [, server] of servers) await measure(server, { ...load, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, server]] of servers.entries()) rows[index]?.results.push(await measure(server, load));
  }
  return rows;
}

/** Median of the per-round ratios: the speed of the machine changes between rounds. */
export const ratioOf = (row: Row, base: Row, what: keyof Measured): number =>
  median(row.results.map((result, round) => result[what] / (base.results[round]?.[what] ?? Number.NaN)));

/** Prints the medians of the rounds; ratios are relative to the last row, the bare server. */
export function print(title: string, rows: Row[], goal: number): void {
  const bare = rows.at(-1);
  console.log(`\n${title}`);
  console.table(
    rows.map((row) => ({
      server: row.name,
      'req/s': Math.round(medianOf(row, 'perSecond')),
      'p50 ms': medianOf(row, 'p50'),
      'p99 ms': medianOf(row, 'p99'),
      'CPU µs/req': Math.round(medianOf(row, 'cpu')),
      'of bare, req/s': bare && percent(ratioOf(row, bare, 'perSecond')),
      'of bare, CPU': bare && percent(ratioOf(bare, row, 'cpu')),
    })),
  );
  console.log(`goal: ${percent(goal)} of bare`);
}

export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;
