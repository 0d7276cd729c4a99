import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { withLimits } from '#server/db/postgres-limits.ts';

/** The first bytes of a file in pg_dump's custom format. */
const MAGIC = 'PGDMP';

export function isDump(path: string): boolean {
  const file = openSync(path, 'r');
  const start = Buffer.alloc(MAGIC.length);
  readSync(file, start);
  closeSync(file);
  return start.toString('latin1') === MAGIC;
}

/** The address for libpq, which does not know all parameters of the driver, without the password, which others could see in the process list. */
function addressFor(databaseUrl: string): { address: string; password: string } {
  const url = new URL(withLimits(databaseUrl));
  const password = decodeURIComponent(url.password);
  url.password = '';
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  return { address: url.href, password };
}

/** Runs a program of the PostgreSQL client. Throws with its message. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { error, status, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new Error(`${program} is not installed: install the client programs of PostgreSQL, at least of the version of the server.`);
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim() || `${program} ended with code ${status}.`);
}

/** Writes the database into a new file, which gets its final name only when it is complete. */
export function dumpPostgres(databaseUrl: string, file: string): void {
  const { address, password } = addressFor(databaseUrl);
  const part = `${file}.part`;
  try {
    run('pg_dump', ['--format=custom', `--file=${part}`, `--dbname=${address}`], password ? { PGPASSWORD: password } : {});
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Reads the whole file. Throws if a part of it is missing or damaged. */
export const checkDump = (file: string): void => run('pg_restore', ['--file=/dev/null', file]);
