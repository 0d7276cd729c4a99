import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { LOGIN_ATTEMPTS, LOGIN_LOCK, SESSION_IDLE } from '#contract/limits.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { hashOf } from '#server/ports/tokens.ts';
import { errorText } from '#server/texts.ts';
import { anEmail, aRegisteredUser, PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

const AT_ONCE = 20;

describe.each(DATABASES)('login on %s', (kind) => {
  let app: TestApp;
  let verified: (string | undefined)[];
  beforeAll(async () => {
    const passwords = argonPasswords();
    verified = [];
    app = await testApp(kind, {
      passwords: {
        hash: passwords.hash,
        verify: (hash, password) => {
          verified.push(hash);
          return passwords.verify(hash, password);
        },
      },
    });
  });
  afterAll(() => app.close());

  const login = (email: string, password = PASSWORD) => postLogin(app, { email, password });
  const denied = { status: 401, body: { code: 'api.loginUser.401' } };
  const locked = { status: 403, body: { code: 'api.loginUser.403' } };

  test('answers 400 to an email that a database cannot store', async () => {
    for (const email of ['a\0@example.com', '\ud800@example.com']) {
      const { status, body } = await login(email);
      expect({ status, code: body.code, errors: body.errors }).toMatchObject({
        status: 400,
        code: 'api.loginUser.cannotEmpty',
        errors: [{ field: 'email', code: 'validation.characters' }],
      });
    }
  });

  test('returns a token that is stored hashed, and the tariff in force', async () => {
    const { email } = await aRegisteredUser(app);
    const { status, body, headers } = await postLogin(app, { email, password: PASSWORD }, { headers: { 'user-agent': 'x'.repeat(1000) } });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        code: 'api.loginUser.success',
        message: errorText('ua', 'api.loginUser.success'),
        token: expect.any(String),
        user_id: expect.any(Number),
        tariff: 'basic',
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(body.token).toMatch(/^[\w-]{43}$/);
    const session = await app.store.db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', hashOf(body.token))
      .executeTakeFirstOrThrow();
    expect(session.user_agent).toHaveLength(300);
    const until = (days: number) =>
      app.store.db
        .updateTable('users')
        .set({
          tariff: 'family',
          tariff_start_date: isoTime(app.clock.now() - DAY),
          tariff_end_date: isoTime(app.clock.now() + days * DAY),
        })
        .where('email', '=', email)
        .execute();
    await until(1);
    expect((await login(email)).body.tariff).toBe('family');
    await until(0);
    expect((await login(email)).body.tariff).toBe('basic');
  });

  test.each(LANGUAGES)('describes missing, wrong and locked credentials in %s', async (language) => {
    const headers = { 'accept-language': language };
    const email = anEmail();
    const cases: [object, object[]][] = [
      [{}, [{ field: 'email' }, { field: 'password' }]],
      [{ email, password: '' }, [{ field: 'password', code: 'validation.required' }]],
      [{ email: ' ', password: PASSWORD }, [{ field: 'email', code: 'validation.required' }]],
      [{ email: 5, password: [] }, [{ field: 'email', code: 'validation.text' }, { field: 'password' }]],
      [{ email, password: 'x'.repeat(257) }, [{ field: 'password', code: 'validation.tooLong' }]],
      [{ email: 'x'.repeat(255), password: PASSWORD }, [{ field: 'email', code: 'validation.tooLong' }]],
    ];
    for (const [body, errors] of cases)
      expect(await postLogin(app, body, { headers })).toMatchObject({
        status: 400,
        body: { code: 'api.loginUser.cannotEmpty', message: errorText(language, 'api.loginUser.cannotEmpty'), errors },
      });
    for (let n = 0; n < LOGIN_ATTEMPTS; n++)
      expect(await postLogin(app, { email, password: PASSWORD }, { headers })).toMatchObject({
        ...denied,
        body: { message: errorText(language, 'api.loginUser.401') },
      });
    expect(await postLogin(app, { email, password: PASSWORD }, { headers })).toMatchObject({
      ...locked,
      body: { message: errorText(language, 'api.loginUser.403') },
    });
  });

  test('answers 401 to the fifth wrong password, then 403 for 15 minutes, even to the correct one, in any letter case', async () => {
    const { email } = await aRegisteredUser(app);
    for (const address of [email, email.toUpperCase(), ` ${email}`, email, email])
      expect(await login(address, 'Wr0ng pass!')).toMatchObject(denied);
    for (const address of [email, email.toUpperCase()]) expect(await login(address)).toMatchObject(locked);
    const left = Number((await login(email)).headers['retry-after']);
    expect([left > LOGIN_LOCK / 1000 - 60, left <= LOGIN_LOCK / 1000]).toEqual([true, true]);
    app.clock.advance(LOGIN_LOCK - MINUTE);
    expect(await login(email)).toMatchObject(locked);
    app.clock.advance(MINUTE);
    for (let n = 1; n < LOGIN_ATTEMPTS; n++) expect(await login(email, 'Wr0ng pass!')).toMatchObject(denied);
    expect((await login(email)).status).toBe(200);
  });

  test('resets the counter after a correct password', async () => {
    const { email } = await aRegisteredUser(app);
    for (let round = 0; round < 2; round++) {
      for (let n = 1; n < LOGIN_ATTEMPTS; n++) expect(await login(email, 'Wr0ng pass!')).toMatchObject(denied);
      expect((await login(email)).status).toBe(200);
    }
  });

  test('verifies one password per attempt for known and unknown emails, none for locked ones', async () => {
    const { email } = await aRegisteredUser(app);
    const stranger = anEmail();
    verified.length = 0;
    for (const address of [email, stranger]) for (let n = 0; n < LOGIN_ATTEMPTS + 2; n++) await login(address, 'Wr0ng pass!');
    expect(verified.filter((hash) => hash !== undefined)).toHaveLength(LOGIN_ATTEMPTS);
    expect(verified.filter((hash) => hash === undefined)).toHaveLength(LOGIN_ATTEMPTS);
  });

  test('answers 401 to five of 20 parallel wrong passwords', async () => {
    const { email } = await aRegisteredUser(app);
    for (const address of [email, anEmail()]) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => login(address, 'Wr0ng pass!')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(LOGIN_ATTEMPTS);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(AT_ONCE - LOGIN_ATTEMPTS);
      expect(await login(address)).toMatchObject(locked);
    }
  });

  test('accepts all of 20 parallel correct passwords, each with its own session', async () => {
    const { email } = await aRegisteredUser(app);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => login(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(AT_ONCE);
  });

  test('locks logins separately from codes', async () => {
    const { email } = await aRegisteredUser(app);
    for (let n = 0; n < LOGIN_ATTEMPTS; n++) await login(email, 'Wr0ng pass!');
    const rows = await app.store.db.selectFrom('attempts').select('subject').where('subject', 'like', `%${email}`).execute();
    expect(rows).toEqual([{ subject: `login:${email}` }]);
  });

  test('ends a session 30 days after its last use and on logout', async () => {
    const { email } = await aRegisteredUser(app);
    const [one, two] = [(await login(email)).body.token, (await login(email)).body.token];
    const use = async (token: string) => (await app.request('GET', '/api/users/user', { token })).status;
    expect(await app.request('POST', '/api/users/logout', { token: one })).toMatchObject({
      status: 200,
      body: { code: 'api.logout.success' },
    });
    expect([await use(one), await use(two)]).toEqual([401, 200]);
    expect((await app.request('POST', '/api/users/logout', { token: one })).status).toBe(401);
    app.clock.advance(SESSION_IDLE - DAY);
    expect(await use(two)).toBe(200);
    app.clock.advance(2 * DAY);
    expect(await use(two)).toBe(200);
    app.clock.advance(SESSION_IDLE + MINUTE);
    expect(await use(two)).toBe(401);
  });
});
