/** The same list with 50 times the rows: the response time must not depend on the size of the table. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNERS, prepareSqlite, RECORDS_EACH, VEHICLES_EACH } from './data.ts';
import { measure, memoryOf, type Pinned, SERVERS, startPinned } from './measure.ts';

const TIMES = 50;
const GOAL = 1.3;
const ROUNDS = 3;
const SECONDS = 5;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function rows(): Promise<void> {
  const sizes = [OWNERS, OWNERS * TIMES];
  const folders = sizes.map(() => mkdtempSync(join(tmpdir(), 'carnet-bench-')));
  const servers: Pinned[] = [];
  try {
    for (const [index, owners] of sizes.entries()) {
      const DATA_DIR = folders[index] ?? '';
      await prepareSqlite(DATA_DIR, owners);
      servers.push(await startPinned(SERVERS.carnet, { DATA_DIR }));
    }
    const results = sizes.map(() => ({ p50: [] as number[], p99: [] as number[], cpu: [] as number[] }));
    // The first round is a warm-up and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, owners] of sizes.entries()) {
        // One request at a time measures the latency without queueing.
        const result = await measure(servers[index] as Pinned, { kind: 'list', seconds: SECONDS, connections: 1, owners });
        if (round === 0) continue;
        results[index]?.p50.push(result.p50);
        results[index]?.p99.push(result.p99);
        results[index]?.cpu.push(result.cpu);
      }
    }
    console.table(
      sizes.map((owners, index) => ({
        records: owners * VEHICLES_EACH * RECORDS_EACH,
        'p50 ms': median(results[index]?.p50 ?? []),
        'p99 ms': median(results[index]?.p99 ?? []),
        'CPU µs/req': Math.round(median(results[index]?.cpu ?? [])),
        'memory MB': Math.round(memoryOf(servers[index]?.process.pid ?? 0).now),
      })),
    );
    console.log(`p99: ${(median(results[1]?.p99 ?? []) / median(results[0]?.p99 ?? [])).toFixed(2)} times; goal: ${GOAL}`);
  } finally {
    for (const server of servers) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
