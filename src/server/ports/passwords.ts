import { randomBytes } from 'node:crypto';
import { hash as argonHash, verify as argonVerify, type Options, parseOptions } from '@node-rs/argon2';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';

/** All functions throw api.503 if too many passwords are waiting to be hashed. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (unknown account), takes the same time and returns false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** argon2id, the library's default, with parameters from the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** True if a hash was created with parameters other than the current ones. */
export function needsRehash(hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(hash);
  return memoryCost !== OPTIONS.memoryCost || timeCost !== OPTIONS.timeCost || parallelism !== OPTIONS.parallelism;
}

/** Returns a hash that takes as long to verify as a real one and that no known password matches. */
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
