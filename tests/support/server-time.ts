import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Milliseconds per clock tick of /proc. */
const TICK = 10;

/** Whether the CPU time of other processes can be read, as on Linux. */
export const knowsProcesses = existsSync('/proc/self/stat');

/** CPU time of a process until now, in milliseconds. The name in parentheses may contain spaces. */
function timeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** CPU time until now by process of PostgreSQL that serves the application; empty on SQLite, which runs in this thread. */
async function databaseTimes({ store }: TestApp): Promise<Map<number, number>> {
  if (store.kind === 'sqlite') return new Map();
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`.execute(store.db);
  return new Map(rows.map(({ pid }) => [pid, timeOf(pid)]));
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

const REPEATS = 5;
const ATTEMPTS = 4;

/** Mean CPU time of `act` in this thread and in the database. */
async function meanTime(app: TestApp, act: () => Promise<unknown>): Promise<number> {
  const before = await databaseTimes(app);
  const start = process.threadCpuUsage();
  for (let n = 0; n < REPEATS; n += 1) await act();
  const { user, system } = process.threadCpuUsage(start);
  const after = await databaseTimes(app);
  const inDatabase = [...after].map(([pid, time]) => time - (before.get(pid) ?? 0));
  return ((user + system) / 1_000 + sumOf(inDatabase)) / REPEATS;
}

/**
 * Milliseconds of CPU time that the server and its database spend on `act`: about the time it takes if nothing else runs. The best of up to
 * four attempts, because a busy machine also makes CPU time longer; an attempt below `limit` is not repeated.
 */
export async function serverTime(app: TestApp, act: () => Promise<unknown>, limit: number): Promise<number> {
  // Compiles the code and opens the connections.
  await act();
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ATTEMPTS && best >= limit; n += 1) best = Math.min(best, await meanTime(app, act));
  return best;
}
