import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/time.ts';
import { MailError } from '#server/ports/mailer.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, feedbackBody } from '#tests/support/builders.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';
import { allRows } from '#tests/support/traces.ts';
import { SEARCHED_MAX } from './message-list.repo.ts';

const OWNER = 'owner@example.com';
const REPLY = 'Так, причіп можна додати.\nОберіть тип «Причіп».';

describe.each(DATABASES)('messages in the admin panel on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  const open = async (overrides: object = {}) => {
    app = await testApp(kind, { contactEmail: OWNER, ...overrides });
    admin = await anAdmin(app);
  };
  beforeEach(() => open());
  afterEach(() => app.close());

  const as = (who: TestAdmin = admin) => ({
    list: (query = ''): Promise<Answer> => app.request('GET', `/api/admin/messages${query}`, { token: who.token }),
    read: (id: number): Promise<Answer> => app.request('GET', `/api/admin/messages/${id}`, { token: who.token }),
    mark: (id: number, status: string): Promise<Answer> =>
      app.request('PATCH', `/api/admin/messages/${id}`, { token: who.token, body: { status } }),
    reply: (id: number, body: object = { text: REPLY }, key?: string): Promise<Answer> =>
      app.request('POST', `/api/admin/messages/${id}/replies`, {
        token: who.token,
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
  });
  /** Sends a message; returns its id. */
  const send = async (overrides: Record<string, string> = {}, token?: string, language = 'ua'): Promise<number> => {
    const options = { body: feedbackBody(overrides), token, headers: { 'accept-language': language } };
    expect((await app.request('POST', '/api/feedback/send', options)).status).toBe(200);
    const { id } = await app.store.db.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  };
  const idsOf = async (query: string): Promise<number[]> => (await as().list(query)).body.data.map(({ id }: { id: number }) => id);
  const auditOf = async (id: number): Promise<[string, string][]> =>
    (await app.store.db.selectFrom('audit').select(['actor', 'action']).where('subject', '=', `message ${id}`).orderBy('id').execute()).map(
      ({ actor, action }) => [actor, action],
    );
  const sweep = async (): Promise<void> => {
    await app.store.db.updateTable('jobs').set({ due_at: '2000-01-01T00:00:00.000Z' }).execute();
    await app.runJobs();
  };

  test('lists unanswered messages with priority first, then newest first, by status and in pages', async () => {
    const { token } = await aUser(app, { tariff: 'business' });
    const first = await send();
    const urgent = await send({}, token);
    const answeredUrgent = await send({}, token);
    const last = await send();
    await as().mark(answeredUrgent, 'answered');
    expect(await idsOf('')).toEqual([urgent, last, first]);
    expect(await idsOf('?status=answered')).toEqual([answeredUrgent]);
    expect(await idsOf('?status=all')).toEqual([urgent, last, answeredUrgent, first]);
    expect([await idsOf('?status=all&pageSize=3'), await idsOf('?status=all&pageSize=3&page=2')]).toEqual([
      [urgent, last, answeredUrgent],
      [first],
    ]);
    expect((await as().list('?status=all')).body).toMatchObject({ total: 4, has_contact_email: true, has_smtp: true });
    expect((await as().list()).body).toMatchObject({ total: 3, data: [{ is_priority: true, status: 'waiting' }, {}, {}] });
    expect(await as().list('?status=old')).toMatchObject({ status: 400 });
  });

  test('says whether contact messages and emails are delivered', async () => {
    await app.close();
    await open({ contactEmail: undefined, hasSmtp: false });
    expect((await as().list()).body).toMatchObject({ has_contact_email: false, has_smtp: false });
  });

  test.each<[string, string[]]>([
    ['марія', ['maria', 'petro']],
    ['ШЕВЧ', ['maria']],
    ['maria@exam', ['maria']],
    ['example', ['maria', 'petro']],
    ['обєм двиг', ['petro']],
    ["об'єм", ['petro']],
    ['еще', ['petro']],
    ['двигун причіп', []],
    ['@ !', []],
    ['v', ['petro']],
    ['x', []],
    ['%', []],
  ])('searches words of name, email and text: %s', async (q, found) => {
    const byEmail: Record<number, string> = {
      [await send()]: 'maria',
      [await send({
        firstName: 'Петро',
        lastName: 'Коваль',
        email: 'petro@example.com',
        userMessage: 'Ещё раз: об’єм двигуна V 1995, Марія',
      })]: 'petro',
    };
    const query = `?q=${encodeURIComponent(q)}`;
    expect((await idsOf(query)).map((id) => byEmail[id]).sort()).toEqual(found);
    expect((await as().list(query)).body.total).toBe(found.length);
    expect((await as().list(query)).body.total_in_all).toBe(0);
    expect((await as().list(`${query}&status=answered`)).body).toMatchObject({ data: [], total: 0, total_in_all: found.length });
    expect((await idsOf(`${query}&status=all`)).length).toBe(found.length);
  });

  test('searches only the first messages if all words of the search are very frequent, and says so', async () => {
    const id = await send();
    const words = Array.from({ length: SEARCHED_MAX + 1 }, (_, n) => ({ feedback_id: id, word: `frequent${n}` }));
    for (let from = 0; from < words.length; from += 1_000)
      await app.store.db
        .insertInto('feedback_words')
        .values(words.slice(from, from + 1_000))
        .execute();
    expect((await as().list('?q=frequent')).body).toMatchObject({ total: 1, data: [{ id }], is_partial: true });
    expect((await as().list('?q=frequent%20absent')).body).toMatchObject({ total: 0, is_partial: false });
    expect((await as().list('?q=frequent%20frequent1%20requent')).body).toMatchObject({ total: 0 });
    expect((await as().list('?q=frequent7')).body).toMatchObject({ total: 1, is_partial: false });
    expect((await as().list('?q=frequent%20причіп&status=answered')).body).toMatchObject({ total: 0, is_partial: false });
  });

  test('shows a message with its sender, and the account of a sender who was logged in', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const id = await send({ email: 'other@example.com' }, user.token, 'en');
    expect((await as().read(id)).body.data).toMatchObject({
      ...{ id, first_name: 'Марія', last_name: 'Шевченко', email: 'other@example.com', language: 'en', is_priority: true },
      ...{ text: feedbackBody().userMessage, user_id: user.id, user_email: user.email, status: 'waiting', answered_at: null, replies: [] },
    });
    expect((await as().read(await send({ email: user.email }, user.token))).body.data).toMatchObject({
      user_id: user.id,
      same_email_user_id: null,
    });
    expect((await as().read(await send())).body.data).toMatchObject({ user_id: null, user_email: null, same_email_user_id: null });
    const unknown = await send({ email: ` ${user.email.toUpperCase()} ` });
    expect((await as().read(unknown)).body.data).toMatchObject({ user_id: null, user_email: null, same_email_user_id: user.id });
    expect(await as().read(999_999)).toMatchObject({ status: 404, body: { code: 'messagesApi.404' } });
    expect((await app.request('GET', `/api/admin/messages/${id}`, { token: user.token })).status).toBe(403);
  });

  test('is deleted with its words, replies and their emails, also one that waits', async () => {
    const id = await send();
    const reply = await app.request('POST', `/api/admin/messages/${id}/replies`, { token: admin.token, body: { text: 'Так.' } });
    expect(reply.status).toBe(201);
    const remove = () => app.request('DELETE', `/api/admin/messages/${id}`, { token: admin.token });
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'messagesApi.404' } });
    expect((await as().read(id)).status).toBe(404);
    for (const table of ['feedback_words', 'feedback_replies'] as const)
      expect(await app.store.db.selectFrom(table).select('feedback_id').where('feedback_id', '=', id).execute()).toEqual([]);
    const mails = app.store.db.selectFrom('mails').select('id');
    expect(await mails.where('reply_id', '=', reply.body.data.replies[0].id).execute()).toEqual([]);
    expect((await auditOf(id)).map(([, action]) => action)).toContain('message.delete');
  });

  test('is marked once when two administrators press at the same time; a second press changes nothing', async () => {
    const other = await anAdmin(app);
    const id = await send();
    const answers = await Promise.all([as().mark(id, 'answered'), as(other).mark(id, 'answered')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [[actor], ...others] = (await auditOf(id)) as [[string, string]];
    expect(others).toEqual([]);
    app.clock.advance(15 * MINUTE);
    expect((await as(other).mark(id, 'answered')).body.data).toMatchObject({ status: 'answered', answered_by: actor });
    expect((await as().mark(id, 'waiting')).body.data).toMatchObject({ status: 'waiting', answered_by: null, answered_at: null });
    expect((await auditOf(id)).map(([, action]) => action)).toEqual(['message.status', 'message.status']);
    expect(await as().mark(999_999, 'answered')).toMatchObject({ status: 404 });
  });

  test('emails a reply in the thread of the message, in the language of its sender, and marks it as answered', async () => {
    const id = await send({}, undefined, 'en');
    // Replies are delivered before messages of the contact form.
    await app.deliverMails();
    const { status, body } = await as().reply(id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ code: 'messagesApi.reply.success', data: { status: 'answered', answered_by: admin.email } });
    expect(body.data.replies).toMatchObject([{ text: REPLY, actor: admin.email, state: 'waiting', reason: null }]);
    await app.deliverMails();
    app.clock.advance(15 * MINUTE);
    await as().reply(id, { text: 'One more thing.' });
    await app.deliverMails();
    const [contact, first, second] = app.mails;
    const messageId = expect.stringMatching(new RegExp(`^<message-${id}-\\d+@carnet\\.test>$`));
    expect(contact).toMatchObject({ to: OWNER, replyTo: 'maria@example.com', messageId });
    expect(first).toMatchObject({
      to: 'maria@example.com',
      replyTo: OWNER,
      subject: `Re: ${contact?.subject}`,
      thread: [contact?.messageId],
    });
    expect(first?.text).toMatch(/^Так, причіп можна додати\.\nОберіть тип «Причіп»\.\n\nOn .+, Марія Шевченко wrote:\n> Чи можна додати/);
    expect(first?.html).toContain('Оберіть тип «Причіп».');
    expect(second?.thread).toEqual([contact?.messageId, first?.messageId]);
    expect((await as().read(id)).body.data.replies.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent']);
    expect((await auditOf(id)).map(([, action]) => action)).toEqual(['message.reply', 'message.status', 'message.reply']);
  });

  test('sends one email for a repeated request', async () => {
    const id = await send();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => as().reply(id, { text: REPLY, replies_seen: 0 }, 'key-of-this-reply')),
    );
    expect(answers.map(({ status, body }) => [status, body.data.replies.length])).toEqual(Array(5).fill([201, 1]));
    await app.deliverMails();
    expect(app.mails.filter(({ to }) => to === 'maria@example.com')).toHaveLength(1);
  });

  test('rejects a reply of an administrator who has not seen the reply of another', async () => {
    const other = await anAdmin(app);
    const id = await send();
    const answers = await Promise.all([
      as().reply(id, { text: 'A', replies_seen: 0 }),
      as(other).reply(id, { text: 'B', replies_seen: 0 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('messagesApi.replied');
    expect((await as(other).reply(id, { text: 'B', replies_seen: 1 })).status).toBe(201);
    expect(await as().reply(id, { text: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'text', code: 'validation.required' }] },
    });
    expect(await as().reply(999_999)).toMatchObject({ status: 404, body: { code: 'messagesApi.404' } });
  });

  test('shows a reply that was not delivered, and sends it again', async () => {
    await app.close();
    let isRejecting = true;
    const sent: string[] = [];
    await open({
      contactEmail: undefined,
      mailer: {
        async send({ to, replyTo }: { to: string; replyTo?: string }) {
          if (isRejecting) throw new MailError('SMTP: 550', 'recipient', true);
          sent.push(`${to} ${replyTo}`);
        },
        close: () => undefined,
      },
    });
    const id = await send();
    await as().reply(id);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await app.deliverMails();
      app.clock.advance(15 * MINUTE);
    }
    const [reply] = (await as().read(id)).body.data.replies;
    expect(reply).toMatchObject({ state: 'failed', reason: 'recipient' });
    isRejecting = false;
    const again = () => app.request('POST', `/api/admin/mails/${reply.mail_id}/send`, { token: admin.token });
    expect((await Promise.all([again(), again()])).map(({ status }) => status)).toEqual([200, 200]);
    await app.deliverMails();
    expect(sent).toEqual(['maria@example.com undefined']);
    expect((await as().read(id)).body.data.replies).toMatchObject([{ state: 'sent', reason: null }]);
  });

  test('deletes answered messages with words, replies and emails after the retention period, and no others', async () => {
    await app.close();
    await open({ messageRetention: 10 * DAY });
    const before = await allRows(app);
    const old = await send();
    await as().reply(old);
    await app.deliverMails();
    app.clock.advance(8 * DAY);
    const waiting = await send();
    const recent = await send();
    await as().mark(recent, 'answered');
    app.clock.advance(3 * DAY);
    admin = await anAdmin(app);
    await sweep();
    expect(await idsOf('?status=all')).toEqual([recent, waiting]);
    expect((await as().read(old)).status).toBe(404);
    const after = await allRows(app);
    expect(after.feedback_replies).toEqual(before.feedback_replies);
    expect((after.mails as { kind: string; feedback_id: number }[]).filter(({ kind }) => kind === 'reply')).toEqual([]);
    expect((after.feedback_words as { feedback_id: number }[]).filter(({ feedback_id }) => feedback_id === old)).toEqual([]);
  });

  test('keeps answered messages and the state of their replies without a retention period', async () => {
    const id = await send();
    await as().reply(id);
    await app.deliverMails();
    app.clock.advance(4_000 * DAY);
    admin = await anAdmin(app);
    await sweep();
    expect((await as().read(id)).body.data.replies).toMatchObject([{ state: 'sent', mail_id: expect.any(Number) }]);
  });

  test('are deleted with the account of the sender, even under another address, with their waiting replies', async () => {
    await app.close();
    let isDown = true;
    const sent: string[] = [];
    await open({
      mailer: {
        async send({ to }: { to: string }) {
          if (isDown) throw new Error('down');
          sent.push(to);
        },
        close: () => undefined,
      },
    });
    const { token, email } = await anAccount(app);
    const ids = [await send({ email }), await send({ email: 'other@example.com' }, token)];
    for (const id of ids) await as().reply(id, { text: 'Дуже особиста відповідь' });
    expect((await deleteUser(app, token)).status).toBe(200);
    const rows = await allRows(app);
    expect([rows.feedback, rows.feedback_words, rows.feedback_replies]).toEqual([[], [], []]);
    expect(JSON.stringify(rows.mails)).not.toContain('особиста');
    // The attempts that are in progress end first.
    await app.deliverMails();
    isDown = false;
    app.clock.advance(15 * MINUTE);
    await app.deliverMails();
    expect(sent).toEqual([email]);
  });
});
