/** Response times of the statistics of 10,000 records, compared with those of the list of vehicles, and of 20,000 entries of all kinds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '#server/db/store.ts';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { fillRecords } from '../tests/support/fill.ts';
import { fillMixed } from '../tests/support/mixed-entries.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { preparePostgres, prepareSqlite, tokenOf, VEHICLES_EACH } from './data.ts';
import { cpuOf, type Pinned, SERVERS, startPinned } from './measure.ts';

const RECORDS = 10_000;
const ENTRIES = 20_000;
const ROUNDS = 31;

/** Paths by title, with goals in ms. Owner 1 has one vehicle with all records, owner 2 has them spread over ten, owner 3 has the entries. */
const mixed = `/api/vehicles/${2 * VEHICLES_EACH + 1}`;
const REQUESTS: [string, number, string, number][] = [
  ['list of one large vehicle', 1, '/api/vehicles', 100],
  ['statistics of one large vehicle', 1, '/api/vehicles/1/statistics', 100],
  ['the same, one year', 1, '/api/vehicles/1/statistics?from=2020-01-01&to=2020-12-31', 100],
  ['list of ten vehicles', 2, '/api/vehicles', 100],
  ['statistics of ten vehicles', 2, '/api/statistics/vehicles', 100],
  ['list with the vehicle of 20,000 entries', 3, '/api/vehicles', 100],
  ['its timeline, all kinds', 3, `${mixed}/timeline?kind=work,fill,cost,reading`, 100],
  ['its timeline, fills', 3, `${mixed}/timeline?kind=fill`, 100],
  ['a search in its timeline', 3, `${mixed}/timeline?kind=work,fill,cost,reading&q=Заміна 7`, 100],
  ['its statistics', 3, `${mixed}/statistics`, 150],
  ['the same, one year', 3, `${mixed}/statistics?from=2020-01-01&to=2020-12-31`, 150],
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
  await fillMixed(store, 2 * VEHICLES_EACH + 1, ENTRIES);
  // As PostgreSQL does by itself within a minute.
  if (settings.databaseUrl) await sql`analyze`.execute(store.db);
  await store.close();
  const env: Record<string, string> = settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : { DATA_DIR: settings.dataDir };
  const server = await startPinned(SERVERS.built, env);
  try {
    console.log(`\n${RECORDS} records and ${ENTRIES} entries, ${kind}`);
    const rows: object[] = [];
    for (const [title, owner, path, goal] of REQUESTS) {
      const before = cpuOf(server.process.pid ?? 0);
      const times = await timesOf(server, owner, path);
      const cpu = (cpuOf(server.process.pid ?? 0) - before) / ROUNDS / 1000;
      const [median = 0, slowest = 0] = [times[ROUNDS >> 1], times.at(-1)];
      rows.push({
        request: title,
        'goal ms': goal,
        'median ms': Math.round(median * 10) / 10,
        'CPU ms': Math.round(cpu * 10) / 10,
        'slowest ms': Math.round(slowest * 10) / 10,
      });
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
      await prepareSqlite(dataDir, 3);
      await measureOn('sqlite', { dataDir, databaseUrl: undefined });
    }
    if (kinds.includes('sqlite')) return;
    const postgres = await startPostgres();
    try {
      await preparePostgres(postgres.url, 3);
      await measureOn('postgres', { dataDir, databaseUrl: postgres.url });
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
