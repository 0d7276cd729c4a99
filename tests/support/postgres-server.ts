import { type ChildProcess, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../scripts/tools.mjs';
import { spawnBound } from './bound-program.ts';

/** PostgreSQL does not run as root. The user "nobody" exists on every machine, a user "postgres" does not. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const START_TIMEOUT = 60_000;
const MEMORY = '/dev/shm';
const ROOM = 2 * 1024 ** 3;
/** The write-ahead log would otherwise grow to 1 GB. */
const MAX_WAL = 'max_wal_size=256MB';

/** A folder in memory where that has room: a database is copied there in a tenth of the CPU time that a disk takes. */
function dataParent(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM ? MEMORY : tmpdir();
}

export interface PostgresServer {
  /** URL of the database "postgres", for creating others. */
  url: string;
  /** Stops the server and keeps its data: at once on SIGKILL, with a fast shutdown on SIGINT. */
  halt(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
  /** Starts the server again after `halt`, on the same port. */
  resume(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** A port of 127.0.0.1 that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Resolves when the server reports that it is ready; rejects with its log if it exits. */
function whenReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`PostgreSQL was not ready in ${START_TIMEOUT / 1000} s:\n${log}`)), START_TIMEOUT);
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-10_000);
      if (!log.includes('database system is ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended with ${code}:\n${log}`));
    });
  });
}

/** Runs a program of PostgreSQL in `folder`. */
function run(program: string, parameters: readonly string[], folder: string): void {
  execFileSync(join(binaries(), program), parameters, { ...NOBODY, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

function binaries(): string {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL is not installed: run the tests with `npm test`, or set CARNET_PG_BIN.');
  return bin;
}

/**
 * Starts a PostgreSQL server in a temporary folder, reachable only from this machine. `more` are settings as `name=value`.
 */
export async function startPostgres(more: readonly string[] = []): Promise<PostgresServer> {
  const bin = binaries();
  const folder = mkdtempSync(join(dataParent(), 'carnet-pg-'));
  if (NOBODY.uid !== undefined) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, 'data');
  // C.UTF-8, because no other locale is sure to exist.
  run('initdb', ['-D', data, '-U', 'carnet', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions', '--no-sync'], folder);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'shared_buffers=64MB',
    MAX_WAL,
    'log_min_messages=log',
    ...more,
  ];
  const flags = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  // SIGQUIT is an immediate shutdown: the data is discarded anyway.
  const options = { ...NOBODY, cwd: folder, outputs: ['ignore', 'pipe'], signal: 'QUIT' } as const;
  const spawned = () => spawnBound(join(bin, 'postgres'), flags, options);
  let server = spawned();
  const halt = async (signal: 'SIGKILL' | 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  /** After a SIGKILL, its child processes run on for a moment; it does not start before they have ended. */
  const resume = async () => {
    const deadline = Date.now() + START_TIMEOUT;
    for (;;) {
      server = spawned();
      try {
        return await whenReady(server);
      } catch (error) {
        if (Date.now() > deadline || !String(error).includes('still in use')) throw error;
      }
    }
  };
  const stop = async () => {
    await halt('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await whenReady(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://carnet@127.0.0.1:${port}/postgres`, halt, resume, stop };
}
