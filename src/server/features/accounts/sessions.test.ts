import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_IDLE } from '#contract/limits.ts';
import { anAccount, anotherLogin, isSignedIn, sessionsOf } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

const HOUR = 3_600_000;

describe.each(DATABASES)('sessions on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const end = (token: string, id = '') => app.request('DELETE', `/api/users/sessions${id && `/${id}`}`, { token });

  test('are listed with device and last use, last used first, the own one marked, and nothing that opens them', async () => {
    const { email, token } = await anAccount(app);
    app.clock.advance(HOUR);
    const phone = await anotherLogin(app, email, 'Mozilla/5.0 (Android 16)');
    app.clock.advance(HOUR);
    expect(await isSignedIn(app, token)).toBe(true);
    const sessions = await sessionsOf(app, token);
    const ISO = expect.stringMatching(/^\d{4}-.+Z$/);
    const session = { id: expect.stringMatching(/^[\w-]{22}$/), createdAt: ISO, lastUsedAt: ISO };
    expect(sessions).toEqual([
      { ...session, device: 'test', isCurrent: true },
      { ...session, device: 'Mozilla/5.0 (Android 16)', isCurrent: false },
    ]);
    expect((await sessionsOf(app, phone)).map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
  });

  test('one is ended by its id, also the own one; an ended one is 404', async () => {
    const { email, token } = await anAccount(app);
    const other = await anotherLogin(app, email);
    const ids = (await sessionsOf(app, token)).map(({ id, isCurrent }) => ({ id, isCurrent }));
    const foreign = ids.find(({ isCurrent }) => !isCurrent)?.id;
    const own = ids.find(({ isCurrent }) => isCurrent)?.id;
    expect(await end(token, foreign)).toMatchObject({ status: 200, body: { code: 'api.sessions.remove.success' } });
    expect([await isSignedIn(app, token), await isSignedIn(app, other)]).toEqual([true, false]);
    expect(await end(token, foreign)).toMatchObject({ status: 404, body: { code: 'api.sessions.404' } });
    expect((await end(token, own)).status).toBe(200);
    expect(await isSignedIn(app, token)).toBe(false);
  });

  test("somebody else's is 404 and lives on", async () => {
    const [one, two] = [await anAccount(app), await anAccount(app)];
    const [session] = await sessionsOf(app, one.token);
    expect(await end(two.token, session?.id)).toMatchObject({ status: 404, body: { code: 'api.sessions.404' } });
    expect(await isSignedIn(app, one.token)).toBe(true);
  });

  test('all others are ended at once, nobody else is touched', async () => {
    const { email, token } = await anAccount(app);
    const stranger = await anAccount(app);
    const others = [await anotherLogin(app, email), await anotherLogin(app, email)];
    expect(await end(token)).toMatchObject({ status: 200, body: { code: 'api.sessions.removeOthers.success' } });
    for (const other of others) expect(await isSignedIn(app, other)).toBe(false);
    expect([await isSignedIn(app, token), await isSignedIn(app, stranger.token)]).toEqual([true, true]);
    expect(await sessionsOf(app, token)).toHaveLength(1);
  });

  test('those that ended by themselves are not listed', async () => {
    const { email } = await anAccount(app);
    app.clock.advance(SESSION_IDLE + HOUR);
    const token = await anotherLogin(app, email);
    expect(await sessionsOf(app, token)).toMatchObject([{ isCurrent: true }]);
  });
});
