import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN_SESSION_IDLE, INVITATION_TTL } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { hashOf } from '#server/ports/tokens.ts';
import {
  accept,
  changeAdminPassword,
  changeRole,
  checkInvitation,
  getOwn,
  invitationToken,
  invite,
  postAdminLogin,
  removeAdmin,
} from '#tests/support/admin-accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { testMailer } from '#tests/support/mail-queue.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';

const NEW_PASSWORD = 'Kite7!wombat';
const anEmail = (): string => `${randomUUID()}@example.com`;

describe.each(DATABASES)('the administrators on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const list = async ({ token }: Pick<TestAdmin, 'token'>) => (await app.request('GET', '/api/admin/admins', { token })).body;
  const listed = async (admin: TestAdmin, email: string) =>
    (await list(admin)).admins.find((one: { email: string }) => one.email === email);
  const mailsTo = async (recipient: string): Promise<string[]> => {
    const rows = await app.store.db.selectFrom('mails').select('kind').where('recipient', '=', recipient).orderBy('id').execute();
    return rows.map((row) => row.kind);
  };
  const actionsBy = async (email: string): Promise<string[]> => {
    const rows = await app.store.db.selectFrom('audit').select('action').where('actor', '=', email).orderBy('id').execute();
    return rows.map(({ action }) => action);
  };
  /** Number of rows that count the wrong passwords of an address. */
  const countedIn = async (table: 'attempts' | 'buckets', email: string): Promise<number> =>
    (await app.store.db.selectFrom(table).select('subject').execute()).filter(({ subject }) => subject.includes(email)).length;
  const gone: Partial<Answer> = { status: 404, body: { code: 'adminApi.invitation.404' } };
  const sessionsOf = async (admin: Pick<TestAdmin, 'token'>) =>
    (await app.request('GET', '/api/admin/account/sessions', { token: admin.token })).body.data as {
      id: string;
      device: string;
      createdAt: string;
      isCurrent: boolean;
    }[];

  test('an invitation creates an administrator with its role, once', async () => {
    const admin = await anAdmin(app);
    const email = anEmail();
    expect(await invite(app, admin, email.toUpperCase())).toMatchObject({
      status: 201,
      body: { data: { email, role: 'orders', is_expired: false } },
    });
    const token = await invitationToken(app, email);
    const stored = await app.store.db.selectFrom('admin_invitations').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    expect(stored.token_hash).toBe(hashOf(token));
    expect(await checkInvitation(app, token)).toMatchObject({ status: 200, body: { email } });
    const accepted = await accept(app, token);
    expect(accepted).toMatchObject({ status: 201, body: { email } });
    expect((await getOwn(app, { token: accepted.body.tokenAdmin })).body.data).toMatchObject({ email, role: 'orders' });
    expect((await postAdminLogin(app, email, undefined, NEW_PASSWORD)).status).toBe(200);
    expect(await accept(app, token)).toMatchObject(gone);
    expect(await checkInvitation(app, token)).toMatchObject(gone);
    expect(await listed(admin, email)).toMatchObject({ role: 'orders', has_two_factor: false, is_from_settings: false });
    expect((await list(admin)).invitations.some((one: { email: string }) => one.email === email)).toBe(false);
    expect(await mailsTo(email)).toEqual(['adminInvited']);
    expect(await mailsTo(admin.email)).toEqual(['adminsChanged', 'adminsChanged']);
    expect([await actionsBy(admin.email), await actionsBy(email)]).toEqual([['admin.invite'], ['admin.join', 'admin.login']]);
  });

  test('of twenty uses of an invitation at once one succeeds', async () => {
    const email = anEmail();
    await invite(app, await anAdmin(app), email);
    const token = await invitationToken(app, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(app, token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
  });

  test('an invitation expires after three days; sending it again makes a new link', async () => {
    const admin = await anAdmin(app);
    const email = anEmail();
    const { invitation_id } = (await invite(app, admin, email)).body.data;
    const first = await invitationToken(app, email);
    app.clock.advance(INVITATION_TTL - MINUTE);
    const fresh = await anAdmin(app);
    expect((await app.request('POST', `/api/admin/invitations/${invitation_id}/send`, { token: fresh.token })).status).toBe(200);
    expect(await accept(app, first)).toMatchObject(gone);
    const second = await invitationToken(app, email);
    app.clock.advance(INVITATION_TTL);
    const later = await anAdmin(app);
    expect((await list(later)).invitations.find((one: { email: string }) => one.email === email)).toMatchObject({ is_expired: true });
    expect(await accept(app, second)).toMatchObject(gone);
  });

  test('another invitation of the same address replaces link and role', async () => {
    const admin = await anAdmin(app);
    const email = anEmail();
    await invite(app, admin, email, 'orders');
    const first = await invitationToken(app, email);
    expect(await invite(app, admin, email, 'all')).toMatchObject({ status: 201, body: { data: { role: 'all' } } });
    expect(await accept(app, first)).toMatchObject(gone);
    expect((await accept(app, await invitationToken(app, email))).status).toBe(201);
    expect(await listed(admin, email)).toMatchObject({ role: 'all' });
  });

  test('an invitation that expires while the password is hashed is not accepted', async () => {
    const passwords = argonPasswords();
    const slow = await testApp(kind, {
      passwords: {
        ...passwords,
        hash(password) {
          slow.clock.advance(INVITATION_TTL);
          return passwords.hash(password);
        },
      },
    });
    onTestFinished(() => slow.close());
    const email = anEmail();
    await invite(slow, await anAdmin(slow), email);
    expect(await accept(slow, await invitationToken(slow, email))).toMatchObject(gone);
  });

  test('a withdrawn invitation cannot be accepted', async () => {
    const admin = await anAdmin(app);
    const email = anEmail();
    const { invitation_id } = (await invite(app, admin, email)).body.data;
    const token = await invitationToken(app, email);
    expect((await app.request('DELETE', `/api/admin/invitations/${invitation_id}`, { token: admin.token })).status).toBe(200);
    expect(await accept(app, token)).toMatchObject(gone);
  });

  test('an email whose link has stopped working is not sent any more', async () => {
    const mailer = testMailer();
    const offline = await testApp(kind, { mailer });
    onTestFinished(() => offline.close());
    mailer.onSend = () => Promise.reject(new Error('the mail server is down'));
    const [admin, other] = [await anAdmin(offline), await anAdmin(offline)];
    const emails = { withdrawn: anEmail(), renewed: anEmail(), repeated: anEmail(), limited: anEmail(), removed: anEmail() };
    const invited = async (email: string, by = admin): Promise<string> =>
      `/api/admin/invitations/${(await invite(offline, by, email)).body.data.invitation_id}`;
    await invited(emails.limited, other);
    await changeRole(offline, admin, other.id, 'orders');
    const third = await anAdmin(offline);
    await invited(emails.removed, third);
    await removeAdmin(offline, admin, third.id);
    await offline.request('DELETE', await invited(emails.withdrawn), { token: admin.token });
    await offline.request('POST', `${await invited(emails.renewed)}/send`, { token: admin.token });
    for (let n = 0; n < 2; n += 1) await invited(emails.repeated);
    await offline.deliverMails();
    mailer.reset();
    offline.clock.advance(10 * MINUTE);
    await offline.deliverMails();
    const sent = Object.values(emails).map((email) => mailer.attempted.filter(({ to }) => to === email).length);
    expect(sent).toEqual([0, 1, 1, 0, 0]);
  });

  test('the link of an invitation is erased from the stored email after its delivery', async () => {
    const email = anEmail();
    await invite(app, await anAdmin(app), email);
    const token = await invitationToken(app, email);
    const { text_body, html_body } = await app.store.db
      .selectFrom('mails')
      .select(['text_body', 'html_body'])
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(text_body + html_body).not.toContain(token);
  });

  test('a common password is rejected, and the invitation stays valid', async () => {
    const email = anEmail();
    await invite(app, await anAdmin(app), email);
    const token = await invitationToken(app, email);
    const common = { passwordNew: 'Password1!', passwordConfirm: 'Password1!' };
    expect(await accept(app, token, common)).toMatchObject({ status: 400, body: { errors: [{ code: 'validation.password.common' }] } });
    expect((await accept(app, token)).status).toBe(201);
  });

  test('who is removed is logged out at once and gets an email, and the invitations of that person end', async () => {
    const [admin, other] = [await anAdmin(app), await anAdmin(app)];
    const email = anEmail();
    await invite(app, other, email);
    const token = await invitationToken(app, email);
    expect((await postAdminLogin(app, other.email, undefined, 'Wr0ng pass!')).status).toBe(401);
    expect(await countedIn('attempts', other.email)).toBe(1);
    expect(await countedIn('buckets', other.email)).toBeGreaterThan(0);
    expect((await removeAdmin(app, admin, other.id)).status).toBe(200);
    for (const table of ['attempts', 'buckets'] as const) expect(await countedIn(table, other.email)).toBe(0);
    expect((await getOwn(app, other)).status).toBe(401);
    expect((await postAdminLogin(app, other.email)).status).toBe(401);
    expect(await accept(app, token)).toMatchObject(gone);
    expect((await mailsTo(other.email)).at(-1)).toBe('adminRemoved');
    expect((await mailsTo(admin.email)).at(-1)).toBe('adminsChanged');
    expect(await listed(admin, other.email)).toBeUndefined();
    const [entry] = await app.store.db
      .selectFrom('audit')
      .select(['subject', 'before'])
      .where('action', '=', 'admin.remove')
      .where('actor', '=', admin.email)
      .execute();
    expect(entry).toEqual({ subject: `admin ${other.id}`, before: JSON.stringify({ email: other.email, role: 'all' }) });
  });

  test('who is limited to orders can no longer invite, and the invitations of that person end', async () => {
    const [admin, other] = [await anAdmin(app), await anAdmin(app)];
    const email = anEmail();
    await invite(app, other, email);
    const token = await invitationToken(app, email);
    const before = await mailsTo(other.email);
    expect(await changeRole(app, admin, other.id, 'orders', 'all')).toMatchObject({ status: 200, body: { data: { role: 'orders' } } });
    expect(await invite(app, other, anEmail())).toMatchObject({ status: 403, body: { code: 'adminApi.role' } });
    expect(await accept(app, token)).toMatchObject(gone);
    expect(await mailsTo(other.email)).toEqual([...before, 'adminsChanged']);
  });

  test('who is limited to orders while an invitation is on its way sends none', async () => {
    const [admin, other] = [await anAdmin(app), await anAdmin(app)];
    const { invitation_id } = (await invite(app, admin, anEmail())).body.data;
    const email = anEmail();
    const resend = () => app.request('POST', `/api/admin/invitations/${invitation_id}/send`, { token: other.token });
    for (const send of [invite, resend]) {
      await changeRole(app, admin, other.id, 'all');
      app.beforeTransaction(() => changeRole(app, admin, other.id, 'orders'));
      expect(await send(app, other, email)).toMatchObject({ status: 403, body: { code: 'adminApi.role' } });
    }
    expect([await mailsTo(email), await actionsBy(other.email)]).toEqual([[], []]);
  });

  test('the unchanged role is neither logged nor emailed', async () => {
    const [admin, other] = [await anAdmin(app), await anAdmin(app)];
    expect((await changeRole(app, admin, other.id, 'all')).status).toBe(200);
    expect([await actionsBy(admin.email), await mailsTo(other.email)]).toEqual([[], []]);
  });

  test('two administrators who remove or limit each other at once: one remains with every right', async () => {
    for (const act of [removeAdmin, (...[one, admin, id]: Parameters<typeof removeAdmin>) => changeRole(one, admin, id, 'orders')]) {
      const [first, second] = [await anAdmin(app), await anAdmin(app)];
      const answers = await Promise.all([act(app, first, second.id), act(app, second, first.id)]);
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
      const rows = await app.store.db.selectFrom('admins').select('role').where('id', 'in', [first.id, second.id]).execute();
      expect(rows.filter(({ role }) => role === 'all')).toHaveLength(1);
    }
  });

  test('the settings restore every right of their administrator', async () => {
    const email = anEmail();
    const settings = { adminEmail: email, adminPassword: NEW_PASSWORD };
    await app.ensureAdmin(settings);
    const admin = await anAdmin(app);
    const { admin_id } = await listed(admin, email);
    await changeRole(app, admin, admin_id, 'orders');
    await app.ensureAdmin(settings);
    expect(await listed(admin, email)).toMatchObject({ role: 'all', is_from_settings: true });
  });

  test('a new password needs the current one and ends the other sessions', async () => {
    const admin = await anAdmin(app);
    const other = (await postAdminLogin(app, admin.email)).body.tokenAdmin;
    expect(await changeAdminPassword(app, admin, { passwordCurrent: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'api.changePassword.400', errors: [{ field: 'passwordCurrent' }] },
    });
    expect((await changeAdminPassword(app, admin, { passwordNew: 'short', passwordConfirm: 'short' })).status).toBe(400);
    expect((await changeAdminPassword(app, admin)).status).toBe(200);
    expect([(await getOwn(app, admin)).status, (await getOwn(app, { token: other })).status]).toEqual([200, 401]);
    expect((await postAdminLogin(app, admin.email)).status).toBe(401);
    expect((await postAdminLogin(app, admin.email, undefined, NEW_PASSWORD)).status).toBe(200);
    expect([await mailsTo(admin.email), await actionsBy(admin.email)]).toEqual([
      ['adminSecurity'],
      ['admin.login', 'admin.password', 'admin.login'],
    ]);
  });

  test('lists the sessions of the caller with their device, and ends one or all others, never those of someone else', async () => {
    const [admin, stranger] = [await anAdmin(app), await anAdmin(app)];
    const body = { email: admin.email, password: 'Adm1n-of-all!' };
    for (const agent of ['Firefox on a phone', 'Chrome on a desktop'])
      await app.request('POST', '/api/admin/login', { body, headers: { 'user-agent': agent } });
    const own = await sessionsOf(admin);
    expect(own.map(({ device }) => device).sort()).toEqual(['', 'Chrome on a desktop', 'Firefox on a phone']);
    expect(own.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const [foreign] = await sessionsOf(stranger);
    const end = (id = '') => app.request('DELETE', `/api/admin/account/sessions/${id}`, { token: admin.token });
    expect(await end(foreign?.id)).toMatchObject({ status: 404, body: { code: 'api.sessions.404' } });
    expect((await end(own.find(({ device }) => device.startsWith('Firefox'))?.id)).status).toBe(200);
    expect(await sessionsOf(admin)).toHaveLength(2);
    expect((await app.request('DELETE', '/api/admin/account/sessions', { token: admin.token })).status).toBe(200);
    expect((await sessionsOf(admin)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await sessionsOf(stranger)).toHaveLength(1);
    app.clock.advance(ADMIN_SESSION_IDLE + MINUTE);
    const { tokenAdmin: token } = (await postAdminLogin(app, admin.email)).body;
    expect(await sessionsOf({ token })).toHaveLength(1);
    expect(await listed({ ...admin, token }, admin.email)).toMatchObject({ last_login_at: (await sessionsOf({ token }))[0]?.createdAt });
  });
});
