/** Compares the list and create of records with the bare baseline, on SQLite and on PostgreSQL, and with the last release. */
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { preparePostgres, prepareSqlite } from './data.ts';
import { compareWithKept, type Figures, keep } from './figures.ts';
import { type Load, requestFor } from './load.ts';
import { compare, memoryOf, type Pinned, print, ratioOf, SERVERS, startPinned } from './measure.ts';

const GOALS = { sqlite: { list: 0.7, create: 1.5 }, postgres: { list: 0.6, create: 0.6 } };
/** The load comes from few accounts and would exceed their write rate limit. */
const UNLIMITED = { WRITES_PER_MINUTE: '0' };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SECONDS = 2;
const SAMPLES = 20;

async function answerOf(server: Pinned, kind: Load['kind'], vehicle: number): Promise<unknown> {
  const { path, ...request } = requestFor(kind, vehicle);
  const response = await fetch(server.url + path, request);
  const parsed = await response.json();
  // The id differs for each new record, and the message is translated text: both are ignored.
  if (kind === 'create') Object.assign(parsed, { message: '', data: { ...parsed.data, id: 0 } });
  return { status: response.status, parsed };
}

/** Checks that both servers return the same responses; otherwise the comparison is meaningless. */
async function checkSame(carnet: Pinned, bare: Pinned): Promise<void> {
  for (let vehicle = 1; vehicle <= SAMPLES; vehicle++) {
    deepStrictEqual(await answerOf(carnet, 'list', vehicle), await answerOf(bare, 'list', vehicle));
  }
  deepStrictEqual(await answerOf(carnet, 'create', 1), await answerOf(bare, 'create', 1));
}

const TITLES = { list: '20 records of one vehicle among 200,000', create: 'a record more, durable' };

/** Prints the results on one kind of database; returns the figures to compare with those of the last release. */
async function compareOn(kind: 'sqlite' | 'postgres', bareFile: string, env: Record<string, string>): Promise<Figures> {
  const carnet = await startPinned(SERVERS.built, { ...env, ...UNLIMITED });
  const bare = await startPinned(bareFile, env);
  const figures: Figures = {};
  try {
    await checkSame(carnet, bare);
    const servers: [string, Pinned][] = [
      ['carnet', carnet],
      ['bare', bare],
    ];
    for (const load of ['list', 'create'] as const) {
      const rows = await compare(servers, { kind: load, seconds: SECONDS }, ROUNDS);
      print(`${TITLES[load]}, ${kind}`, rows, GOALS[kind][load]);
      const [own, base] = rows;
      if (own && base) figures[`${kind} ${load}`] = load === 'list' ? ratioOf(own, base, 'perSecond') : ratioOf(base, own, 'cpu');
    }
    console.log(`most memory of carnet: ${Math.round(memoryOf(carnet.process.pid ?? 0).peak)} MB`);
    return figures;
  } finally {
    await carnet.stop();
    await bare.stop();
  }
}

async function measureKinds(folder: string, options: string[]): Promise<Figures> {
  const figures: Figures = {};
  if (!options.includes('postgres')) {
    await prepareSqlite(folder);
    Object.assign(figures, await compareOn('sqlite', SERVERS.bareSqlite, { DATA_DIR: folder }));
  }
  if (options.includes('sqlite')) return figures;
  const postgres = await startPostgres();
  try {
    await preparePostgres(postgres.url);
    return { ...figures, ...(await compareOn('postgres', SERVERS.barePostgres, { DATABASE_URL: postgres.url })) };
  } finally {
    await postgres.stop();
  }
}

/** Options: `sqlite` or `postgres` for one of them, `keep` to keep the figures as those of this release instead of comparing. */
export async function records(options: string[]): Promise<void> {
  ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  try {
    const figures = await measureKinds(folder, options);
    if (options.includes('keep')) keep(figures);
    else compareWithKept(figures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
