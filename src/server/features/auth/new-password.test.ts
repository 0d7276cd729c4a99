import { hash as argonHash, parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { errorText } from '#server/texts.ts';
import { anAccount, PASSWORD, postLogin, postRegistration, postReset, registrationBody, resetBody } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';

const COMMON = 'P@ssw0rd2024!';

describe.each(DATABASES)('stored passwords on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const expected = (field: string, language: (typeof LANGUAGES)[number]) => ({
    status: 400,
    body: {
      code: 'api.validation',
      errors: [{ field, code: 'validation.password.common', message: errorText(language, 'validation.password.common') }],
    },
  });
  const hashOf = async (email: string): Promise<string> =>
    (await app.store.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()).password_hash;

  test.each(LANGUAGES)('rejects a common password in %s wherever a password is set', async (language) => {
    const options = { headers: { 'accept-language': language } };
    const { email, token } = await anAccount(app);
    const before = await hashOf(email);
    const registration = registrationBody('new@example.com', '123456', { password: COMMON });
    expect(await postRegistration(app, registration, options)).toMatchObject(expected('password', language));
    const input = { passwordCurrent: PASSWORD, passwordNew: COMMON, passwordConfirm: COMMON };
    const changed = await app.request('PATCH', '/api/users/change-password', { ...options, token, body: input });
    expect(changed).toMatchObject(expected('passwordNew', language));
    const reset = resetBody(email, '123456', { passwordNew: COMMON, passwordConfirm: COMMON });
    expect(await postReset(app, reset, options)).toMatchObject(expected('passwordNew', language));
    expect(await hashOf(email)).toBe(before);
  });

  test('rehashes a password with outdated parameters at the next login only', async () => {
    const old = await argonHash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const { email } = await aUser(app, { passwordHash: old });
    expect((await postLogin(app, { email, password: 'Kite7!wombaT' })).status).toBe(401);
    expect(await hashOf(email)).toBe(old);
    expect((await postLogin(app, { email, password: PASSWORD })).status).toBe(200);
    const renewed = await hashOf(email);
    expect(parseOptions(renewed)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect((await postLogin(app, { email, password: PASSWORD })).status).toBe(200);
    expect(await hashOf(email)).toBe(renewed);
  });

  test('rehashes the password of an administrator too, without changing origin', async () => {
    const email = 'old-admin@example.com';
    const password_hash = await argonHash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await app.store.db
      .insertInto('admins')
      .values({ email, password_hash, origin: 'command', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    expect((await app.request('POST', '/api/admin/login', { body: { email, password: PASSWORD } })).status).toBe(200);
    const admin = await app.store.db
      .selectFrom('admins')
      .select(['password_hash', 'origin'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(parseOptions(admin.password_hash).memoryCost).toBe(19_456);
    expect(admin.origin).toBe('command');
  });
});
