import { type ChildProcess, type IOType, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/**
 * The shell starts a reader of the pipe from this process, and becomes the program. A shell gives background commands no standard input,
 * so the pipe is passed on as descriptor 9.
 */
const SCRIPT = 'signal=$1; shift; exec 9<&0; { read -r _ <&9; kill -s "$signal" $$; } >/dev/null 2>&1 & exec "$@" 9<&- </dev/null';

interface Options extends Omit<SpawnOptions, 'stdio' | 'signal'> {
  /** Standard output, standard error and further descriptors. */
  outputs?: readonly IOType[];
  signal?: 'KILL' | 'QUIT';
}

/**
 * Starts a program that gets the signal as soon as this process ends, however it ends: the system then closes the pipe to the reader. Its
 * standard input is empty.
 */
export const spawnBound = (
  program: string,
  args: readonly string[],
  { outputs = ['pipe', 'pipe'], signal = 'KILL', ...options }: Options = {},
): ChildProcess & { stdout: Readable; stderr: Readable } =>
  spawn('/bin/sh', ['-c', SCRIPT, 'sh', signal, program, ...args], { ...options, stdio: ['pipe', ...outputs] }) as never;
