/** Sends requests over connections that stay open, at a rate or one after the other, and records what became of each. */
import http from 'node:http';
import https from 'node:https';
import { setTimeout as after } from 'node:timers/promises';

export interface Call {
  /** What the request is about, for the sums. */
  kind: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Outcome {
  kind: string;
  /** 0 if there was no answer. */
  status: number;
  /** Milliseconds from the moment when the request was due to the last byte of its answer. */
  ms: number;
  /** Seconds of the header Retry-After; 0 without it. */
  retryAfter: number;
  /** Code of the error, if there was no answer. */
  error?: string;
}

interface Load {
  /** Addresses of the servers; the connections are spread over them. */
  urls: readonly string[];
  connections: number;
  /** Requests a second over all connections; without it, each connection sends the next one as soon as the last is answered. */
  rate?: number;
  next: () => Call;
  record: (outcome: Outcome) => void;
}

export interface RunningLoad {
  /** Sends no further requests; resolves when all are answered. */
  stop(): Promise<void>;
}

/** Milliseconds without an answer. */
const TIMEOUT = 60_000;

export function startLoad({ urls, connections, rate, next, record }: Load): RunningLoad {
  const stopping = new AbortController();
  const every = rate === undefined ? 0 : 1000 / rate;
  const started = performance.now();
  const pause = (milliseconds: number) => after(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  let sent = 0;
  const work = Array.from({ length: connections }, async (_, connection) => {
    const url = urls[connection % urls.length] as string;
    const agent = newAgent(url);
    while (!stopping.signal.aborted) {
      // The next request of all connections; it is late if none was free.
      const due = every > 0 ? started + every * sent++ : performance.now();
      const wait = due - performance.now();
      if (wait > 0) await pause(wait);
      if (stopping.signal.aborted) break;
      record(await send(url, next(), agent, due));
    }
    agent.destroy();
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

/** Runs a load for that many seconds. */
export async function loadFor(seconds: number, load: Load): Promise<void> {
  const running = startLoad(load);
  await after(seconds * 1000);
  await running.stop();
}

/** One connection, which stays open unless told otherwise, from another address of this machine if given. The certificate of a trial is signed by itself. */
export function newAgent(url: string, keepAlive = true, localAddress?: string): http.Agent {
  const options = { keepAlive, maxSockets: 1, ...(localAddress && { localAddress }) };
  return url.startsWith('https:') ? new https.Agent({ ...options, rejectUnauthorized: false }) : new http.Agent(options);
}

export function send(
  url: string,
  { kind, method, path, headers, body }: Call,
  agent?: http.Agent,
  due = performance.now(),
): Promise<Outcome> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const content = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const end = (status: number, retryAfter: number, error?: string) =>
      resolve({ kind, status, ms: performance.now() - due, retryAfter, ...(error && { error }) });
    const client = url.startsWith('https:') ? https : http;
    const request = client.request(url + path, { method, headers: { ...headers, ...content }, timeout: TIMEOUT, ...(agent && { agent }) });
    request.once('response', (response) => {
      response.once('end', () => end(response.statusCode ?? 0, Number(response.headers['retry-after'] ?? 0)));
      response.once('error', (error: NodeJS.ErrnoException) => end(0, 0, error.code ?? error.message));
      response.resume();
    });
    request.once('timeout', () => request.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })));
    request.once('error', (error: NodeJS.ErrnoException) => end(0, 0, error.code ?? error.message));
    request.end(text);
  });
}

interface Selection {
  kind?: string | readonly string[];
  status?: (status: number) => boolean;
}

/** Collects outcomes and counts them by kind and status. */
export function newTally() {
  const groups = new Map<
    string,
    { kind: string; status: number; times: number[]; errors: Map<string, number>; withoutRetryAfter: number }
  >();
  const selected = ({ kind, status }: Selection) =>
    [...groups.values()].filter(
      (group) => (kind === undefined || [kind].flat().includes(group.kind)) && (status === undefined || status(group.status)),
    );
  return {
    record(outcome: Outcome): void {
      const key = `${outcome.kind} ${outcome.status}`;
      let group = groups.get(key);
      if (!group) {
        group = { kind: outcome.kind, status: outcome.status, times: [], errors: new Map(), withoutRetryAfter: 0 };
        groups.set(key, group);
      }
      group.times.push(outcome.ms);
      if (outcome.error) group.errors.set(outcome.error, (group.errors.get(outcome.error) ?? 0) + 1);
      if (outcome.retryAfter === 0) group.withoutRetryAfter++;
    },
    kinds: (): string[] => [...new Set([...groups.values()].map(({ kind }) => kind))].sort(),
    /** Milliseconds of the requests that fit. */
    times: (selection: Selection = {}): number[] => selected(selection).flatMap(({ times }) => times),
    count: (selection: Selection = {}): number => selected(selection).reduce((sum, { times }) => sum + times.length, 0),
    withoutRetryAfter: (selection: Selection = {}): number => selected(selection).reduce((sum, group) => sum + group.withoutRetryAfter, 0),
    /** Describes the failed requests in words. */
    failures: (): string =>
      [...groups.values()]
        .filter(({ status }) => !isSuccess(status))
        .map(({ kind, status, times, errors }) => `${times.length} × ${kind} ${status || [...errors.keys()].join('/')}`)
        .join(', '),
  };
}

export type Tally = ReturnType<typeof newTally>;

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isFailure = (status: number): boolean => !isSuccess(status);
