import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnBound } from './bound-program.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
export const BUILT_SERVER = join(DIST, 'server', 'main.js');
/** A built command, such as `doctor`: it starts in a third of the time that its source takes. */
export const builtCommand = (name: string): string => join(DIST, 'commands', `${name}.js`);
/** All that a process of the tests takes from the environment, apart from its settings. */
export const NODE_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
/** Far longer than a start takes on a busy machine; a server that hangs still ends the test. */
const START_TIMEOUT = 60_000;

export interface RunningServer {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything that the server has printed so far. */
  output(): string;
  /** Stops the server and removes its data (unless the folder was given); returns the exit code. */
  stop(): Promise<number | null>;
}

function whenListening(child: ChildProcess, output: () => string, within: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${reason}:\n${output()}`));
    };
    const timer = setTimeout(() => fail(`The server did not listen in ${within / 1000} s`), within);
    child.stdout?.on('data', () => {
      const url = /listening on (http:\/\/[^\s"]+).*\n/.exec(output())?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once('exit', (code, signal) => fail(`The server ended with ${code ?? signal} before it listened`));
  });
}

/**
 * Starts the built server, or another entry or program, on a free port, with its data in a new folder unless DATA_DIR is given. Writes are
 * not limited. Rejects if the server does not listen within that many milliseconds.
 */
export async function startServer(
  env: Record<string, string> = {},
  entry = BUILT_SERVER,
  program: string = process.execPath,
  within = START_TIMEOUT,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'carnet-data-'));
  const child = spawnBound(program, [...flags, entry], {
    env: {
      ...NODE_ENV,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      WRITES_PER_MINUTE: '0',
      DRAIN_SECONDS: '0',
      START_TIMEOUT: '0',
      ...env,
    },
  });
  let printed = '';
  const append = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const output = () => printed;
  const url = await whenListening(child, output, within);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    return child.exitCode;
  };
  return { url, dataDir, process: child, output, stop };
}
