import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { CODE_ATTEMPTS, CODE_LOCK, CODE_TTL, CODES_PER_HOUR } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { errorText } from '#server/texts.ts';
import { anEmail, aRegisteredUser, aSentCode, mailedCode, otherThan, postSendCode, postValidateCode } from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

const AT_ONCE = 20;
const counted = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) counts[`${status} ${body.code}`] = (counts[`${status} ${body.code}`] ?? 0) + 1;
  return counts;
};

describe.each(DATABASES)('confirmation codes on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const sent = (email: string) => app.mails.filter(({ to }) => to === email);
  const validate = (email: string, confirmationCode: string) => postValidateCode(app, { email, confirmationCode });
  const fail = async (email: string, code: string, times: number) => {
    for (let n = 0; n < times; n++)
      expect(await validate(email, otherThan(code))).toMatchObject({ status: 403, body: { code: 'api.validateCode.403' } });
  };
  const locked = { status: 403, body: { code: 'api.code.locked' } };
  const accepted = { status: 200, body: { success: true, code: 'api.validateCode.success' } };

  test.each(LANGUAGES)('emails a code and validates it, with responses in %s', async (language) => {
    const email = anEmail();
    const headers = { 'accept-language': language };
    const requested = await postSendCode(app, { email: ` ${email.toUpperCase()} ` }, { headers });
    expect(requested).toMatchObject({
      status: 200,
      body: { code: 'api.sendCode.success', message: errorText(language, 'api.sendCode.success') },
    });
    const code = await mailedCode(app, email);
    expect(sent(email)).toHaveLength(1);
    expect(sent(email)[0]).toMatchObject({ subject: expect.stringContaining(code), html: expect.stringContaining(`>${code}<`) });
    const confirmed = await postValidateCode(app, { email, confirmationCode: ` ${code} ` }, { headers });
    expect(confirmed).toMatchObject({ ...accepted, body: { message: errorText(language, 'api.validateCode.success') } });
  });

  test('answers 400 with the error code of each field rule and counts no attempt', async () => {
    const { email, code } = await aSentCode(app);
    const addresses: [unknown, string][] = [
      [undefined, 'validation.required'],
      [5, 'validation.text'],
      ['  ', 'validation.required'],
      ['olena', 'validation.email'],
      ['olena@example', 'validation.email'],
      ['a@example.com, b@example.com', 'validation.email'],
      ['a@example.com\r\nBcc: b@example.com', 'validation.email'],
      [`${'a'.repeat(250)}@example.com`, 'validation.tooLong'],
    ];
    for (const [address, key] of addresses) {
      const errors = [{ field: 'email', code: key, message: errorText('ua', key) }];
      expect(await postSendCode(app, { email: address })).toMatchObject({ status: 400, body: { code: 'api.validation', errors } });
      expect((await postValidateCode(app, { email: address, confirmationCode: code })).body).toMatchObject({
        code: 'api.validation',
        errors,
      });
    }
    const codes: [unknown, string][] = [
      [undefined, 'validation.required'],
      ['', 'validation.required'],
      [123456, 'validation.text'],
      ['12345', 'validation.code'],
      ['1234567', 'validation.code'],
    ];
    for (const [confirmationCode, key] of codes)
      expect(await postValidateCode(app, { email, confirmationCode })).toMatchObject({
        status: 400,
        body: { code: 'api.validation', errors: [{ field: 'confirmationCode', code: key }] },
      });
    expect(await validate(email, code)).toMatchObject(accepted);
  });

  test('sends no code to a registered email, in any letter case', async () => {
    const { email } = await aRegisteredUser(app);
    for (const address of [email, email.toUpperCase()])
      expect(await postSendCode(app, { email: address })).toMatchObject({ status: 400, body: { code: 'api.sendCode.400' } });
  });

  test('answers 404 for an email without a code, and accepts a code only for its own email', async () => {
    const [one, two] = [await aSentCode(app), await aSentCode(app)];
    expect(await validate(anEmail(), one.code)).toMatchObject({ status: 404, body: { code: 'api.validateCode.404' } });
    const isSame = one.code === two.code;
    expect((await validate(two.email, one.code)).status).toBe(isSame ? 200 : 403);
  });

  test('accepts a code for 15 minutes', async () => {
    const { email, code } = await aSentCode(app);
    app.clock.advance(CODE_TTL - MINUTE);
    expect(await validate(email, code)).toMatchObject(accepted);
    app.clock.advance(MINUTE);
    for (const typed of [code, otherThan(code)])
      expect(await validate(email, typed)).toMatchObject({ status: 403, body: { code: 'api.validateCode.expired' } });
  });

  test('replaces the previous code with a new one', async () => {
    const { email, code } = await aSentCode(app);
    const { code: next } = await aSentCode(app, email);
    if (code !== next) expect(await validate(email, code)).toMatchObject({ status: 403, body: { code: 'api.validateCode.403' } });
    expect(await validate(email, next)).toMatchObject(accepted);
  });

  test('locks the email for 20 minutes after the fifth wrong code, even for the correct code and new codes', async () => {
    const { email, code } = await aSentCode(app);
    await fail(email, code, CODE_ATTEMPTS);
    expect(await validate(email, otherThan(code))).toMatchObject(locked);
    expect(await validate(email.toUpperCase(), code)).toMatchObject(locked);
    expect(await postSendCode(app, { email })).toMatchObject(locked);
    for (const language of LANGUAGES)
      expect(
        (await postValidateCode(app, { email, confirmationCode: code }, { headers: { 'accept-language': language } })).body.message,
      ).toBe(errorText(language, 'api.code.locked'));
    app.clock.advance(CODE_LOCK - MINUTE);
    expect(await postSendCode(app, { email })).toMatchObject(locked);
    app.clock.advance(MINUTE);
    const { code: next } = await aSentCode(app, email);
    await fail(email, next, CODE_ATTEMPTS - 1);
    expect(await validate(email, next)).toMatchObject(accepted);
  });

  test('resets the counter after a correct code', async () => {
    const { email, code } = await aSentCode(app);
    for (let round = 0; round < 3; round++) {
      await fail(email, code, CODE_ATTEMPTS - 1);
      expect(await validate(email, code)).toMatchObject(accepted);
    }
  });

  test('sends at most 5 codes per hour', async () => {
    const email = anEmail();
    await aSentCode(app, email);
    app.clock.advance(50 * MINUTE);
    for (let n = 1; n < CODES_PER_HOUR; n++) await aSentCode(app, email);
    const rejected = await postSendCode(app, { email });
    expect(rejected).toMatchObject({ status: 429, body: { code: 'api.sendCode.429' } });
    const seconds = Number(rejected.headers['retry-after']);
    expect(seconds).toBeGreaterThan(9 * 60);
    expect(seconds).toBeLessThanOrEqual(10 * 60);
    app.clock.advance(seconds * 1000);
    await aSentCode(app, email);
    expect((await postSendCode(app, { email })).status).toBe(429);
  });

  test('sends five codes for 20 parallel requests', async () => {
    const email = anEmail();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => postSendCode(app, { email })));
    expect(counted(answers)).toEqual({ '200 api.sendCode.success': CODES_PER_HOUR, '429 api.sendCode.429': AT_ONCE - CODES_PER_HOUR });
    const rows = await app.store.db.selectFrom('mails').select('id').where('recipient', '=', email).execute();
    expect(rows).toHaveLength(CODES_PER_HOUR);
    expect(await validate(email, await mailedCode(app, email))).toMatchObject(accepted);
  });

  test('checks five of 20 parallel wrong codes, and accepts all of 20 parallel correct ones', async () => {
    const { email, code } = await aSentCode(app);
    const right = await Promise.all(Array.from({ length: AT_ONCE }, () => validate(email, code)));
    expect(counted(right)).toEqual({ '200 api.validateCode.success': AT_ONCE });
    const wrong = await Promise.all(Array.from({ length: AT_ONCE }, () => validate(email, otherThan(code))));
    expect(counted(wrong)).toEqual({ '403 api.validateCode.403': CODE_ATTEMPTS, '403 api.code.locked': AT_ONCE - CODE_ATTEMPTS });
  });

  test('stores codes hashed, and stores no counter for checks without a failure', async () => {
    const { email, code } = await aSentCode(app);
    const row = await app.store.db.selectFrom('codes').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code);
    const stranger = anEmail();
    await validate(stranger, code);
    const rows = await app.store.db
      .selectFrom('attempts')
      .select('subject')
      .where('subject', 'in', [`code:${email}`, `code:${stranger}`])
      .execute();
    expect(rows).toEqual([]);
  });
});
