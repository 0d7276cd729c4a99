import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { CODE_ATTEMPTS, CODE_TTL } from '#contract/limits.ts';
import { errorText } from '#server/texts.ts';
import {
  anEmail,
  aRegisteredUser,
  aSentCode,
  aValidatedCode,
  otherThan,
  PASSWORD,
  postLogin,
  postRegistration,
  postSendCode,
  postValidateCode,
  registrationBody,
} from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

const AT_ONCE = 20;

describe.each(DATABASES)('registration on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const findUser = (email: string) => app.store.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  const register = (email: string, code: string, overrides = {}) => postRegistration(app, registrationBody(email, code, overrides));
  const unvalidated = { status: 403, body: { code: 'api.registration.403' } };

  test.each(LANGUAGES)('creates an account, with responses in %s', async (language) => {
    const { email, code } = await aValidatedCode(app);
    const answer = await postRegistration(app, registrationBody(email.toUpperCase(), code, { firstName: 'Мар’яна' }), {
      headers: { 'accept-language': language },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        code: 'api.registration.success',
        message: errorText(language, 'api.registration.success'),
        data: { firstName: 'Мар’яна' },
      },
    });
    expect(await findUser(email)).toMatchObject({
      email,
      language,
      phone: null,
      currency: 'UAH',
      tariff: 'basic',
      tariff_start_date: null,
      tariff_end_date: null,
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
  });

  test('answers 400 with the error code of each field rule, and the code stays valid', async () => {
    const { email, code } = await aValidatedCode(app);
    const cases: [Record<string, unknown>, string, string][] = [
      [{ firstName: undefined }, 'firstName', 'validation.required'],
      [{ firstName: ' ' }, 'firstName', 'validation.required'],
      [{ firstName: 'Ян' }, 'firstName', 'validation.name'],
      [{ firstName: 'Анна-Марія' }, 'firstName', 'validation.name'],
      [{ firstName: "'Олена" }, 'firstName', 'validation.name'],
      [{ firstName: 'x'.repeat(51) }, 'firstName', 'validation.tooLong'],
      [{ firstName: 'О\0лена' }, 'firstName', 'validation.characters'],
      [{ lastName: 'Коваль 2' }, 'lastName', 'validation.name'],
      [{ email: 'nobody' }, 'email', 'validation.email'],
      [{ phone: 5 }, 'phone', 'validation.text'],
      [{ phone: 'call me' }, 'phone', 'validation.phone'],
      [{ phone: '+380 50 123' }, 'phone', 'validation.phone'],
      [{ phone: '+380 00 123 45 67' }, 'phone', 'validation.phone'],
      [{ phone: '1'.repeat(33) }, 'phone', 'validation.phone'],
      [{ password: undefined }, 'password', 'validation.required'],
      [{ password: 'Pw0rd!!' }, 'password', 'validation.password.length'],
      [{ password: 'passw0rd!' }, 'password', 'validation.password.upper'],
      [{ password: 'PASSW0RD!' }, 'password', 'validation.password.lower'],
      [{ password: 'Password!' }, 'password', 'validation.password.digit'],
      [{ password: 'Passw0rd' }, 'password', 'validation.password.special'],
      [{ password: 'Kite7!wombatж' }, 'password', 'validation.password.cyrillic'],
      [{ password: `Kite7!wombat${'x'.repeat(120)}` }, 'password', 'validation.password.tooLong'],
      [{ password: 'Kite7!wombat\ud800' }, 'password', 'validation.characters'],
      [{ confirmationCode: '12345' }, 'confirmationCode', 'validation.code'],
      [{ agreement: undefined }, 'agreement', 'validation.agreement'],
      [{ agreement: false }, 'agreement', 'validation.agreement'],
      [{ agreement: 'true' }, 'agreement', 'validation.agreement'],
    ];
    for (const [change, field, key] of cases) {
      const { status, body } = await register(email, code, change);
      expect({ change, status, code: body.code, errors: body.errors }).toEqual({
        change,
        status: 400,
        code: 'api.validation',
        errors: [{ field, code: key, message: errorText('ua', key) }],
      });
    }
    const all = await postRegistration(app, {});
    expect(all.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['agreement', 'confirmationCode', 'email', 'firstName', 'lastName', 'password'].sort(),
    );
    expect((await register(email, code)).status).toBe(201);
  });

  test.each([
    ['050 123 45 67', '+380501234567'],
    ['+38 (050) 123-45-67', '+380501234567'],
    ['+48 512 345 678', '+48512345678'],
    ['', null],
    ['  ', null],
    [undefined, null],
  ])('stores the phone %s as %s', async (phone, stored) => {
    const { email } = await aRegisteredUser(app, { phone });
    expect((await findUser(email))?.phone).toBe(stored);
  });

  test('allows other characters in a password besides the required ones, and keeps leading and trailing spaces', async () => {
    const password = ' Пароль'.replace(/\p{Script=Cyrillic}/gu, 'é') + PASSWORD;
    const { email } = await aRegisteredUser(app, { password });
    expect((await postLogin(app, { email, password: password.trim() })).status).toBe(401);
    expect((await postLogin(app, { email, password })).status).toBe(200);
  });

  test('requires a validated code', async () => {
    const { email, code } = await aSentCode(app);
    expect(await register(email, code)).toMatchObject(unvalidated);
    expect(await register(anEmail(), code)).toMatchObject(unvalidated);
    await postValidateCode(app, { email, confirmationCode: code });
    expect((await register(email, code)).status).toBe(201);
  });

  test('rejects the validated code after another one is requested', async () => {
    const { email, code } = await aValidatedCode(app);
    await postSendCode(app, { email });
    expect(await register(email, code)).toMatchObject(unvalidated);
  });

  test('rejects wrong codes, counts them and locks the email', async () => {
    const { email, code } = await aValidatedCode(app);
    for (let n = 0; n < CODE_ATTEMPTS; n++)
      expect(await register(email, otherThan(code))).toMatchObject({ status: 403, body: { code: 'api.validateCode.403' } });
    expect(await register(email, code)).toMatchObject({ status: 403, body: { code: 'api.code.locked' } });
    expect((await postValidateCode(app, { email, confirmationCode: code })).body.code).toBe('api.code.locked');
    expect(await findUser(email)).toBe(undefined);
  });

  test('rejects an expired code even if it was validated in time', async () => {
    const { email, code } = await aValidatedCode(app);
    app.clock.advance(CODE_TTL);
    expect(await register(email, code)).toMatchObject({ status: 403, body: { code: 'api.validateCode.expired' } });
  });

  test('deletes the used code and answers 409 for a registered email, in every language', async () => {
    const { email, code } = await aRegisteredUser(app);
    for (const language of LANGUAGES) {
      const answer = await postRegistration(app, registrationBody(email.toUpperCase(), code), { headers: { 'accept-language': language } });
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'api.registration.409', message: errorText(language, 'api.registration.409') },
      });
    }
    expect(await app.store.db.selectFrom('codes').select('email').where('email', '=', email).execute()).toEqual([]);
  });

  test('creates one account for 20 parallel requests with one code', async () => {
    const { email, code } = await aValidatedCode(app);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => register(email, code)));
    expect(answers.map(({ status, body }) => `${status} ${body.code}`).sort()).toEqual([
      '201 api.registration.success',
      ...Array.from({ length: AT_ONCE - 1 }, () => '409 api.registration.409'),
    ]);
  });

  test('checks five of 20 parallel wrong codes', async () => {
    const { email, code } = await aValidatedCode(app);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => register(email, otherThan(code))));
    expect(answers.filter(({ body }) => body.code === 'api.validateCode.403')).toHaveLength(CODE_ATTEMPTS);
    expect(answers.filter(({ body }) => body.code === 'api.code.locked')).toHaveLength(AT_ONCE - CODE_ATTEMPTS);
  });
});

