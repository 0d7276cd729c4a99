import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOGIN_ATTEMPTS, LOGIN_LOCK, RECENT_LOGIN_MAX_AGE, RECOVERY_CODES } from '#contract/limits.ts';
import { hashOf } from '#server/ports/tokens.ts';
import {
  anEnrolledAdmin,
  codeAt,
  confirmTwoFactor,
  type EnrolledAdmin,
  enrol,
  freshCode,
  getOwn,
  postAdminLogin,
  removeTwoFactor,
  renewCodes,
  STEP,
  startTwoFactor,
  wrongCodeAt,
} from '#tests/support/admin-accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { anAdmin, paymentBody } from '#tests/support/orders.ts';

const WRONG = 'Wr0ng pass!';
/** Pixels of a module in the picture that the decoder reads. */
const SCALE = 4;

/** Reads the QR code as a camera does. */
function decoded({ size, path }: { size: number; path: string }): string {
  const side = size * SCALE;
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const data = Uint8Array.from({ length: side * side * 4 }, (_, index) => {
    const pixel = Math.floor(index / 4);
    const [x, y] = [pixel % side, Math.floor(pixel / side)].map((at) => Math.floor(at / SCALE));
    return index % 4 < 3 && dark.has(`${x} ${y}`) ? 0 : 255;
  });
  return decodeQR({ height: side, width: side, data });
}

