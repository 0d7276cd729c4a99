/** Reads from a streaming standby whose replay is paused, which hangs, is killed and is promoted: no request may fail or be stale. */
import { setTimeout as after } from 'node:timers/promises';
import { administer } from '../../tests/support/postgres.ts';
import { startStandby } from '../../tests/support/postgres-server.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { type SilentProxy, silentProxy } from '../../tests/support/silent-proxy.ts';
import { readMetrics, startCarnet, startDatabase } from './support/carnet.ts';
import { atLeast, atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

const ADMIN = { email: 'admin@example.com', password: 'Tr1al-of-reads!' };
const PRICES = '/api/prices/price';
const PAGE = '/';
/** Every third read is a page, whose age is not checked. */
const PAGE_EVERY = 3;
/** Milliseconds after the cause of a phase until the use of the replica is measured: the regular check and a margin. */
const SETTLED = 3_000;

interface Standby {
  url: string;
  proxy: SilentProxy;
  halt(): Promise<void>;
  resume(): Promise<void>;
}

interface Phase {
  name: string;
  cause?: (standby: Standby) => unknown;
  /** Whether the replica has to answer reads once it has settled. */
  isUsed: boolean;
}

const PHASES: readonly Phase[] = [
  { name: 'streaming', isUsed: true },
  { name: 'replay paused', cause: ({ url }) => administer(url, 'select pg_wal_replay_pause()'), isUsed: false },
  { name: 'replay resumed', cause: ({ url }) => administer(url, 'select pg_wal_replay_resume()'), isUsed: true },
  { name: 'standby silent', cause: ({ proxy }) => proxy.silence(), isUsed: false },
  { name: 'standby answers again', cause: ({ proxy }) => proxy.admit(), isUsed: true },
  { name: 'standby killed', cause: (standby) => standby.halt(), isUsed: false },
  { name: 'standby started again', cause: (standby) => standby.resume(), isUsed: true },
  { name: 'standby promoted', cause: ({ url }) => administer(url, 'select pg_promote()'), isUsed: false },
];

export const replica: Trial = {
  what: 'reads from a standby are never stale, and do not fail with it',
  needs: ['postgres'],
  options: { processes: '2', readers: '8', seconds: '8' },
  async run(run) {
    const database = await startDatabase(run);
    const server = await startStandby(database.url);
    run.atEnd(() => server.stop());
    const proxy = await silentProxy(server.url);
    run.atEnd(() => proxy.close());
    const standby = { url: server.url, proxy, halt: () => server.halt('SIGKILL'), resume: () => server.resume() };
    const env = { DATABASE_URL: database.url, DATABASE_READ_URL: proxy.url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    const servers: RunningServer[] = [];
    for (let n = 0; n < run.number('processes'); n++) servers.push(await startCarnet(run, env));
    const traffic = startTraffic(servers, await login(servers[0] as RunningServer), run.number('readers'));
    for (const phase of PHASES) await measure(run, phase, { standby, servers, traffic });
    await traffic.stop();
    run.measured('acknowledged writes', traffic.acknowledged());
  },
};

async function login({ url }: RunningServer): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { tokenAdmin: token } = (await answer.json()) as { tokenAdmin?: string };
  if (!token) throw new Error(`The administrator could not log in: ${answer.status}`);
  return token;
}

interface Seen {
  reads: number;
  writes: number;
  failed: number;
  /** Reads that began after a write was acknowledged, and did not show it. */
  stale: number;
  times: number[];
}

type Traffic = ReturnType<typeof startTraffic>;

/** One writer that raises a price, and readers that compare what they get with the last price that was acknowledged before they asked. */
function startTraffic(servers: readonly RunningServer[], token: string, readers: number) {
  let isStopped = false;
  let acknowledged = 0;
  let seen: Seen = { reads: 0, writes: 0, failed: 0, stale: 0, times: [] };
  const urlOf = (n: number): string => servers[n % servers.length]?.url ?? '';

  async function write(): Promise<void> {
    for (let price = 1; !isStopped; price++) {
      const isDone = await fetch(urlOf(price) + PRICES, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify([{ tariff: 'family', price }]),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      seen.writes++;
      if (isDone) acknowledged = price;
      else seen.failed++;
    }
  }

  async function read(reader: number): Promise<void> {
    for (let n = reader; !isStopped; n++) {
      const [expected, started] = [acknowledged, performance.now()];
      const isPage = n % PAGE_EVERY === 0;
      const shown = await (isPage ? pageAt(urlOf(n)) : priceAt(urlOf(n))).catch(() => undefined);
      seen.times.push(performance.now() - started);
      seen.reads++;
      if (shown === undefined) seen.failed++;
      else if (!isPage && shown < expected) seen.stale++;
    }
  }

  const work = [write(), ...Array.from({ length: readers }, (_, reader) => read(reader))];
  return {
    acknowledged: () => acknowledged,
    /** What was seen since the last call. */
    take(): Seen {
      const taken = seen;
      seen = { reads: 0, writes: 0, failed: 0, stale: 0, times: [] };
      return taken;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(work);
    },
  };
}

async function priceAt(url: string): Promise<number | undefined> {
  const answer = await fetch(url + PRICES);
  if (!answer.ok) return undefined;
  const { data } = (await answer.json()) as { data: { tariff: string; price: number }[] };
  return data.find(({ tariff }) => tariff === 'family')?.price;
}

/** 1 for a page with prices: without the database, pages are rendered without them. */
async function pageAt(url: string): Promise<number | undefined> {
  const answer = await fetch(url + PAGE);
  return answer.ok && (await answer.text()).includes('"prices"') ? 1 : undefined;
}

interface Parts {
  standby: Standby;
  servers: readonly RunningServer[];
  traffic: Traffic;
}

async function measure(run: Run, { name, cause, isUsed }: Phase, { standby, servers, traffic }: Parts): Promise<void> {
  run.say(name);
  await cause?.(standby);
  await after(SETTLED);
  const before = await queriesOf(servers);
  await after(Math.max(0, run.number('seconds') * 1_000 - SETTLED));
  const [byReplica, byPrimary] = (await queriesOf(servers)).map((count, index) => count - (before[index] ?? 0)) as [number, number];
  const { reads, writes, failed, stale, times } = traffic.take();
  const share = byReplica / (byReplica + byPrimary);
  run.noted(
    name,
    `${reads} reads, ${writes} writes; p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  run.measured('  failed requests', failed, '', exactly(0));
  run.measured('  stale reads', stale, '', exactly(0));
  run.measured('  slowest read', maximum(times), 'ms', atMost(3_000));
  run.measured('  queries answered by the replica', 100 * share, '%', isUsed ? atLeast(1) : undefined);
  run.measured('  processes that are not ready', await countUnready(servers), '', exactly(0));
}

/** Queries that may go to the replica: answered by it, and by the primary. */
async function queriesOf(servers: readonly RunningServer[]): Promise<[number, number]> {
  const sums: [number, number] = [0, 0];
  for (const server of servers) {
    const metric = await readMetrics(server);
    for (const outcome of ['replica', 'away', 'behind', 'failed'])
      sums[outcome === 'replica' ? 0 : 1] += metric('carnet_replica_reads_total', { outcome });
  }
  return sums;
}

async function countUnready(servers: readonly RunningServer[]): Promise<number> {
  const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)));
  return answers.filter(({ status }) => status !== 200).length;
}
