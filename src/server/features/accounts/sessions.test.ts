import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_IDLE, SESSIONS_PER_USER } from '#contract/limits.ts';
import { HOUR } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens, hashOf } from '#server/ports/tokens.ts';
import { anAccount, anotherLogin, isLoggedIn, sessionsOf } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

describe.each(DATABASES)('sessions on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const end = (token: string, id = '') => app.request('DELETE', `/api/users/sessions${id && `/${id}`}`, { token });

  test('are listed with device and last use, most recent first, with the current one marked and without tokens', async () => {
    const { email, token } = await anAccount(app);
    app.clock.advance(HOUR);
    const phone = await anotherLogin(app, email, 'Mozilla/5.0 (Android 16)');
    app.clock.advance(HOUR);
    expect(await isLoggedIn(app, token)).toBe(true);
    const sessions = await sessionsOf(app, token);
    const ISO = expect.stringMatching(/^\d{4}-.+Z$/);
    const session = { id: expect.stringMatching(/^[\w-]{22}$/), createdAt: ISO, lastUsedAt: ISO };
    expect(sessions).toEqual([
      { ...session, device: 'test', isCurrent: true },
      { ...session, device: 'Mozilla/5.0 (Android 16)', isCurrent: false },
    ]);
    expect((await sessionsOf(app, phone)).map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
  });

  test('can be ended by id, including the current one; an ended session is 404', async () => {
    const { email, token } = await anAccount(app);
    const other = await anotherLogin(app, email);
    const ids = (await sessionsOf(app, token)).map(({ id, isCurrent }) => ({ id, isCurrent }));
    const foreign = ids.find(({ isCurrent }) => !isCurrent)?.id;
    const own = ids.find(({ isCurrent }) => isCurrent)?.id;
    expect(await end(token, foreign)).toMatchObject({ status: 200, body: { code: 'api.sessions.remove.success' } });
    expect([await isLoggedIn(app, token), await isLoggedIn(app, other)]).toEqual([true, false]);
    expect(await end(token, foreign)).toMatchObject({ status: 404, body: { code: 'api.sessions.404' } });
    expect((await end(token, own)).status).toBe(200);
    expect(await isLoggedIn(app, token)).toBe(false);
  });

  test("rejects ending another user's session with 404", async () => {
    const [one, two] = [await anAccount(app), await anAccount(app)];
    const [session] = await sessionsOf(app, one.token);
    expect(await end(two.token, session?.id)).toMatchObject({ status: 404, body: { code: 'api.sessions.404' } });
    expect(await isLoggedIn(app, one.token)).toBe(true);
  });

  test('ends all other sessions of the user and none of other users', async () => {
    const { email, token } = await anAccount(app);
    const stranger = await anAccount(app);
    const others = [await anotherLogin(app, email), await anotherLogin(app, email)];
    expect(await end(token)).toMatchObject({ status: 200, body: { code: 'api.sessions.removeOthers.success' } });
    for (const other of others) expect(await isLoggedIn(app, other)).toBe(false);
    expect([await isLoggedIn(app, token), await isLoggedIn(app, stranger.token)]).toEqual([true, true]);
    expect(await sessionsOf(app, token)).toHaveLength(1);
  });

  test('ends the least recently used session over the limit and none of other users', async () => {
    const stranger = await anAccount(app);
    const { email, token } = await anAccount(app);
    app.clock.advance(1_000);
    const second = await anotherLogin(app, email);
    const at = isoTime(app.clock.now());
    const { user_id } = await app.store.db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: SESSIONS_PER_USER - 2 }, () => ({
      ...{ id: cryptoTokens.newId(), token_hash: cryptoTokens.newToken(), user_id, user_agent: 'test', created_at: at, last_used_at: at },
    }));
    await app.store.db.insertInto('sessions').values(others).execute();
    expect(await isLoggedIn(app, token)).toBe(true);
    const last = await anotherLogin(app, email);
    expect([await isLoggedIn(app, token), await isLoggedIn(app, last), await isLoggedIn(app, stranger.token)]).toEqual([false, true, true]);
    expect(await sessionsOf(app, second)).toHaveLength(SESSIONS_PER_USER);
  });

  test('does not list expired sessions', async () => {
    const { email } = await anAccount(app);
    app.clock.advance(SESSION_IDLE + HOUR);
    const token = await anotherLogin(app, email);
    expect(await sessionsOf(app, token)).toMatchObject([{ isCurrent: true }]);
  });
});