describe.each(DATABASES)('two-factor login on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    // A code is valid for certain seconds.
    app.clock.stop();
  });
  afterAll(() => app.close());

  const now = (): number => app.clock.now();
  const login = ({ email }: { email: string }, code?: string): Promise<Answer> => postAdminLogin(app, email, code);
  const isIn = async (token: string): Promise<boolean> => (await getOwn(app, { token })).status === 200;
  const mailsTo = async (email: string) =>
    await app.store.db.selectFrom('mails').select(['kind', 'subject', 'text_body']).where('recipient', '=', email).orderBy('id').execute();
  const required = { status: 401, body: { code: 'adminApi.codeRequired' } };
  const wrong = { status: 403, body: { code: 'adminApi.code', errors: [{ field: 'code' }] } };
  const locked = { status: 403, body: { code: 'adminApi.403' } };

  test('is off until it is confirmed with a code; the QR code contains the address of the secret', async () => {
    const admin = await anAdmin(app);
    const { body } = await startTwoFactor(app, admin);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toBe(
      `otpauth://totp/Carnet:${encodeURIComponent(admin.email)}?issuer=Carnet&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(decoded(body.qr)).toBe(body.uri);
    expect((await login(admin)).status).toBe(200);
    expect(await confirmTwoFactor(app, admin, wrongCodeAt(body.secret, now()))).toMatchObject(wrong);
    expect((await getOwn(app, admin)).body.data.has_two_factor).toBe(false);
    expect((await confirmTwoFactor(app, admin, codeAt(body.secret, now()))).body.code).toBe('adminApi.twoFactor.success');
    expect((await getOwn(app, admin)).body.data).toMatchObject({ has_two_factor: true, recovery_codes_left: RECOVERY_CODES });
    expect(await login(admin)).toMatchObject(required);
  });

  test('ends the other sessions, which began without a code, and says so by email and in the log', async () => {
    const admin = await anAdmin(app);
    const other = (await login(admin)).body.tokenAdmin;
    await enrol(app, admin);
    expect([await isIn(admin.token), await isIn(other)]).toEqual([true, false]);
    expect((await mailsTo(admin.email)).map(({ kind: mailKind }) => mailKind)).toEqual(['adminSecurity']);
    const entries = await app.store.db
      .selectFrom('audit')
      .select(['action', 'subject', 'after'])
      .where('actor', '=', admin.email)
      .execute();
    expect(entries.at(-1)).toEqual({ action: 'admin.twoFactor', subject: `admin ${admin.id}`, after: '{"two_factor":"on"}' });
  });

  test('stores neither the recovery codes nor a code of the app, and sends no secret again', async () => {
    const admin = await anEnrolledAdmin(app);
    expect(new Set(admin.recoveryCodes).size).toBe(RECOVERY_CODES);
    const rows = await app.store.db.selectFrom('admin_recovery_codes').select('code_hash').where('admin_id', '=', admin.id).execute();
    expect(rows.map(({ code_hash }) => code_hash).sort()).toEqual(
      admin.recoveryCodes.map((code) => hashOf(code.replaceAll('-', ''))).sort(),
    );
    const stored = JSON.stringify([await mailsTo(admin.email), await app.store.db.selectFrom('audit').selectAll().execute()]);
    for (const code of [...admin.recoveryCodes, admin.secret]) expect(stored).not.toContain(code);
    expect(JSON.stringify((await getOwn(app, admin)).body)).not.toContain(admin.secret);
  });

  test('accepts the codes of the step before and after, none further away, and none twice', async () => {
    const admin = await anEnrolledAdmin(app);
    app.clock.advance(10 * STEP);
    expect(await login(admin, codeAt(admin.secret, now() - 2 * STEP))).toMatchObject(wrong);
    expect(await login(admin, codeAt(admin.secret, now() + 2 * STEP))).toMatchObject(wrong);
    const previous = codeAt(admin.secret, now() - STEP);
    expect((await login(admin, previous)).status).toBe(200);
    expect(await login(admin, previous)).toMatchObject(wrong);
    const next = codeAt(admin.secret, now() + STEP);
    expect((await login(admin, `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200);
    // An earlier code than the last one is used up too, although its step is in the window.
    expect(await login(admin, codeAt(admin.secret, now()))).toMatchObject(wrong);
    expect(await login(admin, next)).toMatchObject(wrong);
  });

  test('rejects the code that has confirmed the setup', async () => {
    const admin = await anEnrolledAdmin(app);
    expect(await login(admin, codeAt(admin.secret, now()))).toMatchObject(wrong);
    expect((await login(admin, freshCode(app, admin))).status).toBe(200);
  });

  test('of twenty logins at once with one code one succeeds', async () => {
    const admin = await anEnrolledAdmin(app);
    const code = freshCode(app, admin);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(admin, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('accepts each recovery code once, in any letter case and without hyphens', async () => {
    const admin = await anEnrolledAdmin(app);
    const [first = '', second = ''] = admin.recoveryCodes;
    expect((await login(admin, first)).status).toBe(200);
    expect(await login(admin, first)).toMatchObject(wrong);
    expect((await login(admin, ` ${second.replaceAll('-', '').toUpperCase()} `)).status).toBe(200);
    expect((await getOwn(app, admin)).body.data.recovery_codes_left).toBe(RECOVERY_CODES - 2);
  });

  test('rejects the recovery code of another administrator, and does not use it up', async () => {
    const [admin, other] = [await anEnrolledAdmin(app), await anEnrolledAdmin(app)];
    expect(await login(admin, other.recoveryCodes[0])).toMatchObject(wrong);
    expect((await login(other, other.recoveryCodes[0])).status).toBe(200);
  });

  test('stores nothing about a right password without a code', async () => {
    const admin = await anEnrolledAdmin(app);
    expect(await login(admin)).toMatchObject(required);
    const rows = await app.store.db.selectFrom('attempts').select('subject').execute();
    expect(rows.filter(({ subject }) => subject.includes(admin.email))).toEqual([]);
  });

  test('counts wrong codes with wrong passwords; the password alone neither counts nor starts the counter again', async () => {
    const admin = await anEnrolledAdmin(app);
    const code = wrongCodeAt(admin.secret, now());
    for (let n = 0; n < LOGIN_ATTEMPTS - 1; n += 1) {
      expect(await login(admin, code)).toMatchObject(wrong);
      expect(await login(admin)).toMatchObject(required);
    }
    expect((await postAdminLogin(app, admin.email, undefined, WRONG)).status).toBe(401);
    expect(await login(admin, freshCode(app, admin))).toMatchObject(locked);
    app.clock.advance(LOGIN_LOCK);
    expect((await login(admin, freshCode(app, admin))).status).toBe(200);
  });

  test('emails the administrator when wrong codes after the right password lock the login', async () => {
    const admin = await anEnrolledAdmin(app);
    const code = wrongCodeAt(admin.secret, now());
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) expect(await login(admin, code)).toMatchObject(wrong);
    expect(await login(admin, code)).toMatchObject(locked);
    expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual([
      '[Carnet] Вхід із кодом увімкнено',
      '[Carnet] П’ять неправильних кодів після правильного пароля: ваш пароль комусь відомий',
    ]);
  });

  test('does not tell a right code from a wrong one without the right password', async () => {
    const admin = await anEnrolledAdmin(app);
    const ask = async (code?: string) => (await postAdminLogin(app, admin.email, code, WRONG)).body.code;
    expect([await ask(), await ask(freshCode(app, admin)), await ask('000000')]).toEqual(['adminApi.401', 'adminApi.401', 'adminApi.401']);
    // The right code with a wrong password was not used up.
    expect((await login(admin, codeAt(admin.secret, now()))).status).toBe(200);
  });

  test.each<[string, (admin: EnrolledAdmin, code: string, password?: string) => Promise<Answer>]>([
    ['is switched off', (admin, code, password) => removeTwoFactor(app, admin, code, password)],
    ['gets new recovery codes', (admin, code, password) => renewCodes(app, admin, code, password)],
  ])('%s only with password and code', async (_, ask) => {
    const admin = await anEnrolledAdmin(app);
    expect(await ask(admin, freshCode(app, admin), WRONG)).toMatchObject({ status: 400, body: { code: 'adminApi.password' } });
    expect(await ask(admin, wrongCodeAt(admin.secret, now()))).toMatchObject(wrong);
    expect((await getOwn(app, admin)).body.data.has_two_factor).toBe(true);
    expect((await ask(admin, codeAt(admin.secret, now()))).status).toBe(200);
    expect(await ask(admin, codeAt(admin.secret, now()))).not.toMatchObject({ status: 200 });
  });

  test('is off after it was switched off, and its recovery codes are deleted', async () => {
    const admin = await anEnrolledAdmin(app);
    await removeTwoFactor(app, admin, freshCode(app, admin));
    expect((await login(admin)).status).toBe(200);
    expect((await getOwn(app, admin)).body.data).toMatchObject({ has_two_factor: false, recovery_codes_left: 0 });
  });

  test('replaces the recovery codes', async () => {
    const admin = await anEnrolledAdmin(app);
    const { recovery_codes } = (await renewCodes(app, admin, freshCode(app, admin))).body;
    expect(await login(admin, admin.recoveryCodes[0])).toMatchObject(wrong);
    expect((await login(admin, recovery_codes[0])).status).toBe(200);
  });

  test('serves the new login that a change of the payment details needs', async () => {
    const admin = await anEnrolledAdmin(app);
    const { tokenAdmin } = (await login(admin, freshCode(app, admin))).body;
    app.clock.advance(RECENT_LOGIN_MAX_AGE + STEP);
    const put = (token: string) => app.request('PUT', '/api/payments/payment', { token, body: paymentBody() });
    expect(await put(tokenAdmin)).toMatchObject({ status: 401, body: { code: 'adminApi.reloginRequired' } });
    expect(await login(admin)).toMatchObject(required);
    expect((await put((await login(admin, freshCode(app, admin))).body.tokenAdmin)).status).toBe(200);
  });
});
