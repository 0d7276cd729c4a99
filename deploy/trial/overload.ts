/** Far more requests than one process can answer: what it accepts stays fast, and the rest is rejected at once. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { preparePostgres, prepareSqlite } from '../../bench/data.ts';
import { memoryOf } from '../../bench/measure.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { countAnswers, pin, pinPostgres, readMetrics, startCarnet, startDatabase } from './support/carnet.ts';
import { answersOf, type Flood, type FloodResult, failuresOf, perSecond, runFlood, several } from './support/flood.ts';
import { startHaproxy } from './support/haproxy.ts';
import { isFailure, isSuccess, newAgent, newTally, send, startLoad } from './support/load.ts';
import { callsOf } from './support/requests.ts';
import { atLeast, atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

/** Enough that none has more than 32 requests in progress. */
const OWNERS = 200;
const LISTS = several(1_000, callsOf(OWNERS).records);
const SERVER_CORE = 0;
const LOAD_CORE = 1;
/** Connections at which one process answers the most requests. */
const BEST_CONNECTIONS = 64;
/** Milliseconds between two health checks. */
const CHECK_EVERY = 200;
/** Requests a second of the observer, and its connections: so many that a slow answer does not delay the next request. */
const OBSERVED_RATE = 20;
const OBSERVERS = 200;
/** A server has recovered when that many requests in a row are answered in this time. */
const RECOVERED = { times: 5, within: 100 };
const TOO_LONG = 60_000;

export const overload: Trial = {
  what: 'one process with far more requests than it can answer (acceptance test 5)',
  needs: ['taskset', 'postgres', 'haproxy', 'wrk'],
  options: { database: 'postgres', seconds: '20', connections: '4000', times: '10' },
  async run(run) {
    checkOpenFiles(run.number('connections'));
    pin(process.pid, LOAD_CORE);
    const server = await startCarnet(run, await prepare(run));
    pin(server.process.pid, SERVER_CORE);
    await tellGenerator(run);
    const list = { requests: LISTS, seconds: run.number('seconds') };
    const few = { ...list, url: server.url, connections: BEST_CONNECTIONS };
    await runFlood(run, { ...few, seconds: 3 }, LOAD_CORE);
    const best = perSecond(await runFlood(run, few, LOAD_CORE));
    run.measured(`best, at ${BEST_CONNECTIONS} connections`, best, 'a second');
    const [connections, times] = [run.text('connections'), run.text('times')];
    const rate = best * run.number('times');
    const direct = { url: server.url, server };
    const patient = await overloaded(run, { ...direct, name: `${connections} patient`, load: { ...list, isPatient: true } });
    run.measured(`${connections} patient: answers with 200 to the best`, (100 * patient) / best, '%', atLeast(80));
    await overloaded(run, { ...direct, name: `${connections} at once`, load: list });
    await overloaded(run, { ...direct, name: `${times} × best`, load: { ...list, rate } });
    // Without TLS, for whose handshakes the load generator would need more time than HAProxy.
    const { url } = await startHaproxy(run, [Number(new URL(server.url).port)], { core: LOAD_CORE, hasTls: false });
    // The speed of a machine changes within minutes: each phase is compared with the best before and after it.
    let before = perSecond(await runFlood(run, few, LOAD_CORE));
    for (const [name, load] of [
      [`HAProxy, ${connections} at once`, list],
      [`HAProxy, ${times} × best`, { ...list, rate }],
    ] as const) {
      const lists = await overloaded(run, { url, server, rejection: 50, name, load });
      const after = perSecond(await runFlood(run, few, LOAD_CORE));
      run.measured(`${name}: best before and after it`, (before + after) / 2, 'a second');
      run.measured(`${name}: answers with 200 to the best`, (100 * lists) / ((before + after) / 2), '%', atLeast(80));
      before = after;
    }
    run.measured('most memory (RSS)', memoryOf(server.process.pid ?? 0).peak, 'MB', atMost(400));
    run.measured('answers with 500', await countAnswers(server, '500'), '', exactly(0));
  },
};

/** Checks the hard limit, up to which a process raises its soft limit itself. */
function checkOpenFiles(connections: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  if (limit !== 'unlimited' && Number(limit) < connections + 500)
    throw new Error(
      `Each process may have ${limit} open files, too few for ${connections} connections: raise the hard limit (ulimit -Hn).`,
    );
}

async function prepare(run: Run): Promise<Record<string, string>> {
  if (run.text('database') === 'sqlite') {
    await prepareSqlite(run.folder, OWNERS);
    return { DATA_DIR: run.folder };
  }
  const database = await startDatabase(run);
  await preparePostgres(database.url, OWNERS);
  await pinPostgres(database, SERVER_CORE);
  return { DATABASE_URL: database.url };
}

