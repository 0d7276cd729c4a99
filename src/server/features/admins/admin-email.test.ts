import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { ADMIN_CODES_PER_HOUR, CODE_ATTEMPTS, CODE_TTL } from '#contract/limits.ts';
import { mailText } from '#server/texts.ts';
import { anEmail } from '#tests/support/accounts.ts';
import {
  accept,
  anEnrolledAdmin,
  changeAdminPassword,
  changeMailLanguage,
  changeRole,
  confirmEmail,
  freshCode,
  getOwn,
  invitationToken,
  invite,
  postAdminLogin,
  startEmail,
  wrongCodeAt,
} from '#tests/support/admin-accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { ADMIN_PASSWORD, anAdmin, paymentBody, type TestAdmin } from '#tests/support/orders.ts';
import { makeAdministrator } from '../../../../scripts/administrator.ts';

const SETTING = 'Fr0m-settings!';
const NEXT_SETTING = 'Fr0m-settings-2!';

describe.each(DATABASES)('the email of an administrator on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let next: string;
  beforeEach(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
    next = anEmail();
  });
  afterEach(() => app.close());

  const login = async (email: string, password = ADMIN_PASSWORD) => (await postAdminLogin(app, email, undefined, password)).status;
  const mailsTo = async (email: string) => {
    await app.deliverMails();
    return app.mails.splice(0).filter(({ to }) => to === email);
  };
  const codeTo = async (email: string): Promise<string> => /\d{6}/.exec((await mailsTo(email)).at(-1)?.subject ?? '')?.[0] ?? '';
  const emails = async () => (await app.store.db.selectFrom('admins').select('email').orderBy('id').execute()).map(({ email }) => email);
  const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');

  /** Changes the email of a logged-in administrator. */
  async function change({ token }: Pick<TestAdmin, 'token'>, email: string, password = ADMIN_PASSWORD): Promise<void> {
    expect((await startEmail(app, { token }, email, password)).status).toBe(200);
    expect((await confirmEmail(app, { token }, email, await codeTo(email))).status).toBe(200);
  }

  test('is changed with the password and a code that is sent to the new one; other sessions end and the former address is told', async () => {
    const other = await anAdmin(app);
    for (const { token } of [admin, other]) await changeMailLanguage(app, { token }, 'en');
    await invite(app, other, next);
    await mailsTo(next);
    const second = (await postAdminLogin(app, admin.email)).body.tokenAdmin;
    expect((await startEmail(app, admin, ` ${next.toUpperCase()} `)).body.code).toBe('adminApi.email.sent');
    expect([await login(next), (await getOwn(app, admin)).body.data.email]).toEqual([401, admin.email]);
    const code = await codeTo(next);
    expect((await confirmEmail(app, admin, next, code)).body.code).toBe('adminApi.email.success');
    expect((await getOwn(app, admin)).body.data.email).toBe(next);
    expect((await getOwn(app, { token: second })).status).toBe(401);
    expect([await login(admin.email), await login(next)]).toEqual([401, 200]);
    await app.deliverMails();
    const sent = app.mails.splice(0);
    const [told, ...others] = sent.filter(({ to }) => to === admin.email);
    expect([others, sent.filter(({ to }) => to === next)]).toEqual([[], []]);
    const [toOther, ...further] = sent.filter((mail) => mail !== told);
    expect(toOther).toMatchObject({ to: other.email, subject: '[Carnet] An administrator’s email was changed' });
    expect([toOther?.text.includes(`Administrator: ${admin.email}\nNew email: ${next}\n`), further]).toEqual([true, []]);
    expect(told?.subject).toBe('[Carnet] The email of your administrator account was changed');
    expect(told?.text).toContain(`New email: ${next}`);
    expect(told?.text).toContain(`carnet admin ${next}`);
    const entries = (await app.request('GET', `/api/admin/audit?kind=admins&q=${admin.email}`, { token: admin.token })).body.data;
    expect(entries).toMatchObject([
      { action: 'admin.email', subject: `admin ${admin.id}`, before: { email: admin.email }, after: { email: next } },
    ]);
    expect((await app.request('GET', '/api/admin/admins', { token: admin.token })).body.invitations).toEqual([]);
    expect(await confirmEmail(app, admin, next, code), 'used').toMatchObject({ status: 403, body: { code: 'api.validateCode.403' } });
  });

  test('stays without the password, a right code in time, or a free address', async () => {
    const other = await anAdmin(app);
    expect(await startEmail(app, admin, next, 'Wr0ng pass!')).toMatchObject({ status: 400, body: { code: 'adminApi.password' } });
    for (const taken of [other.email, admin.email])
      expect(await startEmail(app, admin, taken)).toMatchObject({
        status: 409,
        body: { code: 'adminApi.invite.409', errors: [{ field: 'email' }] },
      });
    expect(await mailsTo(next)).toEqual([]);
    await startEmail(app, admin, next);
    const code = await codeTo(next);
    expect((await confirmEmail(app, other, next, code)).body.code, 'of another administrator').toBe('api.validateCode.403');
    expect((await confirmEmail(app, admin, anEmail(), code)).body.code, 'of another address').toBe('api.validateCode.403');
    app.clock.advance(CODE_TTL);
    expect(await confirmEmail(app, admin, next, code)).toMatchObject({ status: 403, body: { code: 'api.validateCode.expired' } });
    await startEmail(app, admin, next);
    const fresh = await codeTo(next);
    for (let n = 1; n < CODE_ATTEMPTS; n += 1) await confirmEmail(app, admin, next, otherThan(fresh));
    expect(await confirmEmail(app, admin, next, fresh)).toMatchObject({ status: 403, body: { code: 'api.code.locked' } });
    expect((await getOwn(app, admin)).body.data.email).toBe(admin.email);
  });

  test('can be asked for ten times an hour, with whatever address and password', async () => {
    for (let n = 1; n < ADMIN_CODES_PER_HOUR; n += 1) expect((await startEmail(app, admin, anEmail())).status).toBe(200);
    expect((await startEmail(app, admin, next, 'Wr0ng pass!')).status).toBe(400);
    expect(await startEmail(app, admin, next)).toMatchObject({ status: 429, body: { code: 'api.429.hour' } });
    expect(await mailsTo(next)).toEqual([]);
    expect((await startEmail(app, await anAdmin(app), next)).status, 'another administrator').toBe(200);
  });

  test('needs a code while two-factor login is on', async () => {
    const enrolled = await anEnrolledAdmin(app);
    for (const code of [undefined, wrongCodeAt(enrolled.secret, app.clock.now())])
      expect(await startEmail(app, enrolled, next, ADMIN_PASSWORD, code)).toMatchObject({ body: { code: 'adminApi.code' } });
    expect(await mailsTo(next)).toEqual([]);
    expect((await startEmail(app, enrolled, next, ADMIN_PASSWORD, freshCode(app, enrolled))).status).toBe(200);
    expect((await confirmEmail(app, enrolled, next, await codeTo(next))).status).toBe(200);
  });

  test('that the settings name is neither undone by the next start nor made a second administrator', async () => {
    const named = anEmail();
    const start = (adminEmail: string, adminPassword = SETTING) => app.ensureAdmin({ adminEmail, adminPassword });
    await start(named);
    const { tokenAdmin: token } = (await postAdminLogin(app, named, undefined, SETTING)).body;
    const [second, third] = [anEmail(), anEmail()];
    await change({ token }, second, SETTING);
    await change({ token }, third, SETTING);
    await start(named);
    expect(await emails()).toEqual([admin.email, third]);
    expect([await login(third, SETTING), await login(named, SETTING)]).toEqual([200, 401]);
    await start(named, NEXT_SETTING);
    expect([await login(third, NEXT_SETTING), await login(third, SETTING)], 'a new password is for it').toEqual([200, 401]);
    // Somebody else gets the former address: the settings still mean the account that they created.
    await invite(app, admin, named, 'orders');
    expect((await accept(app, await invitationToken(app, named))).status).toBe(201);
    await start(named, NEXT_SETTING);
    expect(await emails()).toEqual([admin.email, third, named]);
    await start(third, NEXT_SETTING);
    expect(await emails(), 'the setting follows').toEqual([admin.email, third, named]);
    await start(second, NEXT_SETTING);
    expect(await emails(), 'another administrator in the settings').toEqual([admin.email, named, second]);
  });

  test('of the first start is kept by a start with its former address in the settings', async () => {
    await app.store.db.deleteFrom('admins').execute();
    const named = anEmail();
    const made = await app.ensureAdmin({ adminEmail: named, adminPassword: undefined });
    const { tokenAdmin: token } = (await postAdminLogin(app, named, undefined, made?.password)).body;
    await change({ token }, next, made?.password);
    await app.ensureAdmin({ adminEmail: named, adminPassword: SETTING });
    expect([await emails(), await login(next, SETTING)]).toEqual([[next], 200]);
  });

  test('that the settings named before is found by the command, unless another administrator has it', async () => {
    const named = anEmail();
    await app.ensureAdmin({ adminEmail: named, adminPassword: SETTING });
    const { tokenAdmin: token } = (await postAdminLogin(app, named, undefined, SETTING)).body;
    await change({ token }, next, SETTING);
    const byCommand = () => makeAdministrator({ store: app.store, origin: 'http://carnet.test' }, named);
    const made = await byCommand();
    expect([await emails(), made.email, await login(next, made.password)]).toEqual([[admin.email, next], next, 200]);
    await invite(app, admin, named, 'orders');
    await accept(app, await invitationToken(app, named));
    expect((await byCommand()).email).toBe(named);
    expect(await login(next, made.password)).toBe(200);
  });

  test('changes before a password change or login that is in flight: neither has an effect', async () => {
    await startEmail(app, admin, next);
    const code = await codeTo(next);
    app.beforeTransaction(() => confirmEmail(app, admin, next, code));
    expect((await changeAdminPassword(app, admin)).status).toBe(401);
    expect([await login(next), (await mailsTo(admin.email)).length]).toEqual([200, 1]);
    await startEmail(app, admin, admin.email);
    const back = await codeTo(admin.email);
    app.beforeTransaction(() => confirmEmail(app, admin, admin.email, back));
    expect(await login(next)).toBe(401);
  });
});

