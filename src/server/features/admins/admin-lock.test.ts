import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_ADDRESS_TRUST, ADMIN_FAILURES_TOTAL, ADMIN_FAILURES_WINDOW, LOGIN_ATTEMPTS, LOGIN_LOCK } from '#contract/limits.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { anEmail } from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

const CORRECT = 'R1ght pass!';
const WRONG = 'Wr0ng pass!';
/** A real hash, computed once; its verification is faked. */
const hashed = argonPasswords().hash(CORRECT);
const HOME = '198.51.100.7';

describe.each(DATABASES)('administrator locks on %s', (kind) => {
  let app: TestApp;
  let warnings: unknown[][];
  let email: string;
  beforeAll(async () => {
    app = await testApp(kind, {
      passwords: { hash: async (password) => password, verify: async (hash, password) => hash !== undefined && password === CORRECT },
    });
    warnings = [];
    vi.spyOn(app.server.log, 'warn').mockImplementation((...call: unknown[]) => {
      // Rejected requests are logged as warnings too.
      if (/being guessed|The limit of/.test(String(call[1]))) warnings.push(call);
    });
  });
  beforeEach(async () => {
    email = anEmail();
    await app.store.db
      .insertInto('admins')
      .values({ email, password_hash: await hashed, origin: 'command', created_at: '2025-01-01T00:00:00.000Z' })
      .execute();
    await app.store.db.deleteFrom('buckets').execute();
    warnings.length = 0;
  });
  afterAll(() => app.close());

  const login = (address: string, password = CORRECT, to = email): Promise<Answer> =>
    app.request('POST', '/api/admin/login', { body: { email: to, password }, address });
  const status = async (...args: Parameters<typeof login>): Promise<number> => (await login(...args)).status;
  const network = (n: number): string => `100.${n}.0.1`;
  const guessFromEverywhere = async (to = email): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < ADMIN_FAILURES_TOTAL; n += 1) statuses.push(await status(network(n), WRONG, to));
    return statuses;
  };

  test('locks only the network that sent five wrong passwords', async () => {
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) expect(await status('2001:db8:1:1::5', WRONG)).toBe(401);
    const locked = await login('2001:db8:1:1:ffff::6');
    expect(locked).toMatchObject({ status: 403, body: { code: 'adminApi.403' } });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(LOGIN_LOCK / 1_000 - 60);
    expect([await status('2001:db8:1:2::5'), await status(HOME)]).toEqual([200, 200]);
    app.clock.advance(LOGIN_LOCK);
    expect(await status('2001:db8:1:1::5')).toBe(200);
  });

  test('slows down guessing from many networks and logs a warning; the correct password from another network works', async () => {
    expect(new Set(await guessFromEverywhere())).toEqual(new Set([401]));
    expect(warnings).toEqual([
      [{ requestId: expect.any(String), block: expect.any(String) }, expect.stringContaining('password of an administrator')],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('@');
    const blocked = await login(network(0));
    expect(blocked).toMatchObject({ status: 403, body: { code: 'adminApi.403' } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    expect([await status('203.0.113.1', WRONG), await status('203.0.113.2'), await status(HOME)]).toEqual([401, 403, 200]);
    app.clock.advance(2 * (ADMIN_FAILURES_WINDOW / ADMIN_FAILURES_TOTAL));
    expect(await status(network(0))).toBe(200);
  });

  test('applies only its own lock to an address with a correct password within 30 days', async () => {
    expect(await status(HOME)).toBe(200);
    await guessFromEverywhere();
    expect([await status(HOME, WRONG), await status(HOME)]).toEqual([401, 200]);
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) expect(await status(HOME, WRONG)).toBe(401);
    expect(await status(HOME)).toBe(403);
    app.clock.advance(ADMIN_ADDRESS_TRUST);
    await guessFromEverywhere();
    expect([await status(HOME, WRONG), await status(HOME)]).toEqual([401, 403]);
  });

  test('returns the same responses for an unknown email', async () => {
    const stranger = anEmail();
    const journey = async (to: string) => [
      ...(await guessFromEverywhere(to)),
      await status(network(0), WRONG, to),
      await status(HOME, WRONG, to),
      await status(HOME, WRONG, to),
    ];
    expect(await journey(stranger)).toEqual(await journey(email));
  });

  test('limits guesses at each administrator separately', async () => {
    await guessFromEverywhere();
    const other = anEmail();
    expect(await status(network(0), WRONG, other)).toBe(401);
    expect(await status(network(0), WRONG, other)).toBe(401);
  });
});