describe.each(DATABASES)('a registration with a conflict on %s', (kind) => {
  test('answers 409 if the email is registered while the password is hashed', async () => {
    const rival: { email?: string } = {};
    const app = await testApp(kind, {
      passwords: {
        hash: async () => {
          await app.store.db
            .insertInto('users')
            .values({
              email: rival.email ?? '',
              first_name: 'Інша',
              last_name: 'Людина',
              phone: null,
              password_hash: 'none',
              currency: 'UAH',
              language: 'ua',
              image_id: null,
              tariff: 'basic',
              tariff_start_date: null,
              tariff_end_date: null,
              created_at: new Date().toISOString(),
            })
            .execute();
          return 'hash';
        },
        verify: async () => false,
      },
    });
    try {
      const { email, code } = await aValidatedCode(app);
      rival.email = email;
      expect(await postRegistration(app, registrationBody(email, code))).toMatchObject({
        status: 409,
        body: { code: 'api.registration.409' },
      });
    } finally {
      await app.close();
    }
  });

  test('answers 409 if another client registers the email during the insert', async () => {
    const app = await testApp(kind);
    try {
      const twin = sql.raw(
        `insert into users (email, first_name, last_name, password_hash, currency, language, tariff, created_at)
         values (new.email, 'Інша', new.last_name, 'none', 'UAH', 'ua', 'basic', new.created_at);`,
      );
      if (kind === 'sqlite') {
        await sql`create trigger twin before insert on users when new.first_name = 'Перша' begin ${twin} end`.execute(app.store.db);
      } else {
        await sql`create function twin() returns trigger language plpgsql as $$ begin ${twin} return new; end $$`.execute(app.store.db);
        await sql`create trigger twin before insert on users for each row when (new.first_name = 'Перша') execute function twin()`.execute(
          app.store.db,
        );
      }
      const { email, code } = await aValidatedCode(app);
      expect(await postRegistration(app, registrationBody(email, code, { firstName: 'Перша' }))).toMatchObject({
        status: 409,
        body: { code: 'api.registration.409' },
      });
      expect((await postRegistration(app, registrationBody(email, code))).status).toBe(201);
    } finally {
      await app.close();
    }
  });
});