describe.each(DATABASES)('the language of emails to administrators on %s', (kind) => {
  let app: TestApp;
  let admins: Record<(typeof LANGUAGES)[number], TestAdmin>;
  beforeEach(async () => {
    app = await testApp(kind);
    admins = { ua: await anAdmin(app), ru: await anAdmin(app), en: await anAdmin(app) };
    for (const language of ['ru', 'en'] as const) await changeMailLanguage(app, admins[language], language);
  });
  afterEach(() => app.close());

  const inRussian = { 'accept-language': 'ru' };
  async function subjects() {
    await app.deliverMails();
    const sent = app.mails.splice(0);
    return (to: string) => sent.filter((mail) => mail.to === to).map(({ subject }) => subject);
  }

  test('is the one that each has chosen, whoever causes the email', async () => {
    const { ua, ru, en } = admins;
    expect((await getOwn(app, ru)).body.data.language).toBe('ru');
    await app.request('PUT', '/api/payments/payment', { token: en.token, body: paymentBody(), headers: inRussian });
    const payment = await subjects();
    for (const language of LANGUAGES) expect(payment(admins[language].email)).toEqual([mailText(language, 'paymentChanged.subject')]);
    await changeRole(app, ua, ru.id, 'orders');
    const role = await subjects();
    for (const language of LANGUAGES)
      expect(role(admins[language].email)).toEqual([
        mailText(language, 'adminsChanged.subject', { change: mailText(language, 'adminsChanged.changes.role') }),
      ]);
    await app.request('DELETE', `/api/admin/admins/${ru.id}`, { token: ua.token });
    expect((await subjects())(ru.email)).toEqual([mailText('ru', 'adminRemoved.subject')]);
  });

  test('is that of the browser in which an invitation was accepted', async () => {
    const email = anEmail();
    await invite(app, admins.ua, email);
    const token = await invitationToken(app, email);
    const body = { token, passwordNew: 'Kite7!wombat', passwordConfirm: 'Kite7!wombat' };
    const { tokenAdmin } = (await app.request('POST', '/api/admin/invitations/accept?lang=en', { body })).body;
    expect((await getOwn(app, { token: tokenAdmin })).body.data.language).toBe('en');
  });
});
