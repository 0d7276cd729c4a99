/** Response times of the statistics of 10,000 records, compared with those of the list of vehicles, which sums the same records. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#server/db/store.ts';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { fillRecords } from '../tests/support/fill.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { preparePostgres, prepareSqlite, tokenOf, VEHICLES_EACH } from './data.ts';
import { type Pinned, SERVERS, startPinned } from './measure.ts';

const RECORDS = 10_000;
const ROUNDS = 31;
/** Milliseconds. */
const GOAL = 100;

/** Paths by title; owner 1 has one vehicle with all records, owner 2 has them spread over ten. */
const REQUESTS: [string, number, string][] = [
  ['list of one large vehicle', 1, '/api/vehicles'],
  ['statistics of one large vehicle', 1, '/api/vehicles/1/statistics'],
  ['the same, one year', 1, '/api/vehicles/1/statistics?from=2020-01-01&to=2020-12-31'],
  ['list of ten vehicles', 2, '/api/vehicles'],
  ['statistics of ten vehicles', 2, '/api/statistics/vehicles'],
];

/** Milliseconds of each round, ascending. */
async function timesOf(server: Pinned, owner: number, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${tokenOf(owner)}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

async function measureOn(kind: 'sqlite' | 'postgres', settings: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const store = await openStore({ ...settings, onError: () => undefined });
  await fillRecords(store, 1, RECORDS);
  for (let vehicle = VEHICLES_EACH + 1; vehicle <= 2 * VEHICLES_EACH; vehicle++) await fillRecords(store, vehicle, RECORDS / VEHICLES_EACH);
  await store.close();
  const env: Record<string, string> = settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : { DATA_DIR: settings.dataDir };
  const server = await startPinned(SERVERS.built, env);
  try {
    console.log(`\n${RECORDS} records, ${kind}; goal: ${GOAL} ms`);
    const rows: object[] = [];
    for (const [title, owner, path] of REQUESTS) {
      const times = await timesOf(server, owner, path);
      const [median = 0, slowest = 0] = [times[ROUNDS >> 1], times.at(-1)];
      rows.push({ request: title, 'median ms': Math.round(median * 10) / 10, 'slowest ms': Math.round(slowest * 10) / 10 });
    }
    console.table(rows);
  } finally {
    await server.stop();
  }
}

export async function statistics(kinds: string[]): Promise<void> {
  ensureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  try {
    if (!kinds.includes('postgres')) {
      await prepareSqlite(dataDir, 2);
      await measureOn('sqlite', { dataDir, databaseUrl: undefined });
    }
    if (kinds.includes('sqlite')) return;
    const postgres = await startPostgres();
    try {
      await preparePostgres(postgres.url, 2);
      await measureOn('postgres', { dataDir, databaseUrl: postgres.url });
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
