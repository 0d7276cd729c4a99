/**
 * What photos cost the lists beside them: from the database, from an object store through Carnet, and from the store by nginx (decision
 * 61), if it is installed. The store is a server that only sends bytes; how a real one behaves, `npm run trial -- photos` shows. The goal is
 * about the processor time of Carnet: with two cores, the load, nginx and the store have too little of the second one, so that lists beside
 * photos lose more than Carnet takes from them.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openStore } from '#server/db/store.ts';
import { startNginx } from '../deploy/trial/support/nginx.ts';
import { onPath } from '../deploy/trial/support/trial.ts';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { preparePostgres, prepareSqlite } from './data.ts';
import { cpuOf, LOAD_CORE, type Measured, measure, type Pinned, SERVERS, startPinned } from './measure.ts';

const OWNERS = 50;
const PHOTOS = 200;
/** Bytes of a photo. */
const SIZE = 161_000;
/** Photos a second, and how much of a core they may take at most. */
const RATE = 500;
const GOAL = 0.3;
const CONNECTIONS = 20;
const SECONDS = 5;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PLACES = ['database', 'store'] as const;
type Place = (typeof PLACES)[number];

interface Way {
  name: string;
  place: Place;
  /** Server that is asked for photos. */
  url: string;
  /** The most of a core that RATE photos a second may take. */
  goal?: number;
}

const idOf = (place: Place, n: number): string => `${place}-${String(n).padStart(21 - place.length, '0')}`;

/** Answers every request with a photo. */
async function startStore(): Promise<Server> {
  const photo = randomBytes(SIZE);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': SIZE }).end(photo);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function insertPhotos(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl, onError: (error) => console.error(error.message) });
  const row = (place: Place, n: number) => ({
    ...{ id: idOf(place, n), media_type: 'image/jpeg', created_at: '2026-01-01T00:00:00.000Z' },
    ...(place === 'store' ? { bytes: new Uint8Array(), object_key: `key-${n}`, object_size: SIZE } : { bytes: randomBytes(SIZE) }),
  });
  for (const place of PLACES)
    for (let n = 0; n < PHOTOS; n++)
      await store.db
        .insertInto('images')
        .values(row(place, n) as never)
        .execute();
  await store.close();
}

/** Requests photos at RATE for that many seconds. */
async function requestPhotos(url: string, place: Place, seconds: number): Promise<{ perSecond: number; requests: number }> {
  const requests = Array.from({ length: PHOTOS }, (_, n) => ({ method: 'GET', path: `/api/images/${idOf(place, n)}`, headers: {} }));
  const load = { url, connections: CONNECTIONS, duration: seconds, overallRate: RATE };
  const result = await autocannon({ ...load, setupClient: (client) => client.setRequests(requests) });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} photos failed`);
  return { perSecond: result.requests.total / result.duration, requests: result.requests.total };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function compareOn(server: Pinned, name: string, ways: readonly Way[]): Promise<void> {
  const lists = (seconds = SECONDS): Promise<Measured> => measure(server, { kind: 'list', seconds, owners: OWNERS });
  const pid = server.process.pid ?? 0;
  await lists(2);
  const rows: Record<string, string | number>[] = [];
  for (const { name: way, place, url, goal } of ways) {
    await requestPhotos(url, place, 2);
    const rounds: { alone: number; beside: number; p99: number; photos: number; cpu: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = cpuOf(pid);
      const { requests } = await requestPhotos(url, place, SECONDS);
      const cpu = (cpuOf(pid) - before) / requests;
      const alone = await lists();
      const [beside, photos] = await Promise.all([lists(), requestPhotos(url, place, SECONDS + 1)]);
      rounds.push({ alone: alone.perSecond, beside: beside.perSecond, p99: beside.p99, photos: photos.perSecond, cpu });
    }
    // The least: other programs on the machine only add to it.
    const cpu = Math.min(...rounds.map((round) => round.cpu));
    const share = (cpu * RATE) / 1e6;
    rows.push({
      'photos from': way,
      'µs of CPU a photo': Math.round(cpu),
      [`of a core for ${RATE} a second`]: `${Math.round(100 * share)} %`,
      'photos a second': Math.round(median(rounds.map(({ photos }) => photos))),
      'lists alone a second': Math.round(median(rounds.map(({ alone }) => alone))),
      'beside photos': Math.round(median(rounds.map(({ beside }) => beside))),
      'p99 ms': median(rounds.map(({ p99 }) => p99)),
    });
    if (goal !== undefined) {
      const result = share <= goal ? 'met' : 'MISSED';
      console.log(
        `${name}: ${RATE} photos a second from the ${way} take ${Math.round(100 * share)} % of a core, goal ${100 * goal} % ${result}`,
      );
    }
  }
  console.table(rows);
}

export async function photos(kinds: string[]): Promise<void> {
  ensureBuild();
  execFileSync('taskset', ['-a', '-c', '-p', LOAD_CORE, String(process.pid)], { stdio: 'ignore' });
  const store = await startStore();
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const keys = { FILES_ACCESS_KEY_ID: 'key', FILES_SECRET_ACCESS_KEY: 'secret' };
  const files = { FILES_URL: `s3://photos?endpoint=${endpoint}`, FILES_SENT_BY: 'nginx', ...keys };
  if (!onPath('nginx')) console.log('nginx is not installed: photos that it sends are not measured.');
  const folder = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  try {
    for (const kind of kinds.length > 0 ? kinds : ['sqlite', 'postgres']) {
      const postgres = kind === 'postgres' ? await startPostgres() : undefined;
      let server: Pinned | undefined;
      const undo: (() => unknown)[] = [];
      try {
        await (postgres ? preparePostgres(postgres.url, OWNERS) : prepareSqlite(folder, OWNERS));
        await insertPhotos(folder, postgres?.url);
        server = await startPinned(SERVERS.built, { DATA_DIR: folder, ...files, ...(postgres && { DATABASE_URL: postgres.url }) });
        const { url } = server;
        const ways: Way[] = PLACES.map((place) => ({ name: place, place, url, ...(place === 'store' && { goal: GOAL }) }));
        if (onPath('nginx')) {
          const run = { folder: mkdtempSync(join(tmpdir(), 'carnet-nginx-')), atEnd: (step: () => unknown) => void undo.push(step) };
          undo.push(() => rmSync(run.folder, { recursive: true, force: true }));
          const nginx = await startNginx(run, Number(new URL(url).port), endpoint);
          ways.push({ name: 'store by nginx', place: 'store', url: nginx.url, goal: GOAL });
        }
        await compareOn(server, kind, ways);
      } finally {
        for (const step of undo.reverse()) await step();
        await server?.stop();
        await postgres?.stop();
      }
    }
  } finally {
    store.closeAllConnections();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
