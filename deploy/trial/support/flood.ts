/** Sends as many requests as the connections allow, in a process of its own: `node flood.ts '<Flood as JSON>'` prints a FloodResult. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon, { type Request } from 'autocannon';
import { VEHICLES_EACH } from '../../../bench/data.ts';
import { requestFor } from '../../../bench/load.ts';
import { onCore } from './carnet.ts';
import { loadFor, newTally } from './load.ts';
import { anyAddress, callsOf, randomBelow } from './requests.ts';

export interface Flood {
  url: string;
  kind: 'list' | 'visit' | 'root';
  connections: number;
  /** Stops after that time, or after that number of requests. */
  seconds: number;
  amount?: number;
  /** Requests a second; as many as possible without it. */
  rate?: number;
  /** Each connection sends one request after the other and waits as long as Retry-After says, as people do. Only for lists. */
  isPatient?: boolean;
  owners: number;
}

export interface FloodResult {
  seconds: number;
  /** By status. */
  counts: Record<string, number>;
  /** Milliseconds of a part of the answers, by status. */
  times: Record<string, number[]>;
  errors: number;
  timeouts: number;
}

/** Different requests for each connection. */
const DIFFERENT = 400;
/** Times of each status in the result. */
const SAMPLES = 20_000;

function anyRequest(kind: Flood['kind'], owners: number): Request {
  if (kind === 'root') return { method: 'GET', path: '/', headers: {} };
  if (kind === 'visit') return { method: 'POST', path: '/api/statistics/set-visits', headers: { 'x-forwarded-for': anyAddress() } };
  return requestFor('list', 1 + randomBelow(owners * VEHICLES_EACH));
}

async function patient({ url, connections, seconds, owners }: Flood): Promise<FloodResult> {
  const tally = newTally();
  const started = performance.now();
  await loadFor(seconds, { urls: [url], connections, isPatient: true, next: callsOf(owners).records, record: tally.record });
  const duration = (performance.now() - started) / 1000;
  const statuses = tally.statuses().filter((status) => status > 0);
  const timesOf = (wanted: number) => tally.times({ status: (status) => status === wanted });
  return {
    seconds: duration,
    errors: tally.count({ status: (status) => status === 0 }),
    timeouts: 0,
    counts: Object.fromEntries(statuses.map((status) => [status, timesOf(status).length])),
    times: Object.fromEntries(statuses.map((status) => [status, sampled(timesOf(status))])),
  };
}

async function flood({ url, kind, connections, seconds, amount, rate, owners }: Flood): Promise<FloodResult> {
  const times = new Map<number, number[]>();
  const shared = Array.from({ length: Math.max(DIFFERENT, Math.min(50_000, connections * 10)) }, () => anyRequest(kind, owners));
  const load = autocannon({
    url,
    connections,
    duration: seconds,
    ...(amount !== undefined && { amount }),
    ...(rate !== undefined && { overallRate: rate }),
    setupClient: (client) => {
      const from = randomBelow(shared.length);
      client.setRequests(
        Array.from(
          { length: Math.max(1, Math.min(DIFFERENT, 20_000 / connections)) },
          (_, index) => shared[(from + index) % shared.length] as Request,
        ),
      );
    },
  });
  load.on('response', (_client, status, _bytes, milliseconds) => {
    const list = times.get(status);
    if (list) list.push(milliseconds);
    else times.set(status, [milliseconds]);
  });
  const { duration, errors, timeouts } = await load;
  const lists = [...times];
  return {
    seconds: duration,
    errors,
    timeouts,
    counts: Object.fromEntries(lists.map(([status, list]) => [status, list.length])),
    times: Object.fromEntries(lists.map(([status, list]) => [status, sampled(list)])),
  };
}

function sampled(list: readonly number[]): number[] {
  const every = Math.ceil(list.length / SAMPLES);
  return list.filter((_, index) => index % every === 0).map((value) => Math.round(value * 100) / 100);
}

const run = promisify(execFile);

/** Runs a flood in another process, on the second core if `core` is given, with less priority than what observes the server. */
export async function runFlood(settings: Flood, core?: number): Promise<FloodResult> {
  const command = [process.execPath, import.meta.filename, JSON.stringify(settings)];
  const [program = '', ...args] = ['nice', '-n', '10', ...onCore(core), ...command];
  const { stdout } = await run(program, args, { maxBuffer: 100_000_000 });
  return JSON.parse(stdout) as FloodResult;
}

/** Results of floods that ran at the same time as one. */
export function together(results: readonly FloodResult[]): FloodResult {
  const sum = (read: (result: FloodResult) => number) => results.reduce((total, result) => total + read(result), 0);
  const statuses = [...new Set(results.flatMap(({ counts }) => Object.keys(counts)))];
  return {
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
    errors: sum(({ errors }) => errors),
    timeouts: sum(({ timeouts }) => timeouts),
    counts: Object.fromEntries(statuses.map((status) => [status, sum(({ counts }) => counts[status] ?? 0)])),
    times: Object.fromEntries(statuses.map((status) => [status, results.flatMap(({ times }) => times[status] ?? [])])),
  };
}

export const perSecond = ({ counts, seconds }: FloodResult, status = '200'): number => (counts[status] ?? 0) / seconds;

/** Answers of all statuses. */
export const answersOf = ({ counts }: FloodResult): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2] ?? '') as Flood;
  console.log(JSON.stringify(await (settings.isPatient ? patient(settings) : flood(settings))));
}
