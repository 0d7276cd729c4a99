/** Other programs than Carnet, in the foreground and without root privileges; they end with the trial. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { onPath, type Run } from './trial.ts';

/** PostgreSQL and PgBouncer refuse to run as root; the user "nobody" exists on every machine. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const START_TIMEOUT = 120_000;
const LOG_LENGTH = 20_000;

/** A folder of the trial that programs may write to. */
export function newFolder({ folder }: Pick<Run, 'folder'>, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  if (UNPRIVILEGED.uid !== undefined) for (const each of [folder, path]) chownSync(each, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  return path;
}

export interface Program {
  process: ChildProcess;
  /** The last lines that it has printed. */
  output(): string;
  /** Ends it and the processes that it has started, without a chance to clean up. */
  kill(): Promise<void>;
}

interface Start {
  name: string;
  args: readonly string[];
  folder: string;
  env?: Record<string, string>;
  isReady: (output: string) => boolean | Promise<boolean>;
}

/** Starts a program by its name or path; resolves when it is ready. */
export async function startProgram({ atEnd }: Pick<Run, 'atEnd'>, { name, args, folder, env, isReady }: Start): Promise<Program> {
  const child = spawn(onPath(name) ?? name, args, {
    ...UNPRIVILEGED,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-LOG_LENGTH);
    });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (!isRunning()) return;
    const ended = once(child, 'exit');
    killTree(child.pid ?? 0);
    await ended;
  };
  const killAtExit = () => void kill();
  process.once('exit', killAtExit);
  atEnd(async () => {
    process.off('exit', killAtExit);
    await kill();
  });
  child.once('error', (error) => {
    output += error.message;
  });
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isReady(output))) {
    if (!isRunning() || Date.now() > deadline) throw new Error(`${name} is not ready:\n${output}`);
    await after(100);
  }
  return { process: child, output: () => output, kill };
}

/** Kills a process and all that it has started directly or indirectly. */
export function killTree(pid: number): void {
  for (const each of withDescendants(pid)) killNow(each);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function withDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const found = [pid];
  for (const each of found) found.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return found;
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}
