/**
 * What a photo costs Carnet: from the database, and from an object store that only sends bytes; `npm run trial -- photos` shows how a real
 * one behaves.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { insertPhotos, PLACES, type Place, pathOf, startPhotoStore } from '../deploy/trial/support/photo-store.ts';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { preparePostgres, prepareSqlite } from './data.ts';
import { cpuOf, LOAD_CORE, type Pinned, SERVERS, startPinned } from './measure.ts';

const OWNERS = 50;
const PHOTOS = 200;
/** Photos a second, and how much of a core they may take at most. */
const RATE = 500;
const GOAL = 0.3;
const CONNECTIONS = 20;
const SECONDS = 5;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

interface Way {
  name: string;
  place: Place;
  /** Server that is asked for photos. */
  url: string;
  /** The most of a core that RATE photos a second may take. */
  goal?: number;
}

/** Requests photos at RATE for that many seconds; returns their number. */
async function requestPhotos(url: string, place: Place, seconds: number): Promise<number> {
  const requests = Array.from({ length: PHOTOS }, (_, n) => ({ method: 'GET', path: pathOf(place, n), headers: {} }));
  const load = { url, connections: CONNECTIONS, duration: seconds, overallRate: RATE };
  const result = await autocannon({ ...load, setupClient: (client) => client.setRequests(requests) });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} photos failed`);
  return result.requests.total;
}

async function compareOn(server: Pinned, name: string, ways: readonly Way[]): Promise<void> {
  const pid = server.process.pid ?? 0;
  const rows: Record<string, string | number>[] = [];
  for (const { name: way, place, url, goal } of ways) {
    await requestPhotos(url, place, 2);
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = cpuOf(pid);
      const requests = await requestPhotos(url, place, SECONDS);
      costs.push((cpuOf(pid) - before) / requests);
    }
    // The minimum: other programs on the machine only add to it.
    const cost = Math.min(...costs);
    const share = (cost * RATE) / 1e6;
    rows.push({
      'photos from': way,
      'µs of CPU a photo': Math.round(cost),
      [`of a core for ${RATE} a second`]: `${Math.round(100 * share)} %`,
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
  const undoAtEnd: (() => unknown)[] = [];
  const store = await startPhotoStore({ atEnd: (step) => void undoAtEnd.push(step) });
  const folder = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  try {
    for (const kind of kinds.length > 0 ? kinds : ['sqlite', 'postgres']) {
      const postgres = kind === 'postgres' ? await startPostgres() : undefined;
      let server: Pinned | undefined;
      try {
        await (postgres ? preparePostgres(postgres.url, OWNERS) : prepareSqlite(folder, OWNERS));
        await insertPhotos(PHOTOS, folder, postgres?.url);
        server = await startPinned(SERVERS.built, { DATA_DIR: folder, ...store.env, ...(postgres && { DATABASE_URL: postgres.url }) });
        const { url } = server;
        const ways: Way[] = PLACES.map((place) => ({ name: place, place, url, ...(place === 'store' && { goal: GOAL }) }));
        await compareOn(server, kind, ways);
      } finally {
        await server?.stop();
        await postgres?.stop();
      }
    }
  } finally {
    for (const step of undoAtEnd) await step();
    rmSync(folder, { recursive: true, force: true });
  }
}
