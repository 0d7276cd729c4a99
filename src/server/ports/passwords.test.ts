import { availableParallelism } from 'node:os';
import { hash as argonHash, verify as argonVerify, parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { argonPasswords } from './passwords.ts';

/** The real library with its calls counted; while `gate` is set they wait for it and answer false without work. */
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

test('an unknown account costs one verification with the parameters of a real hash, and no password fits it', async () => {
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

test('of 400 logins from one network address few are hashed at once, /healthz answers, and what does not fit is 503', async () => {
  let open = (): void => undefined;
  library.gate = new Promise((resolve) => {
    open = resolve;
  });
  const logins = Array.from({ length: 400 }, (_, n) => postLogin(app, { email: `${n}@example.com`, password: PASSWORD }));
  const refused = await Promise.race(logins);
  expect(refused).toMatchObject({ status: 503, body: { code: 'api.503' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.request('GET', '/healthz')).status).toBe(200);
  open();
  library.gate = undefined;
  const statuses = (await Promise.all(logins)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect(library.most).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
  expect(vi.mocked(argonVerify).mock.calls.length).toBe(statuses.filter((status) => status !== 503).length);
});
