import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_SESSION_IDLE, ADMIN_SESSION_MAX, LOGIN_ATTEMPTS, LOGIN_LOCK, SESSIONS_PER_USER } from '#contract/limits.ts';
import { MINUTE, SECOND } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens, hashOf } from '#server/ports/tokens.ts';
import { anAccount, anEmail, isLoggedIn, postLogin } from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { ADMIN_PASSWORD, anAdmin } from '#tests/support/orders.ts';

const WRONG = 'Wr0ng pass!';
const AT_ONCE = 20;

describe.each(DATABASES)('administrators on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const postAdminLogin = (body: object): Promise<Answer> => app.request('POST', '/api/admin/login', { body });
  const login = (email: string, password = ADMIN_PASSWORD): Promise<Answer> => postAdminLogin({ email, password });
  const isIn = async (token: string): Promise<boolean> => (await app.request('GET', '/api/admin/orders', { token })).status === 200;
  const logout = (token: string): Promise<Answer> => app.request('POST', '/api/admin/logout', { token });
  const sessionOf = (token: string) =>
    app.store.db.selectFrom('admin_sessions').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
  const failuresOf = (subject: string) =>
    app.store.db.selectFrom('attempts').select('failures').where('subject', '=', subject).executeTakeFirst();
  const denied = { status: 401, body: { code: 'adminApi.401' } };
  const locked = { status: 403, body: { code: 'adminApi.403' } };

  /** Creates an administrator and logs in. */
  async function loggedIn(): Promise<{ email: string; token: string }> {
    const { email } = await anAdmin(app);
    return { email, token: (await login(email)).body.tokenAdmin };
  }

  test.each([
    ['nothing', {}, ['email', 'password']],
    ['no password', { email: 'admin@example.com' }, ['password']],
    ['an empty email', { email: ' ', password: WRONG }, ['email']],
    ['other types', { email: 5, password: [] }, ['email', 'password']],
    ['characters that a database cannot store', { email: 'a\0@example.com', password: WRONG }, ['email']],
  ])('rejects a login with %s with field errors', async (_, body, fields) => {
    const answer = await postAdminLogin(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'adminApi.400' } });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test('returns a token that is stored hashed, in any letter case of the email', async () => {
    const { email } = await anAdmin(app);
    const { status, body } = await login(` ${email.toUpperCase()} `);
    expect({ status, code: body.code }).toEqual({ status: 200, code: 'adminApi.success' });
    expect(body.tokenAdmin).toMatch(/^[\w-]{43}$/);
    expect(await isIn(body.tokenAdmin)).toBe(true);
    expect(await sessionOf(body.tokenAdmin)).toBeDefined();
  });

  test('answers 401 to the fifth wrong password, then 403 for 15 minutes, even to the correct one', async () => {
    const { email } = await anAdmin(app);
    for (const address of [email, email.toUpperCase(), email, email, ` ${email}`])
      expect(await login(address, WRONG)).toMatchObject(denied);
    const answer = await login(email);
    expect(answer).toMatchObject(locked);
    const left = Number(answer.headers['retry-after']);
    expect([left > LOGIN_LOCK / SECOND - 60, left <= LOGIN_LOCK / SECOND]).toEqual([true, true]);
    app.clock.advance(LOGIN_LOCK - MINUTE);
    expect(await login(email)).toMatchObject(locked);
    app.clock.advance(MINUTE);
    for (let n = 1; n < LOGIN_ATTEMPTS; n += 1) expect(await login(email, WRONG)).toMatchObject(denied);
    expect((await login(email)).status).toBe(200);
    expect(await failuresOf(`admin:${email}|127.0.0.1`)).toBeUndefined();
  });

  test('locks an unknown email too', async () => {
    const email = anEmail();
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) expect(await login(email)).toMatchObject(denied);
    expect(await login(email)).toMatchObject(locked);
  });

  test('answers 401 to five of twenty parallel wrong passwords, and sends no email about the lock', async () => {
    const { email } = await anAdmin(app);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => login(email, WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(LOGIN_ATTEMPTS);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(AT_ONCE - LOGIN_ATTEMPTS);
    expect(await app.store.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).toEqual([]);
  });

  test('counts attempts separately for a user and an administrator with the same email', async () => {
    const user = await anAccount(app);
    const admin = await anAdmin(app);
    await app.store.db.updateTable('admins').set({ email: user.email }).where('id', '=', admin.id).execute();
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await login(user.email, WRONG);
    expect(await login(user.email)).toMatchObject(locked);
    expect((await postLogin(app, { email: user.email, password: 'Kite7!wombat' })).status).toBe(200);
    app.clock.advance(LOGIN_LOCK);
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await postLogin(app, { email: user.email, password: WRONG });
    expect((await postLogin(app, { email: user.email, password: 'Kite7!wombat' })).status).toBe(403);
    expect((await login(user.email)).status).toBe(200);
  });

  test('rejects user passwords in the admin panel and administrator passwords at the user login', async () => {
    const user = await anAccount(app);
    const admin = await anAdmin(app);
    expect(await login(user.email, 'Kite7!wombat')).toMatchObject(denied);
    expect((await postLogin(app, { email: admin.email, password: ADMIN_PASSWORD })).status).toBe(401);
  });

  test('answers 403 to a token of the other kind, 401 to an unknown or missing one', async () => {
    const user = await aUser(app);
    const admin = await anAdmin(app);
    const cases: [string, string | undefined, number][] = [
      ['/api/admin/orders', user.token, 403],
      ['/api/users/user', admin.token, 403],
      ['/api/admin/orders', 'unknown', 401],
      ['/api/users/user', 'unknown', 401],
      ['/api/admin/orders', undefined, 401],
    ];
    for (const [path, token, status] of cases)
      expect(await app.request('GET', path, { token })).toMatchObject({ status, body: { code: `api.${status}` } });
    expect((await logout(user.token)).status).toBe(403);
    expect(await isLoggedIn(app, user.token)).toBe(true);
  });

  test('ends a session an hour after its last use', async () => {
    const { token } = await loggedIn();
    app.clock.advance(ADMIN_SESSION_IDLE - MINUTE);
    expect(await isIn(token)).toBe(true);
    app.clock.advance(ADMIN_SESSION_IDLE - MINUTE);
    expect(await isIn(token)).toBe(true);
    app.clock.advance(ADMIN_SESSION_IDLE + SECOND);
    expect(await isIn(token)).toBe(false);
    expect((await app.request('GET', '/api/users/user', { token })).status).toBe(401);
  });

  test('ends a session twelve hours after login, even if it is in use', async () => {
    const { token } = await loggedIn();
    const step = ADMIN_SESSION_IDLE / 2;
    for (let passed = step; passed < ADMIN_SESSION_MAX; passed += step) {
      app.clock.advance(step);
      expect(await isIn(token)).toBe(true);
    }
    app.clock.advance(step + SECOND);
    expect(await isIn(token)).toBe(false);
  });

  test('stores the last use of a session at most once a minute', async () => {
    const { token } = await loggedIn();
    const lastUse = async () => (await sessionOf(token))?.last_used_at;
    const before = await lastUse();
    app.clock.advance(MINUTE / 2);
    await isIn(token);
    expect(await lastUse()).toBe(before);
    app.clock.advance(MINUTE);
    await isIn(token);
    const after = await lastUse();
    expect(after).not.toBe(before);
    await isIn(token);
    expect(await lastUse()).toBe(after);
  });

  test('ends only the current session on logout', async () => {
    const { email, token } = await loggedIn();
    const other = (await login(email)).body.tokenAdmin;
    const stranger = await anAdmin(app);
    expect(await logout(token)).toMatchObject({ status: 200, body: { code: 'adminApi.logout.success' } });
    expect(await logout(token)).toMatchObject({ status: 401 });
    expect([await isIn(token), await isIn(other), await isIn(stranger.token)]).toEqual([false, true, true]);
  });

  test('writes the email of the administrator to the audit log', async () => {
    const admins = [await anAdmin(app), await anAdmin(app)];
    for (const { token } of admins)
      expect((await app.request('PATCH', '/api/prices/price', { token, body: [{ tariff: 'family', price: 4 }] })).status).toBe(200);
    const rows = await app.store.db.selectFrom('audit').select('actor').where('action', '=', 'prices.update').orderBy('id').execute();
    expect(rows.slice(-2).map(({ actor }) => actor)).toEqual(admins.map(({ email }) => email));
  });

  test('ends the least recently used session over the limit, and none of another administrator', async () => {
    const [stranger, { id, email, token }] = [await anAdmin(app), await anAdmin(app)];
    app.clock.advance(1_000);
    const at = isoTime(app.clock.now());
    const others = Array.from({ length: SESSIONS_PER_USER - 1 }, () => ({
      ...{ id: cryptoTokens.newId(), token_hash: cryptoTokens.newToken(), admin_id: id, user_agent: '', created_at: at, last_used_at: at },
    }));
    await app.store.db.insertInto('admin_sessions').values(others).execute();
    expect((await login(email)).status).toBe(200);
    expect([await isIn(token), await isIn(stranger.token)]).toEqual([false, true]);
    const { length } = await app.store.db.selectFrom('admin_sessions').select('id').where('admin_id', '=', id).execute();
    expect(length).toBe(SESSIONS_PER_USER);
  });

  test('rejects a login in progress when the password changes', async () => {
    const { id, email } = await anAdmin(app);
    app.beforeTransaction(() => app.store.db.updateTable('admins').set({ password_hash: 'another' }).where('id', '=', id).execute());
    expect(await login(email)).toMatchObject(denied);
    const sessions = await app.store.db.selectFrom('admin_sessions').select('token_hash').where('admin_id', '=', id).execute();
    expect(sessions).toHaveLength(1);
  });
});
