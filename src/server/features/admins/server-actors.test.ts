import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOGIN_ATTEMPTS } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { anEmail } from '#tests/support/accounts.ts';
import { changeAdminPassword, enrol, postAdminLogin } from '#tests/support/admin-accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { insertMails } from '#tests/support/mail-queue.ts';
import { ADMIN_PASSWORD, anAdmin, type TestAdmin } from '#tests/support/orders.ts';
import { makeAdministrator } from '../../../../scripts/administrator.ts';

const SETTING = 'Fr0m-settings!';
const NEXT_SETTING = 'Fr0m-settings-2!';
const CHANGED = 'Kite7!wombat';

describe.each(DATABASES)('changes of administrators by the command line and the settings on %s', (kind) => {
  let app: TestApp;
  let other: TestAdmin;
  let email: string;
  beforeEach(async () => {
    app = await testApp(kind);
    other = await anAdmin(app);
    email = anEmail();
  });
  afterEach(() => app.close());

  const command = (resetsTwoFactor = false) =>
    makeAdministrator({ store: app.store, origin: 'http://carnet.test' }, email, resetsTwoFactor);
  const start = (adminPassword: string, adminEmail = email) => app.ensureAdmin({ adminEmail, adminPassword });
  const login = async (password: string, to = email) => (await postAdminLogin(app, to, undefined, password)).status;
  const entriesOf = async (actor: string) => {
    const { data } = (await app.request('GET', `/api/admin/audit?q=${encodeURIComponent(actor)}`, { token: other.token })).body;
    return data.map((entry: Record<string, unknown>) => [entry.action, entry.after]).reverse();
  };
  /** Subjects of the emails that have arrived since the last call. */
  const mailsTo = async (to: string): Promise<string[]> => {
    await app.deliverMails();
    const subjects = app.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
    app.mails.length = 0;
    return subjects;
  };

  test('the command is an entry and an email to the others: new administrator, new password, two-factor login off', async () => {
    const { password } = await command();
    expect(await entriesOf('command')).toEqual([['admin.join', { email, role: 'all' }]]);
    expect(await mailsTo(other.email)).toEqual([expect.stringContaining('Додано адміністратора')]);
    const token = (await postAdminLogin(app, email, undefined, password)).body.tokenAdmin;
    expect((await changeAdminPassword(app, { token }, { passwordCurrent: password, passwordNew: ADMIN_PASSWORD, passwordConfirm: ADMIN_PASSWORD })).status).toBe(200); // biome-ignore format: one call
    await enrol(app, { ...other, email, token });
    await app.forgetMails();
    await command(true);
    expect((await entriesOf('command')).slice(1)).toEqual([
      ['admin.password', { email }],
      ['admin.twoFactor', { email, two_factor: 'off' }],
    ]);
    expect(await mailsTo(other.email)).toHaveLength(2);
  });

  test('an administrator with fewer rights is told of a new password as well', async () => {
    const orders = await anAdmin(app, 'orders');
    email = orders.email;
    await command();
    await app.deliverMails();
    expect(app.mails.map(({ to }) => to).sort()).toEqual([other.email, orders.email].sort());
    expect(app.mails[0]?.text).toContain('командний рядок сервера');
  });

  test('a start with new settings is too, and one with the same settings is not', async () => {
    await start(SETTING);
    await start(SETTING);
    expect(await entriesOf('settings')).toEqual([['admin.join', { email, role: 'all' }]]);
    expect(await mailsTo(other.email)).toHaveLength(1);
    await start(NEXT_SETTING);
    expect((await entriesOf('settings')).slice(1)).toEqual([['admin.password', { email }]]);
    expect(await mailsTo(email)).toHaveLength(1);
    const [replaced, next] = [email, anEmail()];
    await start(NEXT_SETTING, next);
    expect((await entriesOf('settings')).slice(2)).toEqual([
      ['admin.join', { email: next, role: 'all' }],
      ['admin.remove', null],
    ]);
    expect(await mailsTo(replaced)).toHaveLength(2);
  });

  test('the settings of an administrator with fewer rights are entries: password and role', async () => {
    email = (await anAdmin(app, 'orders')).email;
    await start(SETTING);
    expect(await entriesOf('settings')).toEqual([
      ['admin.password', { email }],
      ['admin.role', { email, role: 'all' }],
    ]);
    expect(await mailsTo(other.email)).toHaveLength(2);
  });

  test('a restart keeps a password that was changed in the panel or by the command, until the setting changes', async () => {
    await start(SETTING);
    const { tokenAdmin: token } = (await postAdminLogin(app, email, undefined, SETTING)).body;
    const change = { passwordCurrent: SETTING, passwordNew: CHANGED, passwordConfirm: CHANGED };
    expect((await changeAdminPassword(app, { token }, change)).status).toBe(200);
    await start(SETTING);
    expect([await login(SETTING), await login(CHANGED)]).toEqual([401, 200]);
    const { password } = await command();
    await start(SETTING);
    expect([await login(SETTING), await login(password)]).toEqual([401, 200]);
    await start(NEXT_SETTING);
    expect([await login(password), await login(NEXT_SETTING)]).toEqual([401, 200]);
    await start(SETTING);
    expect([await login(NEXT_SETTING), await login(SETTING)]).toEqual([401, 200]);
  });

  test('processes that start together apply a changed setting once', async () => {
    await start(SETTING);
    await Promise.all([start(NEXT_SETTING), start(NEXT_SETTING), start(NEXT_SETTING)]);
    expect(await login(NEXT_SETTING)).toBe(200);
    expect((await entriesOf('settings')).slice(1)).toEqual([['admin.password', { email }]]);
  });
});

