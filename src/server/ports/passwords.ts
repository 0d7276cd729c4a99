import { randomBytes } from 'node:crypto';
import { hash as argonHash, verify as argonVerify, type Options, parseOptions } from '@node-rs/argon2';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';

/** All functions throw api.503 if too many passwords are waiting to be hashed. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (unknown account) it does the same work and answers false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** argon2id (the library's default) with the first choice of OWASP's cheat sheet: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** True if a hash was made with other parameters than the current ones. */
export function needsRehash(hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(hash);
  return memoryCost !== OPTIONS.memoryCost || timeCost !== OPTIONS.timeCost || parallelism !== OPTIONS.parallelism;
}

/** Takes as long to verify as a real hash; no password is known to match it. */
function dummyHash(): string {
  const { memoryCost, timeCost, parallelism } = OPTIONS;
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(SALT_BYTES)}$${random(HASH_BYTES)}`;
}

export function argonPasswords(queue: CpuQueue = cpuQueue()): Passwords {
  const dummy = dummyHash();
  return {
    hash: (password) => queue.run('password', () => argonHash(password, OPTIONS)),
    verify: async (hash, password) => (await queue.run('password', () => argonVerify(hash ?? dummy, password))) && hash !== undefined,
  };
}
