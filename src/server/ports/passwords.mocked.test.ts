import { availableParallelism } from 'node:os';
import { hash as argonHash, verify as argonVerify, parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { argonPasswords } from './passwords.ts';

/** Counts the calls of the real library; while `gate` is set, calls wait for it and return false without hashing. */
const library = vi.hoisted(() => ({ running: 0, most: 0, gate: undefined as Promise<void> | undefined }));
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  const verify: typeof original.verify = async (...args) => {
    library.running += 1;
    library.most = Math.max(library.most, library.running);
    const isRight = library.gate ? library.gate.then(() => false) : original.verify(...args);
    return isRight.finally(() => {
      library.running -= 1;
    });
  };
  return { ...original, hash: vi.fn(original.hash), verify: vi.fn(verify) };
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp('sqlite');
});
afterAll(() => app.close());
beforeEach(() => {
  vi.mocked(argonHash).mockClear();
  vi.mocked(argonVerify).mockClear();
  library.most = 0;
});

test('verifies once with the parameters of a real hash for an unknown account, and accepts no password', async () => {
  const passwords = argonPasswords();
  const real = await passwords.hash('Kite7!wombat');
  expect(await passwords.verify(real, 'Kite7!wombat')).toBe(true);
  expect(await passwords.verify(real, 'Kite7!wombaT')).toBe(false);
  vi.mocked(argonHash).mockClear();
  vi.mocked(argonVerify).mockClear();
  expect(await passwords.verify(undefined, 'Kite7!wombat')).toBe(false);
  expect(argonHash).not.toHaveBeenCalled();
  const [[dummy] = []] = vi.mocked(argonVerify).mock.calls;
  expect(parseOptions(String(dummy))).toEqual(parseOptions(real));
});

test('hashes few of 400 concurrent logins at once, rejects the excess with 503 and still answers /healthz', async () => {
  let open = (): void => undefined;
  library.gate = new Promise((resolve) => {
    open = resolve;
  });
  const logins = Array.from({ length: 400 }, (_, n) => postLogin(app, { email: `${n}@example.com`, password: PASSWORD }));
  const rejected = await Promise.race(logins);
  expect(rejected).toMatchObject({ status: 503, body: { code: 'api.503' } });
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.request('GET', '/healthz')).status).toBe(200);
  open();
  library.gate = undefined;
  const statuses = (await Promise.all(logins)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect(library.most).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
  expect(vi.mocked(argonVerify).mock.calls.length).toBe(statuses.filter((status) => status !== 503).length);
});