describe.each(DATABASES)('entries of the audit log about administrators on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeEach(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  afterEach(() => app.close());

  const newest = async () => (await app.request('GET', '/api/admin/audit', { token: admin.token })).body.data[0];
  const rows = async () => (await app.store.db.selectFrom('audit').select('action').execute()).map(({ action }) => action);

  test('an export of orders, even by an administrator for orders', async () => {
    const { token, email } = await anAdmin(app, 'orders');
    const from = '2026-01-01T00:00:00.000Z';
    expect((await app.request('GET', `/api/admin/orders/export?status=completed&from=${from}`, { token })).status).toBe(200);
    expect(await newest()).toMatchObject({
      actor: email,
      action: 'orders.export',
      subject: 'orders',
      after: { status: 'completed', from },
    });
  });

  test('an email that is sent again, once', async () => {
    const failed_at = new Date(app.clock.now() - MINUTE).toISOString();
    await insertMails(app, 'orderMade', 1, { next_try_at: null, failed_at, failure: 'recipient', tries: 3 });
    const { id } = await app.store.db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
    const send = () => app.request('POST', `/api/admin/mails/${id}/send`, { token: admin.token });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const entry = { actor: admin.email, action: 'mail.send', subject: `mail ${id}`, after: { mail_kind: 'orderMade' } };
    expect(await newest()).toMatchObject(entry);
    expect(await rows()).toHaveLength(1);
  });

  test('a lock after wrong passwords, but none for an unknown email', async () => {
    for (const email of ['nobody@example.com', admin.email])
      for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) expect((await postAdminLogin(app, email, undefined, 'Wr0ng-one!')).status).toBe(401);
    const entry = { actor: 'auto', action: 'admin.locked', subject: `admin ${admin.id}`, after: { email: admin.email } };
    expect(await newest()).toMatchObject(entry);
    expect(await rows()).toEqual(['admin.locked']);
  });

  test('ended sessions, but not an opened page of a user', async () => {
    const sessions = '/api/admin/account/sessions';
    await postAdminLogin(app, admin.email);
    const { data } = (await app.request('GET', sessions, { token: admin.token })).body;
    const ended = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id;
    expect((await app.request('DELETE', `${sessions}/${ended}`, { token: admin.token })).status).toBe(200);
    expect((await app.request('DELETE', `${sessions}/${ended}`, { token: admin.token })).status).toBe(404);
    expect((await app.request('DELETE', sessions, { token: admin.token })).status).toBe(200);
    await app.request('GET', '/api/admin/users/1', { token: admin.token });
    expect(await newest()).toMatchObject({ actor: admin.email, action: 'admin.sessions', subject: `admin ${admin.id}` });
    expect(await rows()).toEqual(['admin.login', 'admin.sessions', 'admin.sessions']);
  });
});
