/** Memory of one process over minutes of mixed load, and what it consists of. */
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { openStore } from '#server/db/store.ts';
import { preparePostgres, prepareSqlite } from '../../bench/data.ts';
import { memoryOf } from '../../bench/measure.ts';
import { aPicture } from '../../tests/support/builders.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { errorsOf, readMetrics, startCarnet, startDatabase } from './support/carnet.ts';
import { type Call, isFailure, newTally, startLoad } from './support/load.ts';
import { callsOf, mixOf } from './support/requests.ts';
import { atMost, exactly, maximum, median, percentile, type Run, type Trial } from './support/trial.ts';

const OWNERS = 100;
const PHOTO = 'photo-of-the-trials-01';
const CONNECTIONS = 40;
/** Seconds between two measurements. */
const EVERY = 10;
const MEGABYTE = 1024 ** 2;
const GOALS = { sqlite: 180, postgres: 200 };
type Kind = keyof typeof GOALS;

export const memory: Trial = {
  what: 'memory over ten minutes of mixed load (acceptance test 19)',
  needs: ['postgres'],
  options: { database: 'both', minutes: '10' },
  async run(run) {
    const given = run.text('database');
    for (const kind of Object.keys(GOALS) as Kind[]) if (given === 'both' || given === kind) await ofDatabase(run, kind);
  },
};

async function prepare(run: Run, kind: Kind): Promise<Record<string, string>> {
  const databaseUrl = kind === 'postgres' ? (await startDatabase(run)).url : undefined;
  if (databaseUrl) await preparePostgres(databaseUrl, OWNERS);
  else await prepareSqlite(run.folder, OWNERS);
  const store = await openStore({ dataDir: run.folder, databaseUrl, onError: () => undefined });
  const photo = { id: PHOTO, media_type: 'image/jpeg', bytes: await aPicture('jpeg', 1_200), created_at: new Date().toISOString() };
  await store.db.insertInto('images').values(photo).execute();
  await store.close();
  return databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: run.folder };
}

async function ofDatabase(run: Run, kind: Kind): Promise<void> {
  const server = await startCarnet(run, { ...(await prepare(run, kind)), TRUST_PROXY: 'loopback' });
  const pid = server.process.pid ?? 0;
  const measure = () => memoryOf(pid).now;
  const calls = callsOf(OWNERS);
  const photo = (): Call => ({ kind: 'photo', method: 'GET', path: `/api/images/${PHOTO}` });
  const next = mixOf([
    [0.4, calls.records],
    [0.15, calls.vehicles],
    [0.1, calls.create],
    [0.1, calls.page],
    [0.05, calls.statistics],
    [0.05, photo],
    [0.05, calls.visit],
    [0.05, calls.timeline],
    [0.05, calls.search],
  ]);
  const tally = newTally();
  const values = [measure()];
  const load = startLoad({ urls: [server.url], connections: CONNECTIONS, next, record: tally.record });
  const started = performance.now();
  const count = Math.max(12, Math.round((run.number('minutes') * 60) / EVERY));
  const pause = (run.number('minutes') * 60_000) / count;
  for (let n = 1; n <= count; n++) {
    await after(pause);
    values.push(measure());
    if (n % 6 === 0) run.say(`${kind}: ${Math.round(values.at(-1) ?? 0)} MB`);
  }
  const seconds = (performance.now() - started) / 1000;
  const parts = await partsOf(server);
  await load.stop();
  report(run, { kind, values, perMinute: Math.max(2, Math.round(60_000 / pause)), perSecond: tally.count() / seconds });
  for (const [name, size] of Object.entries(parts)) run.measured(`${kind}: ${name}`, size, 'MB');
  run.measured(`${kind}: p99`, percentile(tally.times(), 0.99), 'ms');
  run.measured(`${kind}: failed requests`, tally.count({ status: isFailure }), '', exactly(0));
  if (tally.count({ status: isFailure }) > 0) run.noted(`${kind}: failed`, tally.failures());
  run.measured(`${kind}: errors in the log`, errorsOf([server]).length, '', exactly(0));
  await server.stop();
}

interface Series {
  kind: Kind;
  /** Megabytes; the first value is from before the load. */
  values: number[];
  /** Values of each minute; fewer in a short trial, which compares shorter spans. */
  perMinute: number;
  perSecond: number;
}

function report(run: Run, { kind, values, perMinute, perSecond }: Series): void {
  const span = Math.min(perMinute, Math.floor((values.length - 1) / 3));
  const [second, last] = [values.slice(1 + span, 1 + 2 * span), values.slice(-span)];
  run.noted(`${kind}: memory (RSS) in MB`, values.map(Math.round).join(' '));
  run.measured(`${kind}: requests`, perSecond, 'a second');
  run.measured(`${kind}: most memory`, maximum(values), 'MB', atMost(GOALS[kind]));
  run.measured(`${kind}: last minute to the second one`, median(last) / median(second), '', atMost(1.1));
}

/** What the resident memory consists of, in megabytes. */
async function partsOf(server: RunningServer): Promise<Record<string, number>> {
  const read = await readMetrics(server);
  const mapped = mappedOf(server.process.pid ?? 0);
  const heap = read('nodejs_heap_size_total_bytes') / MEGABYTE;
  const external = read('nodejs_external_memory_bytes') / MEGABYTE;
  return {
    'files that are mapped (Node itself, libraries, SQLite)': mapped.files,
    'heap of V8, reserved': heap,
    'heap of V8, in use': read('nodejs_heap_size_used_bytes') / MEGABYTE,
    'buffers outside of it (external)': external,
    'rest: native memory (malloc), stacks of threads, code of V8': mapped.anonymous - heap - external,
  };
}

/** Resident megabytes that are copies of files, and others. */
function mappedOf(pid: number): { files: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { files: read('RssFile') + read('RssShmem'), anonymous: read('RssAnon') };
}
