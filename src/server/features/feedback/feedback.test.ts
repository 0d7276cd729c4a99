import { afterEach, describe, expect, test } from 'vitest';
import { BUSINESS_FEEDBACKS_PER_HOUR, FEEDBACKS_PER_HOUR } from '#contract/limits.ts';
import { HOUR, MINUTE } from '#contract/time.ts';
import { errorText } from '#server/texts.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type RequestOptions, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, feedbackBody } from '#tests/support/builders.ts';

const OWNER = 'owner@example.com';
const AT_ONCE = 40;

describe.each(DATABASES)('contact messages on %s', (kind) => {
  let app: TestApp;
  afterEach(() => app.close());

  const open = async (contactEmail?: string, overrides: object = {}) => {
    app = await testApp(kind, { contactEmail, ...overrides });
  };
  const send = (overrides: Record<string, string> = {}, options: RequestOptions = {}): Promise<Answer> =>
    app.request('POST', '/api/feedback/send', { body: feedbackBody(overrides), ...options });
  const rows = () => app.store.db.selectFrom('feedback').selectAll().orderBy('id').execute();
  const mailed = async () => {
    await app.deliverMails();
    return app.mails;
  };

  test('stores the message of a visitor and emails it to the owner, in the visitor’s language and with Reply-To', async () => {
    await open(OWNER);
    const userMessage = 'Рядок один <b>\nрядок "два" & три';
    const answer = await send({ email: ' Maria@Example.com ', userMessage }, { headers: { 'accept-language': 'ua' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, code: 'feedbackApi.send.success', message: errorText('ua', 'feedbackApi.send.success') },
    });
    expect(await rows()).toMatchObject([
      {
        user_id: null,
        first_name: 'Марія',
        last_name: 'Шевченко',
        email: 'maria@example.com',
        text: userMessage,
        language: 'ua',
        is_priority: 0,
      },
    ]);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: OWNER, replyTo: 'maria@example.com', subject: 'Лист із сайту Carnet: Марія Шевченко' });
    expect(mail).not.toHaveProperty('isPriority');
    expect(mail?.text).toContain('    Рядок один <b>\n    рядок "два" & три\n');
    expect(mail?.html).toContain('Рядок один &lt;b&gt;\nрядок &quot;два&quot; &amp; три');
  });

  test('only stores the message if there is no contact address', async () => {
    await open();
    expect((await send()).status).toBe(200);
    expect(await rows()).toHaveLength(1);
    expect(await mailed()).toEqual([]);
  });

  test('emails all of several queued messages', async () => {
    await open(OWNER);
    for (const userMessage of ['Перше довге повідомлення', 'Друге довге повідомлення', 'Третє довге повідомлення'])
      await send({ userMessage });
    expect(await mailed()).toHaveLength(3);
  });

  test('keeps messages of other senders when the account with the contact address is deleted', async () => {
    // The mailer fails, so that no email is delivered before the account is deleted.
    await open(OWNER, { mailer: { send: () => Promise.reject(new Error('down')), close: () => undefined } });
    const owner = await anAccount(app);
    await app.store.db.updateTable('users').set({ email: OWNER }).where('id', '=', owner.id).execute();
    await send();
    await send({ email: OWNER });
    expect((await deleteUser(app, owner.token)).status).toBe(200);
    const waiting = await app.store.db
      .selectFrom('mails')
      .select(['kind', 'reply_to'])
      .where('recipient', '=', OWNER)
      .orderBy('id')
      .execute();
    expect(waiting).toEqual([
      { kind: 'contact', reply_to: 'maria@example.com' },
      { kind: 'accountDeleted', reply_to: null },
    ]);
  });

  test.each([
    ['business', 30, true],
    ['business', -1, false],
    ['family', 30, false],
    ['basic', 30, false],
  ] as const)('tariff %s with %i days left: priority %s', async (tariff, days, isPriority) => {
    await open(OWNER);
    const user = await aUser(app, { tariff, days });
    expect((await send({}, { token: user.token })).status).toBe(200);
    expect(await rows()).toMatchObject([{ user_id: user.id, is_priority: isPriority ? 1 : 0 }]);
    const [mail] = await mailed();
    expect(mail?.isPriority).toBe(isPriority || undefined);
    expect(mail?.subject.startsWith('[Пріоритет]')).toBe(isPriority);
  });

  test('treats the address of a business user without a token, and an invalid token, as a visitor', async () => {
    await open(OWNER);
    const user = await aUser(app, { tariff: 'business' });
    for (const options of [{}, { token: 'nobody' }, { headers: { authorization: 'Basic x' } }, { token: 'x'.repeat(500) }])
      expect((await send({ email: user.email }, options)).status).toBe(200);
    expect((await rows()).map(({ user_id, is_priority }) => [user_id, is_priority])).toEqual(Array(4).fill([null, 0]));
  });

  test('answers each failure with the same error code, plus field errors', async () => {
    await open();
    const failed = { success: false, code: 'feedbackApi.send.error', message: errorText('ua', 'feedbackApi.send.error') };
    for (const [overrides, field, code] of [
      [{ firstName: 'Ян' }, 'firstName', 'validation.name'],
      [{ firstName: '' }, 'firstName', 'validation.required'],
      [{ lastName: 'R2D2' }, 'lastName', 'validation.name'],
      [{ email: 'nobody' }, 'email', 'validation.email'],
      [{ userMessage: ' закоротко      ' }, 'userMessage', 'validation.message'],
      [{ userMessage: ' ' }, 'userMessage', 'validation.required'],
      [{ userMessage: 'x'.repeat(5_001) }, 'userMessage', 'validation.tooLong'],
    ] as const) {
      expect(await send(overrides)).toMatchObject({ status: 400, body: { ...failed, errors: [{ field, code }] } });
    }
    const broken = { body: '{"a', headers: { 'content-type': 'application/json' } };
    expect(await send({}, broken)).toMatchObject({ status: 400, body: failed });
    const huge = { body: JSON.stringify({ userMessage: 'x'.repeat(70_000) }), headers: { 'content-type': 'application/json' } };
    expect(await send({}, huge)).toMatchObject({ status: 413, body: failed });
    expect(await rows()).toEqual([]);
    await app.store.db.schema.alterTable('feedback').renameTo('renamed').execute();
    expect(await send()).toMatchObject({ status: 500, body: failed });
  });

  test.each([
    ['basic', FEEDBACKS_PER_HOUR],
    ['business', BUSINESS_FEEDBACKS_PER_HOUR],
  ] as const)('limits the messages of a user with the tariff %s to %i an hour, from any address', async (tariff, max) => {
    await open();
    app.clock.stop();
    const { token } = await aUser(app, { tariff });
    for (let n = 0; n < max; n++) expect((await send({}, { token, address: `203.0.113.${n}` })).status).toBe(200);
    const limited = await send({}, { token });
    const message = errorText('ua', 'api.429.hour');
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': '3600' }, body: { code: 'feedbackApi.send.error', message } });
    expect((await send()).status).toBe(200);
    expect((await send({}, { token: (await aUser(app)).token })).status).toBe(200);
    app.clock.advance(HOUR + 1);
    expect((await send({}, { token })).status).toBe(200);
  });

  test(`${AT_ONCE} parallel messages of one address: accepts ${FEEDBACKS_PER_HOUR} and answers the others with Retry-After`, async () => {
    // Messages wait for the count of their address longer than usual while the machine is busy.
    await open(undefined, { limits: { statement: MINUTE, lock: MINUTE } });
    for (let n = 0; n < 5; n++) expect((await send({ email: '' })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send()));
    const limited = answers.filter(({ status }) => status !== 200);
    expect(limited).toHaveLength(AT_ONCE - FEEDBACKS_PER_HOUR);
    for (const answer of limited) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'feedbackApi.send.error' } });
      expect(Number(answer.headers['retry-after'])).toSatisfy((seconds: number) => seconds > 3_500 && seconds <= 3_600);
    }
    expect(await rows()).toHaveLength(FEEDBACKS_PER_HOUR);
    const { token } = await aUser(app);
    expect((await send({}, { token })).status).toBe(200);
  });
});
