/** Sends as many requests as the connections allow, or at a rate, with wrk, which takes little CPU time from what is measured. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCore } from './carnet.ts';
import type { Call } from './load.ts';
import type { Run } from './trial.ts';

export interface Flood {
  url: string;
  /** Without a body; each time one of them is sent at random. */
  requests: readonly Call[];
  connections: number;
  seconds: number;
  /** Requests a second; all of them are answered before the flood ends. As many as possible without it, until `seconds` are over. */
  rate?: number;
  /** A connection waits as long as Retry-After says, as people do; not with a rate. */
  isPatient?: boolean;
}

export interface FloodResult {
  /** From the start to the last answer. */
  seconds: number;
  /** Number of answers by status. */
  counts: Record<string, number>;
  /** Latency of all answers in milliseconds. */
  p50: number;
  p99: number;
  errors: number;
  timeouts: number;
}

/** Seconds without an answer. */
const TIMEOUT = 30;
/** Seconds for the last answers of a flood with a rate. */
const LAST_ANSWERS = 20;
const SCRIPT = join(import.meta.dirname, 'flood.lua');
const exec = promisify(execFile);

/** A list of that many requests. */
export const several = (count: number, next: () => Call): Call[] => Array.from({ length: count }, next);

const lineOf = ({ method, path, headers = {} }: Call): string =>
  [method, path, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\t');

/** Runs a flood, on one core if `core` is given, with less priority than what observes the server. */
export async function runFlood(
  { folder }: Pick<Run, 'folder'>,
  { url, requests, connections, seconds, rate = 0, isPatient = false }: Flood,
  core?: number,
): Promise<FloodResult> {
  const file = join(folder, `${randomUUID()}.txt`);
  writeFileSync(file, `${requests.map(lineOf).join('\n')}\n`);
  const time = rate > 0 ? seconds + LAST_ANSWERS : seconds;
  const settings = ['--threads', '1', '--connections', `${connections}`, '--duration', `${time}s`, '--timeout', `${TIMEOUT}s`];
  const command = ['wrk', ...settings, '--script', SCRIPT, url, '--', file, `${seconds}`, `${rate}`, isPatient ? 'patient' : ''];
  const [program = '', ...args] = ['nice', '-n', '10', ...onCore(core), ...command];
  const { stdout } = await exec(program, args);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FloodResult;
}

/** Results of floods that ran at the same time as one; the percentiles are those of the slowest. */
export function together(results: readonly FloodResult[]): FloodResult {
  const sum = (read: (result: FloodResult) => number) => results.reduce((total, result) => total + read(result), 0);
  const most = (read: (result: FloodResult) => number) => Math.max(...results.map(read));
  const statuses = [...new Set(results.flatMap(({ counts }) => Object.keys(counts)))];
  return {
    seconds: most(({ seconds }) => seconds),
    counts: Object.fromEntries(statuses.map((status) => [status, sum(({ counts }) => counts[status] ?? 0)])),
    p50: most(({ p50 }) => p50),
    p99: most(({ p99 }) => p99),
    errors: sum(({ errors }) => errors),
    timeouts: sum(({ timeouts }) => timeouts),
  };
}

export const perSecond = ({ counts, seconds }: FloodResult, status = '200'): number => (counts[status] ?? 0) / seconds;

/** Answers of all statuses. */
export const answersOf = ({ counts }: FloodResult): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Answers other than 200, and requests without one. */
export const failuresOf = (result: FloodResult): number =>
  answersOf(result) - (result.counts['200'] ?? 0) + result.errors + result.timeouts;
