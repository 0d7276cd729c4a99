import { hash as argonHash, verify as argonVerify, type Options } from '@node-rs/argon2';
import { AppError } from '../app-error.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Does the same work without a hash (an unknown address), and answers false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** argon2id (the library's default) with the first choice of OWASP's cheat sheet: 19 MiB, 2 passes, 1 lane. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes tens of milliseconds of a core: beyond this queue a fast refusal serves people better. */
const MOST_AT_ONCE = 200;
const RETRY_AFTER = 5;

export function argonPasswords(): Passwords {
  let running = 0;
  /** A hash that nobody's password has, made when it is first needed. */
  let nobody: Promise<string> | undefined;
  const nobodys = (): Promise<string> => {
    nobody ??= argonHash('nobody', OPTIONS);
    return nobody;
  };
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= MOST_AT_ONCE) throw new AppError('api.503', { retryAfter: RETRY_AFTER });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
  return {
    hash: (password) => bounded(() => argonHash(password, OPTIONS)),
    verify: (hash, password) => bounded(async () => (await argonVerify(hash ?? (await nobodys()), password)) && hash !== undefined),
  };
}