/** What the load generator reaches with a server that does nothing, which is the limit of one of the two. */
async function tellGenerator(run: Run): Promise<void> {
  const program = "const s=require('node:http').createServer((q,r)=>r.end('ok')).listen(0,'127.0.0.1',()=>console.log(s.address().port))";
  const bare = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  run.atEnd(() => bare.kill('SIGKILL'));
  const [port] = (await once(bare.stdout, 'data')) as [Buffer];
  pin(bare.pid, SERVER_CORE);
  const url = `http://127.0.0.1:${String(port).trim()}`;
  const result = await flood(run, { url, requests: [{ kind: 'root', method: 'GET', path: '/' }], seconds: 5 });
  bare.kill('SIGKILL');
  run.measured('load generator, with a server that does nothing', perSecond(result), 'a second');
}

const flood = (run: Run, settings: Omit<Flood, 'connections'>): Promise<FloodResult> =>
  runFlood(run, { ...settings, connections: run.number('connections') }, LOAD_CORE);

interface Phase {
  name: string;
  /** Address of the server, or of the proxy in front of it. */
  url: string;
  server: RunningServer;
  load: Omit<Flood, 'url' | 'connections'>;
  /** Goal for the milliseconds of a rejection. */
  rejection?: number;
}

/** Returns the answers with 200 a second. */
async function overloaded(run: Run, { name, url, server, load, rejection }: Phase): Promise<number> {
  run.say(name);
  const rejectedBefore = await rejectedAtServer(server);
  const [seen, health] = [newTally(), newTally()];
  const observer = startLoad({
    urls: [url],
    connections: OBSERVERS,
    rate: OBSERVED_RATE,
    next: callsOf(OWNERS).records,
    record: seen.record,
  });
  const checks = startChecks(url, health);
  const result = await flood(run, { ...load, url });
  const ended = performance.now();
  await Promise.all([observer.stop(), checks.stop()]);
  await recovered(url);
  // A flood with a rate waits for its last answers.
  const recovery = Math.max(0, result.seconds - load.seconds) + (performance.now() - ended) / 1000;

  run.measured(`${name}: answers`, answersOf(result) / result.seconds, 'a second');
  run.measured(`${name}: answers with 200`, perSecond(result), 'a second');
  run.measured(`${name}: answers with 503`, perSecond(result, '503'), 'a second');
  const others = failuresOf(result) - (result.counts['503'] ?? 0);
  run.measured(`${name}: other answers, and none`, others, '', exactly(0));
  const isRejected = { status: (status: number) => status === 503 };
  const rejectedWithin = rejection === undefined ? undefined : atMost(rejection);
  run.measured(`${name}: p99 of 503 at an observer`, percentile(seen.times(isRejected), 0.99), 'ms', rejectedWithin);
  run.measured(`${name}: p99 of 200 at an observer`, percentile(seen.times({ status: isSuccess }), 0.99), 'ms', atMost(2_000));
  run.measured(`${name}: 503 without Retry-After`, seen.withoutRetryAfter(isRejected), `of ${seen.count(isRejected)}`, exactly(0));
  const rejected = await rejectedAtServer(server);
  const share = (rejected.quick - rejectedBefore.quick) / (rejected.all - rejectedBefore.all);
  if (rejected.all > rejectedBefore.all) run.measured(`${name}: 503 within 50 ms at the server`, share * 100, '%');
  for (const kind of ['/healthz', '/readyz']) {
    run.measured(
      `${name}: ${kind} not answered with 200`,
      health.count({ kind, status: isFailure }),
      `of ${health.count({ kind })}`,
      exactly(0),
    );
    run.measured(
      `${name}: ${kind}, slowest`,
      maximum(health.times({ kind, status: isSuccess })),
      'ms',
      atMost(kind === '/readyz' ? 300 : 1_000),
    );
  }
  run.measured(`${name}: recovery after the load`, recovery, 's', atMost(5));
  return perSecond(result);
}

/** Requests answered with 503 since the start, and those among them that took at most 50 ms, as the server measures them. */
async function rejectedAtServer(server: RunningServer): Promise<{ quick: number; all: number }> {
  const read = await readMetrics(server);
  const labels = { status: '503' };
  return {
    quick: read('carnet_http_request_duration_seconds_bucket', { ...labels, le: '0.05' }),
    all: read('carnet_http_request_duration_seconds_count', labels),
  };
}

/** Checks the health as a proxy does: each time with a new connection. */
function startChecks(url: string, tally: ReturnType<typeof newTally>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const check = async (path: string) => {
    while (!stopping.signal.aborted) {
      tally.record(await send(url, { kind: path, method: 'GET', path }, newAgent(url, false)));
      await pause(CHECK_EVERY);
    }
  };
  const work = Promise.all(['/healthz', '/readyz'].map(check));
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function recovered(url: string): Promise<void> {
  const agent = newAgent(url);
  const deadline = performance.now() + TOO_LONG;
  for (let inTime = 0; inTime < RECOVERED.times && performance.now() < deadline; ) {
    const { status, ms } = await send(url, callsOf(OWNERS).records(), agent);
    inTime = status === 200 && ms < RECOVERED.within ? inTime + 1 : 0;
  }
  agent.destroy();
}
