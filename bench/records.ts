/** Compares the list and create of records with the bare baseline, on SQLite and on PostgreSQL. */
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { preparePostgres, prepareSqlite } from './data.ts';
import { requestFor } from './load.ts';
import { compare, memoryOf, type Pinned, print, SERVERS, startPinned } from './measure.ts';

const GOALS = { sqlite: { list: 0.7, create: 1.5 }, postgres: { list: 0.6, create: 0.6 } };
/** The load comes from few accounts and would exceed their write rate limit. */
const UNLIMITED = { WRITES_PER_MINUTE: '0' };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SECONDS = 2;
const SAMPLES = 20;

async function answerOf(server: Pinned, kind: 'list' | 'create', vehicle: number): Promise<unknown> {
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

async function compareOn(kind: 'sqlite' | 'postgres', bareFile: string, env: Record<string, string>): Promise<void> {
  const carnet = await startPinned(SERVERS.built, { ...env, ...UNLIMITED });
  const bare = await startPinned(bareFile, env);
  try {
    await checkSame(carnet, bare);
    const servers: [string, Pinned][] = [
      ['carnet', carnet],
      ['bare', bare],
    ];
    print(
      `20 records of one vehicle among 200,000, ${kind}`,
      await compare(servers, { kind: 'list', seconds: SECONDS }, ROUNDS),
      GOALS[kind].list,
    );
    print(`a record more, durable, ${kind}`, await compare(servers, { kind: 'create', seconds: SECONDS }, ROUNDS), GOALS[kind].create);
    console.log(`most memory of carnet: ${Math.round(memoryOf(carnet.process.pid ?? 0).peak)} MB`);
  } finally {
    await carnet.stop();
    await bare.stop();
  }
}

export async function records(kinds: string[]): Promise<void> {
  ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  try {
    if (!kinds.includes('postgres')) {
      await prepareSqlite(folder);
      await compareOn('sqlite', SERVERS.bareSqlite, { DATA_DIR: folder });
    }
    if (kinds.includes('sqlite')) return;
    const postgres = await startPostgres();
    try {
      await preparePostgres(postgres.url);
      await compareOn('postgres', SERVERS.barePostgres, { DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
