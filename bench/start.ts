/** Time from starting `node` to the first page, and memory afterwards and under load; uses the built server on a migrated database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { prepareSqlite } from './data.ts';
import { measure, memoryOf, SERVERS, startPinned } from './measure.ts';

const ROUNDS = 7;
const SECONDS = 5;
const GOALS = { start: 400, memory: 110, loaded: 180 };

export async function start(): Promise<void> {
  ensureBuild();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  const env = { DATA_DIR };
  try {
    await prepareSqlite(DATA_DIR);
    const results: { listening: number; page: number; memory: number }[] = [];
    let loaded = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      const server = await startPinned(SERVERS.built, env);
      const listening = performance.now() - begun;
      const { status } = await fetch(server.url);
      const page = performance.now() - begun;
      if (status !== 200) throw new Error(`/ answered ${status}`);
      results.push({ listening, page, memory: memoryOf(server.process.pid ?? 0).now });
      if (round === ROUNDS - 1) {
        await measure(server, { kind: 'list', seconds: SECONDS });
        loaded = memoryOf(server.process.pid ?? 0).peak;
      }
      await server.stop();
    }
    const median = (what: 'listening' | 'page' | 'memory') =>
      Math.round(results.map((result) => result[what]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
    console.table([
      { what: 'listening, ms', median: median('listening') },
      { what: 'first page (/), ms', median: median('page'), goal: GOALS.start },
      { what: 'memory after it, MB', median: median('memory'), goal: GOALS.memory },
      { what: 'most memory under load, MB', median: Math.round(loaded), goal: GOALS.loaded },
    ]);
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}
