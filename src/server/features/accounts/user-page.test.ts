import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { ADMIN_NOTES_MAX, CODE_ATTEMPTS, LOCK_REASON_MAX, LOGIN_ATTEMPTS, SESSION_IDLE, WRITTEN_PER_HOUR } from '#contract/limits.ts';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { mailText } from '#server/texts.ts';
import { anAccount, anotherLogin, NEW_PASSWORD, PASSWORD, postForgot, postLogin, postReset, resetBody } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, feedbackBody, recordBody, type TestUser } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { anAdmin, anOrder, patchOrder, type TestAdmin } from '#tests/support/orders.ts';
import { tracesOf } from '#tests/support/traces.ts';

describe.each(DATABASES)('the page of a user on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const asAdmin = async (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', id: number, path = '', body?: object) => {
    admin = await anAdmin(app);
    return app.request(method, `/api/admin/users/${id}${path}`, { token: admin.token, body });
  };
  const pageOf = async ({ id }: TestUser) => (await asAdmin('GET', id)).body.data;
  const own = async (token: string) => {
    const { status, body } = await app.request('GET', '/api/users/user', { token });
    return { status, code: body.code };
  };
  const entriesOf = async ({ id }: TestUser) =>
    (await app.store.db.selectFrom('audit').select(['action', 'before', 'after']).where('user_id', '=', id).orderBy('id').execute()).filter(
      ({ action }) => action.startsWith('user.'),
    );
  const mailsTo = async ({ email }: TestUser) => {
    await app.deliverMails();
    return app.mails.filter(({ to }) => to === email);
  };

  test('shows account, numbers, tariffs, orders and emails, and nothing of the book', async () => {
    const user = await anAccount(app);
    const vehicle = await aVehicle(app, user, 'car', { brand: 'Таємнобренд', model: 'Прихована' });
    const options = { token: user.token, body: recordBody({ operationName: 'Таємний ремонт' }) };
    await app.request('POST', `/api/vehicles/${vehicle.id}/records`, options);
    await app.request('PUT', `/api/vehicles/${vehicle.id}/note`, { token: user.token, body: { text: 'Таємна нотатка' } });
    await app.request('POST', '/api/feedback/send', { token: user.token, body: feedbackBody({ userMessage: 'Таємне повідомлення' }) });
    const { order_code } = await anOrder(app, user, { status: 'confirmed' });
    expect((await patchOrder(app, await anAdmin(app), order_code, 'completed')).status).toBe(200);
    app.clock.advance(DAY);
    await asAdmin('PATCH', user.id, '/tariff', { tariff: 'business', payment_months: 1 });
    await app.deliverMails();
    const page = await pageOf(user);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    expect(page).toMatchObject({
      ...{ user_id: user.id, email: user.email, first_name: 'Олена', last_name: 'Коваль', phone: null, language: 'ua' },
      ...{
        sessions: 1,
        login_locked_until: null,
        code_locked_until: null,
        is_locked: false,
        locked_at: null,
        lock_reason: null,
        admin_notes: '',
      },
      ...{ vehicles: 1, archived_vehicles: 0, order_count: 1, tariff: 'business' },
    });
    expect(page.photo_bytes).toBeGreaterThan(100);
    expect(page.orders).toMatchObject([{ order_code, status: 'completed' }]);
    expect(page.tariff_changes).toMatchObject([
      { source: 'manual', tariff: 'business', actor: admin ? expect.stringContaining('admin-') : '', order_code: null },
      { source: 'order', tariff: 'family', actor: null, order_code },
    ]);
    expect(page.mails.map((mail: { kind: string; state: string }) => [mail.kind, mail.state])).toEqual(
      expect.arrayContaining([
        ['tariffActivated', 'sent'],
        ['paymentReceived', 'sent'],
      ]),
    );
    for (const secret of ['Таємн', 'Прихована', vehicle.vin ?? '', 'password', 'hash', vehicle.image ?? ''])
      expect(JSON.stringify(page)).not.toContain(secret);
    expect(page.last_seen_on === null || page.last_seen_on <= today).toBe(true);
    await app.request('DELETE', `/api/admin/orders/${order_code}`, { token: (await anAdmin(app)).token });
    expect((await pageOf(user)).tariff_changes[0]).toMatchObject({ source: 'deletedOrder', order_code, tariff: 'family' });
  });

  test('shows no change of the tariff for a deleted order that was never paid', async () => {
    const user = await anAccount(app);
    const { order_code } = await anOrder(app, user);
    const { status } = await app.request('DELETE', `/api/admin/orders/${order_code}`, { token: (await anAdmin(app)).token });
    expect([status, (await pageOf(user)).tariff_changes]).toEqual([200, []]);
  });

  test('knows the day of the last use in UTC after the sessions are gone, even right after midnight', async () => {
    const late = await testApp(kind);
    onTestFinished(() => late.close());
    late.clock.stop(Date.parse('2026-06-14T23:59:00Z'));
    const { id, email } = await anAccount(late);
    const token = await anotherLogin(late, email);
    const lastSeen = async () =>
      (await late.request('GET', `/api/admin/users/${id}`, { token: (await anAdmin(late)).token })).body.data.last_seen_on;
    expect(await lastSeen()).toBe('2026-06-14');
    late.clock.advance(2 * MINUTE);
    expect((await late.request('GET', '/api/users/user', { token })).status).toBe(200);
    await late.request('POST', '/api/users/logout', { token });
    expect(await lastSeen()).toBe('2026-06-15');
  });

  test('logs a user out everywhere, once', async () => {
    const user = await anAccount(app);
    await anotherLogin(app, user.email);
    expect((await pageOf(user)).sessions).toBe(2);
    for (let press = 0; press < 2; press += 1) expect((await asAdmin('DELETE', user.id, '/sessions')).body.data.sessions).toBe(0);
    expect(await own(user.token)).toEqual({ status: 401, code: 'api.401' });
    expect(await mailsTo(user)).toMatchObject([{ subject: mailText('ua', 'loggedOut.subject') }]);
    expect(await entriesOf(user)).toEqual([{ action: 'user.logout', before: null, after: null }]);
    expect((await postLogin(app, { email: user.email, password: PASSWORD })).status).toBe(200);
  });

  test('does not tell a user about a logout that ended only expired sessions', async () => {
    const own = await testApp(kind);
    onTestFinished(() => own.close());
    const user = await anAccount(own);
    own.clock.advance(SESSION_IDLE + 1);
    const answer = await own.request('DELETE', `/api/admin/users/${user.id}/sessions`, { token: (await anAdmin(own)).token });
    expect(answer).toMatchObject({ status: 200, body: { data: { sessions: 0 } } });
    await own.deliverMails();
    expect(own.mails.filter(({ subject }) => subject === mailText('ua', 'loggedOut.subject'))).toEqual([]);
    expect(await own.store.db.selectFrom('audit').select('action').where('action', '=', 'user.logout').execute()).toEqual([]);
    expect(await own.store.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  test('removes a login lock, once', async () => {
    const user = await anAccount(app);
    for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await postLogin(app, { email: user.email, password: 'wrong' });
    expect((await postLogin(app, { email: user.email, password: PASSWORD })).status).toBe(403);
    expect((await pageOf(user)).login_locked_until).toEqual(expect.stringMatching(/Z$/));
    for (let press = 0; press < 2; press += 1)
      expect((await asAdmin('DELETE', user.id, '/login-lock')).body.data.login_locked_until).toBe(null);
    expect((await postLogin(app, { email: user.email, password: PASSWORD })).status).toBe(200);
    expect((await entriesOf(user)).map(({ action }) => action)).toEqual(['user.loginLock']);
    const left = await app.store.db.selectFrom('attempts').select('subject').where('subject', '=', `login:${user.email}`).execute();
    expect(left).toEqual([]);
  });

  test('removes the lock of codes, too', async () => {
    const user = await anAccount(app);
    const reset = () => postReset(app, resetBody(user.email, '000000'));
    for (let n = 0; n < CODE_ATTEMPTS; n += 1) await reset();
    expect((await reset()).body.code).toBe('api.code.locked');
    expect(await pageOf(user)).toMatchObject({ login_locked_until: null, code_locked_until: expect.stringMatching(/Z$/) });
    expect((await asAdmin('DELETE', user.id, '/login-lock')).body.data.code_locked_until).toBe(null);
    expect((await reset()).body.code).toBe('api.validateCode.403');
    expect((await entriesOf(user)).map(({ action }) => action)).toEqual(['user.loginLock']);
  });

  test('keeps the counts of wrong passwords and codes while nothing is locked', async () => {
    const user = await anAccount(app);
    const login = () => postLogin(app, { email: user.email, password: 'wrong' });
    const reset = () => postReset(app, resetBody(user.email, '000000'));
    for (let n = 1; n < LOGIN_ATTEMPTS; n += 1) await login();
    for (let n = 1; n < CODE_ATTEMPTS; n += 1) await reset();
    expect((await asAdmin('DELETE', user.id, '/login-lock')).status).toBe(200);
    expect(await entriesOf(user)).toEqual([]);
    await login();
    expect(await pageOf(user)).toMatchObject({ login_locked_until: expect.stringMatching(/Z$/), code_locked_until: null });
    expect((await asAdmin('DELETE', user.id, '/login-lock')).body.data.login_locked_until).toBe(null);
    await reset();
    expect(await pageOf(user)).toMatchObject({ login_locked_until: null, code_locked_until: expect.stringMatching(/Z$/) });
    expect((await asAdmin('DELETE', (await anAccount(app)).id, '/login-lock')).status).toBe(200);
    expect(await app.store.db.selectFrom('attempts').select('subject').where('failures', '=', 0).execute()).toEqual([]);
  });

  test('a lock ends sessions and rejects logins with separate error codes, until it is removed', async () => {
    const user = await anAccount(app);
    const second = await anotherLogin(app, user.email);
    expect((await asAdmin('PUT', user.id, '/lock', { reason: ' Розсилав спам. ' })).body.data).toMatchObject({
      is_locked: true,
      lock_reason: 'Розсилав спам.',
    });
    for (const token of [user.token, second]) expect(await own(token)).toEqual({ status: 401, code: 'api.locked' });
    expect(await postLogin(app, { email: user.email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'api.loginUser.locked' },
    });
    // Only the right password reveals the lock.
    expect(await postLogin(app, { email: user.email, password: 'wrong' })).toMatchObject({
      status: 401,
      body: { code: 'api.loginUser.401' },
    });
    const users = (await app.request('GET', `/api/admin/users?q=${user.email}`, { token: (await anAdmin(app)).token })).body.users;
    expect(users).toMatchObject([{ user_id: user.id, is_locked: true }]);
    expect((await asAdmin('DELETE', user.id, '/lock')).body.data).toMatchObject({ is_locked: false, lock_reason: null, sessions: 0 });
    expect(await own(user.token)).toEqual({ status: 401, code: 'api.401' });
    expect((await postLogin(app, { email: user.email, password: PASSWORD })).status).toBe(200);
    const mails = await mailsTo(user);
    expect(mails.map(({ subject }) => subject)).toEqual([
      mailText('ua', 'accountLocked.subject'),
      mailText('ua', 'accountUnlocked.subject'),
    ]);
    expect(mails[0]?.text).toContain(`${mailText('ua', 'rows.reason')}: Розсилав спам.`);
    // The log outlives the account: it does not contain the reason.
    expect(await entriesOf(user)).toEqual([
      { action: 'user.lock', before: null, after: null },
      { action: 'user.unlock', before: null, after: null },
    ]);
  });

  test('emails what an administrator wrote, once, in the frame of the language of the user, and keeps the text out of the log', async () => {
    const written = await testApp(kind, { contactEmail: 'office@example.com' });
    onTestFinished(() => written.close());
    written.clock.stop();
    const user = await anAccount(written);
    await written.store.db.updateTable('users').set({ language: 'ru' }).where('id', '=', user.id).execute();
    const helper = await anAdmin(written, 'orders');
    const body = { subject: ' Оплата заказа ', text: 'Не хватает 10 $.\n<b>Доплатите</b>, пожалуйста.' };
    const write = (content: object = body, { token } = helper) =>
      written.request('POST', `/api/admin/users/${user.id}/mails`, { token, body: content });
    const answers = await Promise.all([write(), write()]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { code: 'adminApi.users.mail.success' } });
      expect(answer.body.data.mails).toMatchObject([{ kind: 'written' }]);
    }
    await written.deliverMails();
    const [mail, ...others] = written.mails.filter(({ to }) => to === user.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Оплата заказа', replyTo: 'office@example.com' });
    expect(mail?.text).toBe(`${body.text}\n\n-- \n${mailText('ru', 'footer')}\n`);
    expect(mail?.html).toContain('&lt;b&gt;Доплатите&lt;/b&gt;');
    const log = await written.store.db.selectFrom('audit').select(['action', 'before', 'after']).where('user_id', '=', user.id).execute();
    expect(log).toEqual([{ action: 'user.mail', before: null, after: null }]);
    expect(await write({ subject: 'x\ny', text: ' ' })).toMatchObject({ status: 400, body: { errors: [{ field: 'text' }] } });
    for (let n = 2; n < WRITTEN_PER_HOUR; n += 1) expect((await write({ subject: 'x', text: `${n}` })).status).toBe(200);
    expect(await write()).toMatchObject({ status: 429, body: { code: 'api.429.hour' } });
    written.clock.advance(HOUR + 1);
    expect((await write(body, await anAdmin(written))).status).toBe(200);
    const same = written.store.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', user.email)
      .where('subject', '=', 'Оплата заказа');
    expect(await same.execute()).toHaveLength(2);
  });

  test.each(LANGUAGES)('tells a locked user in %s, without a reason if none was given', async (language) => {
    const user = await anAccount(app);
    await app.store.db.updateTable('users').set({ language }).where('id', '=', user.id).execute();
    expect((await asAdmin('PUT', user.id, '/lock', {})).status).toBe(200);
    const [mail] = await mailsTo(user);
    expect(mail?.subject).toBe(mailText(language, 'accountLocked.subject'));
    expect(mail?.text).not.toContain(`${mailText(language, 'rows.reason')}:`);
  });

  test('a new password does not unlock an account', async () => {
    const user = await anAccount(app);
    await asAdmin('PUT', user.id, '/lock', {});
    await postForgot(app, { email: user.email });
    await app.deliverMails();
    const code = /\b\d{6}\b/.exec(app.mails.filter(({ to }) => to === user.email).at(-1)?.text ?? '')?.[0] ?? '';
    expect((await postReset(app, resetBody(user.email, code))).status).toBe(200);
    expect(await postLogin(app, { email: user.email, password: NEW_PASSWORD })).toMatchObject({ body: { code: 'api.loginUser.locked' } });
    expect(await app.request('POST', '/api/users/send-code', { body: { email: user.email } })).toMatchObject({ status: 400 });
    expect((await pageOf(user)).is_locked).toBe(true);
  });

  const ofUser = Object.entries(ALL_ENDPOINTS).filter(([, { access }]) => access === 'user');
  test.each(ofUser)('%s answers a locked user with api.locked', async (_, endpoint: Endpoint) => {
    const { id, token } = await aUser(app);
    await app.store.db.updateTable('users').set({ locked_at: '2026-05-01T08:00:00.000Z' }).where('id', '=', id).execute();
    const path = pathOf(endpoint, { vehicleId: 1, recordId: 1, sessionId: 'x'.repeat(22), orderCode: '2222222Q' });
    const { status, body } = await app.request(endpoint.method, path, { token });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'api.locked' });
  });

  test('notes are saved only over those that the administrator saw, and the user never reads them', async () => {
    const user = await anAccount(app);
    const save = (text: string, seen?: string) =>
      asAdmin('PUT', user.id, '/notes', { text, ...(seen !== undefined && { seen: { text: seen } }) });
    expect((await save('Дзвонила двічі.', '')).body.data.admin_notes).toBe('Дзвонила двічі.');
    expect(await save('Інше', '')).toMatchObject({ status: 409, body: { code: 'adminApi.changed' } });
    expect((await save('Дзвонила двічі.', 'Дзвонила двічі.')).status).toBe(200);
    expect((await save('x'.repeat(ADMIN_NOTES_MAX + 1))).status).toBe(400);
    expect((await asAdmin('PUT', user.id, '/lock', { reason: 'x'.repeat(LOCK_REASON_MAX + 1) })).status).toBe(400);
    expect((await save('\u0000')).status).toBe(400);
    for (const path of ['/api/users/user', '/api/users/sessions', '/api/users/user-tariff'])
      expect(JSON.stringify((await app.request('GET', path, { token: user.token })).body)).not.toContain('Дзвонила');
    expect((await save('  ', 'Дзвонила двічі.')).body.data.admin_notes).toBe('');
    expect(await entriesOf(user)).toEqual(Array.from({ length: 2 }, () => ({ action: 'user.notes', before: null, after: null })));
  });

  test('deletes an account as its user would, with an email', async () => {
    const user = await anAccount(app);
    const vehicle = await aVehicle(app, user);
    const { order_code } = await anOrder(app, user);
    await asAdmin('PUT', user.id, '/lock', { reason: 'Незвичайнапричина' });
    await asAdmin('PUT', user.id, '/notes', { text: 'Незвичайнанотатка' });
    expect(await asAdmin('DELETE', user.id, '', { email: 'other@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'adminApi.users.email', errors: [{ field: 'email' }] },
    });
    expect((await asAdmin('DELETE', user.id, '', { email: ` ${user.email.toUpperCase()} ` })).status).toBe(200);
    expect((await asAdmin('GET', user.id)).status).toBe(404);
    expect((await app.request('GET', vehicle.image ?? '')).status).toBe(404);
    const code = await app.store.db.selectFrom('orders').select('id').where('code', '=', order_code).executeTakeFirst();
    expect(code).toBeUndefined();
    expect((await mailsTo(user)).at(-1)?.subject).toBe(mailText('ua', 'accountRemoved.subject'));
    expect(await tracesOf(app, [user.email, 'Незвичайнапричина', 'Незвичайнанотатка'])).toEqual([]);
    expect((await entriesOf(user)).map(({ action }) => action)).toEqual(['user.lock', 'user.notes', 'user.delete']);
    await checkIntegrity(app.store);
  });
});
