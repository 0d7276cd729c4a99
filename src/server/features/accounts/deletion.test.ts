import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { LOGIN_ATTEMPTS } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { userSubjects } from '#server/features/buckets/buckets.rules.ts';
import { bookingsService } from '#server/features/income/bookings.service.ts';
import { incomeRepo } from '#server/features/income/income.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { mailText } from '#server/texts.ts';
import {
  anAccount,
  anEmail,
  anotherLogin,
  changePassword,
  deleteUser,
  isLoggedIn,
  NEW_PASSWORD,
  PASSWORD,
  postForgot,
  postLogin,
  postReset,
  postSendCode,
  resetBody,
} from '#tests/support/accounts.ts';
import { DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import {
  aPicture,
  aVehicle,
  costBody,
  feedbackBody,
  fillBody,
  planBody,
  readingBody,
  recordBody,
  type TestUser,
  vehicleForm,
} from '#tests/support/builders.ts';
import { confirmImport, exportedZip, uploadFile } from '#tests/support/imports.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { mailWords } from '#tests/support/mail-words.ts';
import { anAdmin, anOrder, patchOrder } from '#tests/support/orders.ts';
import { allRows, tracesOf } from '#tests/support/traces.ts';
import { readZip, zipWith } from '#tests/support/zip.ts';

/** Texts of one test user, unique to `ending` and `digit`. */
const wordsOf = (ending: string, digit: number) => ({
  names: { firstName: `Веспасіан${ending}`, lastName: `Перебийніс${ending}`, phone: `+38067123450${digit}` },
  former: { firstName: `Гермоген${ending}`, lastName: `Зозулинд${ending}` },
  vehicle: { brand: `Унікальмобіль${ending}`, model: `Одинокий${ending}` },
  record: { operationName: `Небувалий ремонт${ending}`, partName: `Рідкісна деталь${ending}`, partCode: `QQ-7719-${digit}` },
  fill: { grade: `Дивопальне ${digit}`, place: `Заправка самотності ${digit}` },
  cost: { title: `Небачений збір${ending}`, note: `Квитанція у скрині ${digit}` },
  note: `Ключ лежить під каменем ${digit}`,
  browser: `Browser of number ${digit}`,
  reply: `Особиста відповідь номер ${digit}`,
  messages: [`Перше запитання особи номер ${digit}`, `Друге запитання особи номер ${digit}`] as const,
});

/** Tables whose rows are kept for bookkeeping, without the user. */
const KEPT = ['income', 'closed_orders'] as const;

/** Tables without user data; after the deletion `buckets` contains network addresses and emails of administrators only. */
const WITHOUT_USER_DATA = [
  'buckets',
  'prices',
  'payments',
  'block_message',
  'seller',
  'income_books',
  'statements',
  'statement_mappings',
  'card_events',
  'card_checkouts',
  'admins',
  'admin_sessions',
  'admin_recovery_codes',
  'admin_invitations',
  'audit',
  'jobs',
  'telegram_bot',
  'advert_list',
  'advert_images',
  'assets',
  // Random keys.
  'object_deletions',
  'adverts',
  'visits',
  'counts',
];

describe.each(DATABASES)('account deletion on %s', (kind) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp(kind, { orderNotice: 0, contactEmail: 'owner@example.com' });
  });
  afterEach(() => app.close());

  async function changeProfile({ token }: TestUser, fields: Record<string, string>) {
    const form = await vehicleForm(fields, await aPicture());
    expect((await app.request('PATCH', '/api/users/change-profile', { token, form })).status).toBe(200);
  }

  /** Inserts an unpaid order with a part payment, a former order, and a row for a sent end-of-period notice. */
  async function insertOrderAndNotice({ id }: TestUser): Promise<void> {
    const at = isoTime(app.clock.now());
    const facts = { tariff_change: 'family', payment_months: 1, amount_due: 300, status: 'processing', created_at: at } as const;
    const later = { confirmed_at: null, completed_at: null, tariff_start_date: null, tariff_end_date: null };
    const order = { code: cryptoTokens.newOrderCode(), user_id: id, ...facts };
    await app.store.db
      .insertInto('orders')
      .values({ ...order, ...later })
      .execute();
    await app.store.db
      .insertInto('closed_orders')
      .values({ ...order, tariff_from: 'basic', closed_as: 'replaced', closed_at: at })
      .execute();
    const payment = { source: 'manual', userId: id, order: { code: order.code, tariff: 'family' } } as const;
    await app.store.transaction((tx) =>
      bookingsService({ clock: app.clock }).record(
        { income: incomeRepo(tx) },
        { kind: 'payment', cents: 100, currency: 'USD', payer: 'ПЛАТНИК', ...payment },
      ),
    );
    await app.store.db.insertInto('notices').values({ user_id: id, kind: 'week', tariff_end_date: at }).execute();
  }

  /** Inserts a reply to the newest contact message. */
  async function insertReply(text: string): Promise<void> {
    const { id } = await app.store.db.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const at = isoTime(app.clock.now());
    await app.store.db
      .insertInto('feedback_replies')
      .values({ feedback_id: id, text, actor: 'admin@example.com', request_key: null, created_at: at })
      .execute();
  }

  /** Creates a user with data in every table with user data; returns the texts that only this user wrote. */
  async function aFullAccount(words: ReturnType<typeof wordsOf>): Promise<{ user: TestUser; texts: string[] }> {
    const email = anEmail();
    await postSendCode(app, { email });
    const user = await anAccount(app, { tariff: 'business' });
    await app.store.db.updateTable('users').set({ email }).where('id', '=', user.id).execute();
    await changeProfile(user, words.former);
    await changeProfile(user, words.names);
    const vehicle = await aVehicle(app, user, 'car', words.vehicle);
    await aVehicle(app, user, 'boat');
    expect((await app.request('GET', `${vehicle.image}?width=192`)).status).toBe(200);
    const path = `/api/vehicles/${vehicle.id}`;
    const key = `key-${user.id}-of-record`;
    const options = { token: user.token, body: recordBody(words.record), headers: { 'idempotency-key': key } };
    expect((await app.request('POST', `${path}/records`, options)).status).toBe(201);
    for (const [entries, body] of [
      ['fills', fillBody(words.fill)],
      ['costs', costBody(words.cost)],
      ['readings', readingBody({ isReset: true, oldReading: '200 300' })],
    ] as const)
      expect((await app.request('POST', `${path}/${entries}`, { token: user.token, body })).status).toBe(201);
    const { body: deleted } = await app.request('POST', `${path}/records`, { token: user.token, body: recordBody(words.record) });
    expect((await app.request('DELETE', `${path}/records/${deleted.data.id}`, { token: user.token })).status).toBe(200);
    expect((await app.request('PUT', `${path}/note`, { token: user.token, body: { text: words.note } })).status).toBe(200);
    const value = { kind: 'purchase', amount: '9 500' };
    expect((await app.request('PUT', `${path}/values/2026-04-01`, { token: user.token, body: value })).status).toBe(200);
    const { body: line } = await app.request('POST', `${path}/plan`, { token: user.token, body: planBody({ title: words.note }) });
    const done = { reading: '98 100' };
    expect((await app.request('POST', `${path}/plan/${line.data.id}/done`, { token: user.token, body: done })).status).toBe(201);
    const told = { line_id: line.data.id, occurrence: '2026-05-01/', state: 'due', told_on: '2026-05-01' } as const;
    await app.store.db.insertInto('plan_notices').values(told).execute();
    await app.store.db.insertInto('reading_questions').values({ vehicle_id: vehicle.id, asked_on: '2026-05-01' }).execute();
    await app.store.db
      .insertInto('telegram_links')
      .values({ user_id: user.id, chat_id: `chat of ${email}` })
      .execute();
    const message = { user_id: user.id, chat_id: 'x', text: words.note, created_at: '2026-05-01', next_try_at: '2026-05-01', tries: 0 };
    await app.store.db.insertInto('telegram_messages').values(message).execute();
    await importOwn({ ...user, email });
    // As a visitor with the user's own address, and logged in with another one.
    const [asVisitor, asUser] = words.messages;
    for (const [body, token] of [
      [feedbackBody({ email, userMessage: asVisitor }), undefined],
      [feedbackBody({ userMessage: asUser }), user.token],
    ] as const)
      expect((await app.request('POST', '/api/feedback/send', { body, token })).status).toBe(200);
    await insertReply(words.reply);
    await postForgot(app, { email });
    await postReset(app, resetBody(email, '000000'));
    await anotherLogin(app, email, words.browser);
    await changePassword(app, user.token, { passwordNew: PASSWORD, passwordConfirm: PASSWORD });
    await anotherLogin(app, email, words.browser);
    await postLogin(app, { email, password: 'wrong' });
    await insertOrderAndNotice(user);
    const { names, former, record, fill, cost, note, browser, messages, reply } = words;
    const values = [names, former, words.vehicle, record, fill, cost].flatMap((fields) => Object.values(fields));
    return { user: { ...user, email }, texts: [email, vehicle.vin ?? '', key, note, browser, reply, ...messages, ...values] };
  }

  /** An import that has added an entry, what the columns of a table are, and a preview. */
  async function importOwn(user: TestUser): Promise<void> {
    const exported = await exportedZip(app, user);
    const json = JSON.parse(String((await readZip(exported)).get('carnet.json')));
    json.vehicles[0].entries[0].uid = randomUUID();
    const { body } = await uploadFile(app, user, await zipWith({ 'carnet.json': JSON.stringify(json) }));
    expect((await confirmImport(app, user, body.data.id)).body.data).toMatchObject({ status: 'done', fresh: 1 });
    const table = await uploadFile(app, user, 'date,cost\n2021-01-01,5\n');
    const answers = { fields: ['performedOn', 'total'] };
    expect((await app.request('PUT', `/api/imports/${table.body.data.id}/table`, { token: user.token, body: answers })).status).toBe(200);
    expect((await uploadFile(app, user, exported)).status).toBe(201);
  }

  test('removes all data of the user from tables, images and files, and keeps all other data', async () => {
    for (let n = 0; n < 20; n++) await anAccount(app);
    const other = await aFullAccount(wordsOf('а', 1));
    await app.deliverMails();
    const before = await allRows(app);
    const { user, texts } = await aFullAccount(wordsOf('о', 2));
    await app.deliverMails();
    const isFormer = (text: string) => /^(Гермоген|Зозулинд)/.test(text);
    for (const text of texts) if (!isFormer(text)) expect(await tracesOf(app, [text]), text).not.toEqual([]);
    await app.store.db
      .insertInto('buckets')
      .values({ subject: `${userSubjects(user.id)}reports`, full_at: isoTime(app.clock.now()) })
      .execute();
    const withUser = await allRows(app);
    for (const [table, rows] of Object.entries(before))
      if (!WITHOUT_USER_DATA.includes(table))
        expect(withUser[table]?.length, `${table} contains data of the user`).toBeGreaterThan(rows.length);
    expect(await deleteUser(app, user.token)).toMatchObject({ status: 200, body: { success: true, code: 'api.deleteUser.success' } });
    expect(
      await tracesOf(
        app,
        texts.filter((text) => text !== user.email),
      ),
    ).toEqual([]);
    await app.deliverMails();
    expect(await tracesOf(app, texts)).toEqual([]);
    // Counters per network are kept for about a day and belong to no account.
    const buckets = await app.store.db.selectFrom('buckets').select('subject').execute();
    expect(buckets.filter(({ subject }) => subject.startsWith(userSubjects(user.id)))).toEqual([]);
    const after = await allRows(app);
    for (const table of KEPT) {
      const kept = (after[table] ?? []).slice(before[table]?.length ?? 0);
      expect(kept.map((row) => (row as { user_id: unknown }).user_id)).toEqual(kept.map(() => null));
      expect(kept.length, table).toBeGreaterThan(0);
    }
    const unchanged = { jobs: [], buckets: [], income: [], closed_orders: [] };
    expect({ ...after, ...unchanged }).toEqual({ ...before, ...unchanged });
    expect((await deleteUser(app, other.user.token)).status).toBe(200);
    await app.deliverMails();
    expect(await tracesOf(app, other.texts)).toEqual([]);
    expect(await app.store.db.selectFrom('images').select('id').execute()).toEqual([]);
    await checkIntegrity(app.store);
  });

  test.each([
    ['processing', 404],
    ['confirmed', 200],
    ['completed', 409],
  ] as const)(
    'with an order that is %s keeps it if it was paid, for accounting, and lets administrators process it',
    async (status, expected) => {
      const { id, email, token } = await anAccount(app);
      const admin = await anAdmin(app);
      const { order_code } = await anOrder(app, { token }, { status });
      await app.forgetMails();
      expect((await deleteUser(app, token)).status).toBe(200);
      await app.deliverMails();
      const list = () => app.request('GET', '/api/admin/orders', { token: admin.token });
      const left = status === 'processing' ? [] : [{ order_code, status, user_id: null, email: null }];
      expect((await list()).body.data).toMatchObject(left);
      expect(await tracesOf(app, [email])).toEqual([]);
      expect(await patchOrder(app, admin, order_code, 'completed')).toMatchObject({ status: expected });
      app.clock.advance(ORDER_GRACE + 60_000);
      await app.runJobs();
      await app.deliverMails();
      expect(app.mails.filter(({ to }) => to === email)).toHaveLength(1);
      const path = `/api/admin/orders/${order_code}`;
      expect((await app.request('DELETE', path, { token: admin.token })).status).toBe(status === 'processing' ? 404 : 200);
      const change = { token: admin.token, body: { tariff: 'family', payment_months: 1 } };
      expect((await app.request('PATCH', `/api/admin/users/${id}/tariff`, change)).status).toBe(404);
      await checkIntegrity(app.store);
    },
  );

  test('completes a confirmed order of a deleted user after the grace time, without a user', async () => {
    const { token } = await anAccount(app);
    await anOrder(app, { token }, { status: 'confirmed' });
    expect((await deleteUser(app, token)).status).toBe(200);
    app.clock.advance(ORDER_GRACE + 60_000);
    await app.runJobs();
    expect(await app.store.db.selectFrom('orders').select(['status', 'user_id']).execute()).toEqual([
      { status: 'completed', user_id: null },
    ]);
  });

  test('ends all sessions and makes the address available for registration', async () => {
    const { email, token } = await anAccount(app);
    const second = await anotherLogin(app, email);
    expect((await deleteUser(app, token)).status).toBe(200);
    expect([await isLoggedIn(app, token), await isLoggedIn(app, second)]).toEqual([false, false]);
    expect((await postLogin(app, { email, password: PASSWORD })).status).toBe(401);
    expect((await postSendCode(app, { email })).status).toBe(200);
  });

  test.each(LANGUAGES)('sends a goodbye email in the language of the user: %s', async (language) => {
    const { id, email, token } = await anAccount(app);
    await app.store.db.updateTable('users').set({ language }).where('id', '=', id).execute();
    expect((await deleteUser(app, token)).status).toBe(200);
    await app.deliverMails();
    const values = { origin: 'http://carnet.test' };
    expect(app.mails).toMatchObject([{ to: email, subject: mailText(language, 'accountDeleted.subject') }]);
    for (const key of ['greeting', 'intro', 'advice'] as const)
      for (const part of ['text', 'html'] as const)
        expect(mailWords(app.mails[0]?.[part])).toContain(mailWords(mailText(language, `accountDeleted.${key}`, values)));
    expect(await app.store.db.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  test('drops an undelivered goodbye email and its row after a week', async () => {
    await app.close();
    app = await testApp(kind, { mailer: { send: () => Promise.reject(new Error('down')), close: () => undefined } });
    const { email, token } = await anAccount(app);
    expect((await deleteUser(app, token)).status).toBe(200);
    app.clock.advance(6 * DAY);
    await app.deliverMails();
    expect(await tracesOf(app, [email])).not.toEqual([]);
    app.clock.advance(2 * DAY);
    await app.deliverMails();
    expect(await tracesOf(app, [email])).toEqual([]);
  });

  test('requires the password; the fifth wrong one locks deletion and login and sends one email', async () => {
    const { email, token } = await anAccount(app);
    expect(await app.request('DELETE', '/api/users/delete', { token, body: {} })).toMatchObject({
      status: 400,
      body: { code: 'api.validation', errors: [{ field: 'password', code: 'validation.required' }] },
    });
    for (let n = 0; n < LOGIN_ATTEMPTS; n++)
      expect(await deleteUser(app, token, 'wrong')).toMatchObject({ status: 400, body: { code: 'api.deleteUser.400' } });
    const rejected = await deleteUser(app, token);
    expect(rejected).toMatchObject({ status: 403, body: { code: 'api.loginUser.403' } });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await postLogin(app, { email, password: PASSWORD })).status).toBe(403);
    expect(await isLoggedIn(app, token)).toBe(true);
    await app.deliverMails();
    expect(app.mails).toMatchObject([{ to: email, subject: mailText('ua', 'loginLocked.subject') }]);
  });

  test('rejects logins and changes in progress and leaves no data behind; a password change rejects logins in progress', async () => {
    const passwords = argonPasswords();
    let duringVerify = async (): Promise<unknown> => undefined;
    const slow = await testApp(kind, {
      passwords: {
        hash: passwords.hash,
        async verify(hash, password) {
          const isRight = await passwords.verify(hash, password);
          const run = duringVerify;
          duringVerify = async () => undefined;
          await run();
          return isRight;
        },
      },
    });
    onTestFinished(() => slow.close());
    for (const [send, status, code] of [
      [({ email }: TestUser) => postLogin(slow, { email, password: PASSWORD }), 401, 'api.loginUser.401'],
      [({ email }: TestUser) => postLogin(slow, { email, password: 'wrong' }), 401, 'api.loginUser.401'],
      [({ token }: TestUser) => changePassword(slow, token), 404, 'api.user.404'],
      [({ token }: TestUser) => deleteUser(slow, token), 404, 'api.user.404'],
    ] as const) {
      const user = await anAccount(slow);
      duringVerify = () => deleteUser(slow, user.token);
      expect(await send(user)).toMatchObject({ status, body: { code } });
      await slow.deliverMails();
      expect(await tracesOf(slow, [user.email])).toEqual([]);
    }
    const user = await anAccount(slow);
    duringVerify = () => changePassword(slow, user.token);
    expect(await postLogin(slow, { email: user.email, password: PASSWORD })).toMatchObject({ status: 401 });
    expect((await postLogin(slow, { email: user.email, password: NEW_PASSWORD })).status).toBe(200);
  });

  test('answers 500 with its own error code and deletes nothing if it fails', async () => {
    const user = await anAccount(app);
    await aVehicle(app, user);
    const before = await allRows(app);
    await app.store.db.schema.alterTable('mails').renameTo('renamed').execute();
    expect(await deleteUser(app, user.token)).toMatchObject({ status: 500, body: { code: 'api.deleteUser.500' } });
    await app.store.db.schema
      .alterTable('renamed' as 'mails')
      .renameTo('mails')
      .execute();
    // Jobs start by themselves and change their rows.
    expect({ ...(await allRows(app)), jobs: [] }).toEqual({ ...before, jobs: [] });
  });
});
