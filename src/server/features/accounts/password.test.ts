import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { CODE_ATTEMPTS, CODE_LOCK, CODE_TTL, CODES_PER_HOUR, LOGIN_ATTEMPTS, LOGIN_LOCK } from '#contract/limits.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { errorText, mailText } from '#server/texts.ts';
import {
  anAccount,
  anEmail,
  anotherLogin,
  changePassword,
  isLoggedIn,
  mailedCode,
  NEW_PASSWORD,
  otherThan,
  PASSWORD,
  postForgot,
  postLogin,
  postReset,
  postSendCode,
  resetBody,
} from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { mailWords } from '#tests/support/mail-words.ts';

const AT_ONCE = 10;
const VALUES = { origin: 'http://carnet.test' };

describe.each(DATABASES)('passwords on %s', (kind) => {
  let app: TestApp;
  const counted = { verify: 0, hash: 0 };
  beforeAll(async () => {
    const passwords = argonPasswords();
    app = await testApp(kind, {
      passwords: {
        hash(password) {
          counted.hash += 1;
          return passwords.hash(password);
        },
        verify(hash, password) {
          counted.verify += 1;
          return passwords.verify(hash, password);
        },
      },
    });
  });
  afterEach(() => {
    app.mails.length = 0;
  });
  afterAll(() => app.close());

  const login = async (email: string, password: string) => (await postLogin(app, { email, password })).status;
  const failure = (status: number, code: string) => ({ status, body: { success: false, code } });
  async function mailsTo(email: string) {
    await app.deliverMails();
    return app.mails.filter(({ to }) => to === email);
  }
  async function aResetCode() {
    const user = await anAccount(app);
    expect((await postForgot(app, { email: user.email })).status).toBe(200);
    return { ...user, code: await mailedCode(app, user.email) };
  }
  /** The number of password comparisons and hashes that a request costs. */
  async function costOf(send: () => Promise<unknown>) {
    Object.assign(counted, { verify: 0, hash: 0 });
    await send();
    return { ...counted };
  }

  describe('changing a password', () => {
    test('ends the other sessions, keeps the current one and invalidates the old password', async () => {
      const { email, token } = await anAccount(app);
      const others = [await anotherLogin(app, email), await anotherLogin(app, email)];
      expect(await changePassword(app, token)).toMatchObject({ status: 200, body: { code: 'api.changePassword.success' } });
      expect(await isLoggedIn(app, token)).toBe(true);
      for (const other of others) expect(await isLoggedIn(app, other)).toBe(false);
      expect([await login(email, PASSWORD), await login(email, NEW_PASSWORD)]).toEqual([401, 200]);
    });

    test.each(LANGUAGES)('sends an email in the language of the user: %s', async (language) => {
      const { id, email, token } = await anAccount(app);
      await app.store.db.updateTable('users').set({ language }).where('id', '=', id).execute();
      await changePassword(app, token);
      const mails = await mailsTo(email);
      expect(mails).toMatchObject([{ subject: mailText(language, 'passwordChanged.subject') }]);
      for (const key of ['greeting', 'intro', 'advice'] as const)
        for (const part of ['text', 'html'] as const)
          expect(mailWords(mails[0]?.[part])).toContain(mailWords(mailText(language, `passwordChanged.${key}`, VALUES)));
    });

    test('names the wrong field, and does not count invalid new passwords as attempts', async () => {
      const { token } = await anAccount(app);
      const cases: [Record<string, unknown>, number, string, object[]][] = [
        [{ passwordConfirm: 'other' }, 409, 'api.changePassword.409', [{ field: 'passwordConfirm', code: 'api.changePassword.409' }]],
        [{ passwordCurrent: 'wrong' }, 400, 'api.changePassword.400', [{ field: 'passwordCurrent', code: 'api.changePassword.400' }]],
        [{ passwordCurrent: '' }, 400, 'api.validation', [{ field: 'passwordCurrent', code: 'validation.required' }]],
        [{ passwordNew: 'short' }, 400, 'api.validation', [{ field: 'passwordNew', code: 'validation.password.length' }]],
        [{ passwordNew: 'Пароль123!aA' }, 400, 'api.validation', [{ field: 'passwordNew', code: 'validation.password.cyrillic' }]],
      ];
      for (let n = 0; n < LOGIN_ATTEMPTS - 1; n++)
        for (const [overrides, status, code, errors] of n === 0 ? cases : cases.slice(2))
          expect(await changePassword(app, token, overrides)).toMatchObject({ status, body: { code, errors } });
      expect((await changePassword(app, token)).status).toBe(200);
    });

    test('is locked together with the login by five wrong passwords of either, with one email per lock', async () => {
      const { email, token } = await anAccount(app);
      for (let n = 0; n < LOGIN_ATTEMPTS; n++)
        expect(n % 2 ? await login(email, 'wrong') : (await changePassword(app, token, { passwordCurrent: 'wrong' })).status).toBe(
          n % 2 ? 401 : 400,
        );
      expect(await costOf(() => changePassword(app, token))).toEqual({ verify: 0, hash: 0 });
      expect(await changePassword(app, token)).toMatchObject(failure(403, 'api.loginUser.403'));
      expect(await login(email, PASSWORD)).toBe(403);
      const [mail, ...more] = await mailsTo(email);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({ subject: mailText('ua', 'loginLocked.subject') });
      expect(mailWords(mail?.text)).toContain(mailWords(mailText('ua', 'loginLocked.advice', VALUES)));
      app.clock.advance(LOGIN_LOCK);
      for (let n = 0; n < LOGIN_ATTEMPTS; n++) await login(email, 'wrong');
      expect(await mailsTo(email)).toHaveLength(2);
    });

    test('locks an unknown address too, without an email', async () => {
      const email = anEmail();
      for (let n = 0; n < LOGIN_ATTEMPTS; n++) await login(email, 'wrong');
      expect(await login(email, 'wrong')).toBe(403);
      expect(await mailsTo(email)).toEqual([]);
    });

    test('succeeds for only one of several parallel requests', async () => {
      const { email, token } = await anAccount(app);
      const passwords = Array.from({ length: 3 }, (_, n) => `${NEW_PASSWORD}${n}`);
      const answers = await Promise.all(passwords.map((next) => changePassword(app, token, { passwordNew: next, passwordConfirm: next })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const logins = await Promise.all(passwords.map((next) => login(email, next)));
      expect(logins).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
    });
  });

  describe('resetting a password', () => {
    test('sets a new password with the emailed code, once, ends all sessions and removes the login lock', async () => {
      const { email, token, code } = await aResetCode();
      for (let n = 0; n < LOGIN_ATTEMPTS; n++) await login(email, 'wrong');
      expect(await login(email, PASSWORD)).toBe(403);
      expect(await postReset(app, resetBody(email.toUpperCase(), code))).toMatchObject({
        status: 200,
        body: { code: 'api.resetPassword.success' },
      });
      expect(await isLoggedIn(app, token)).toBe(false);
      expect([await login(email, NEW_PASSWORD), await login(email, PASSWORD)]).toEqual([200, 401]);
      expect((await mailsTo(email)).at(-1)?.subject).toBe(mailText('ua', 'passwordChanged.subject'));
      expect(await postReset(app, resetBody(email, code))).toMatchObject(failure(403, 'api.validateCode.403'));
    });

    test.each(LANGUAGES)('sends an email in %s with the code on a separate line', async (language) => {
      const { email } = await anAccount(app);
      await postForgot(app, { email }, { headers: { 'accept-language': language } });
      const code = await mailedCode(app, email);
      const [mail] = await mailsTo(email);
      expect(mail?.subject).toBe(mailText(language, 'reset.subject', { code }));
      for (const key of ['greeting', 'intro', 'validity', 'ignore'] as const)
        expect(mail?.text).toContain(mailText(language, `reset.${key}`));
      const rows = await app.store.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute();
      expect(rows).toMatchObject([{ text_body: '', html_body: '', subject: '' }]);
    });

    test('does not reveal whether an address is registered: responses, cost, locks, limits and expiry are the same', async () => {
      const registered = (await anAccount(app)).email;
      const unknown = anEmail();
      const answersFor = async (email: string) => {
        const results: unknown[] = [];
        const record = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
          Object.assign(counted, { verify: 0, hash: 0 });
          const { status, body } = await answer;
          results.push([status, body.code, body.message, { ...counted }]);
        };
        await record(postReset(app, resetBody(email, '000000')));
        await record(postForgot(app, { email }));
        const { code_hash: hash } = await app.store.db
          .selectFrom('codes')
          .select('code_hash')
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        expect(hash).toHaveLength(43);
        await record(postReset(app, resetBody(email, '000000')));
        app.clock.advance(CODE_TTL + 1);
        await record(postReset(app, resetBody(email, '000000')));
        for (let n = 1; n <= CODES_PER_HOUR; n++) await record(postForgot(app, { email }));
        for (let n = 0; n < CODE_ATTEMPTS; n++) await record(postReset(app, resetBody(email, '000000')));
        await record(postForgot(app, { email }));
        app.clock.advance(CODE_LOCK);
        await record(postReset(app, resetBody(email, '000000')));
        return results;
      };
      const results = await answersFor(registered);
      expect(await answersFor(unknown)).toEqual(results);
      const sent = [200, 'api.forgotPassword.success', errorText('ua', 'api.forgotPassword.success'), { verify: 1, hash: 0 }];
      expect(results[1]).toEqual(sent);
      const codes = new Set(results.map((answer) => (answer as unknown[])[1]));
      expect([...codes].sort()).toEqual(
        ['api.code.locked', 'api.forgotPassword.success', 'api.sendCode.429', 'api.validateCode.403', 'api.validateCode.expired'].sort(),
      );
      expect(await mailsTo(unknown)).toEqual([]);
      expect(await mailsTo(registered)).not.toEqual([]);
    });

    test('accepts a code only for its own purpose and address', async () => {
      const { email, code } = await aResetCode();
      const stranger = anEmail();
      expect(await app.request('POST', '/api/users/validate-code', { body: { email, confirmationCode: code } })).toMatchObject(
        failure(404, 'api.validateCode.404'),
      );
      expect(await postReset(app, resetBody(stranger, code))).toMatchObject(failure(403, 'api.validateCode.403'));
      await postSendCode(app, { email: stranger });
      expect(await postReset(app, resetBody(stranger, await mailedCode(app, stranger)))).toMatchObject(
        failure(403, 'api.validateCode.403'),
      );
      expect((await postReset(app, resetBody(email, code))).status).toBe(200);
    });

    test('locks resets for 20 minutes after five wrong codes, even for a new or a correct code; invalid input does not count', async () => {
      const { email, code } = await aResetCode();
      expect(await postReset(app, resetBody(email, '12345'))).toMatchObject(failure(400, 'api.validation'));
      expect(await postReset(app, resetBody(email, otherThan(code), { passwordNew: 'weak' }))).toMatchObject(
        failure(400, 'api.validation'),
      );
      expect(await postReset(app, resetBody(email, otherThan(code), { passwordConfirm: 'x' }))).toMatchObject(
        failure(409, 'api.changePassword.409'),
      );
      for (let n = 0; n < CODE_ATTEMPTS; n++)
        expect(await postReset(app, resetBody(email, otherThan(code)))).toMatchObject(failure(403, 'api.validateCode.403'));
      expect(await postReset(app, resetBody(email, code))).toMatchObject(failure(403, 'api.code.locked'));
      expect(await postForgot(app, { email })).toMatchObject(failure(403, 'api.code.locked'));
      app.clock.advance(CODE_LOCK);
      await postForgot(app, { email });
      expect((await postReset(app, resetBody(email, await mailedCode(app, email)))).status).toBe(200);
    });

    test('sets one password with one code, even for parallel requests', async () => {
      const { email, code } = await aResetCode();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => postReset(app, resetBody(email, code))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
      expect((await mailsTo(email)).filter(({ subject }) => subject === mailText('ua', 'passwordChanged.subject'))).toHaveLength(1);
    });
  });
});
