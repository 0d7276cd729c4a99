import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FEEDBACKS_PER_HOUR } from '#contract/limits.ts';
import { isoTime } from '#server/ports/clock.ts';
import { MAIL_CONCURRENCY, type OutgoingMail } from '#server/ports/mailer.ts';
import { anEmail, postSendCode } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, feedbackBody } from '#tests/support/builders.ts';
import { insertMails, testMailer } from '#tests/support/mail-queue.ts';

const OWNER = 'owner@example.com';
const MESSAGES = 100;
const NOTICES = 2_000;

describe.each(DATABASES)('the order of emails on %s', (kind) => {
  const mailer = testMailer();
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind, { mailer, contactEmail: OWNER });
  });
  let release: () => void = () => undefined;
  beforeEach(async () => {
    mailer.reset();
    await app.store.db.deleteFrom('mails').execute();
  });
  // A failed test must not leave emails in progress for the next one.
  afterEach(() => release());
  afterAll(() => app.close());

  /** Delays all emails except those to one address; `tried` resolves at the first attempt for that address. */
  function delayAllBut(email: string) {
    const barrier = Promise.withResolvers<void>();
    const tried = Promise.withResolvers<OutgoingMail>();
    mailer.onSend = (mail) => {
      if (mail.to !== email) return barrier.promise;
      tried.resolve(mail);
      return Promise.resolve();
    };
    release = barrier.resolve;
    return { tried: tried.promise };
  }
  const waiting = async (): Promise<number> =>
    (await app.store.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length;

  test('sends a code before the contact messages of one user, although none of them is delivered', async () => {
    const { token } = await aUser(app);
    const email = anEmail();
    const delayed = delayAllBut(email);
    for (let n = 0; n < FEEDBACKS_PER_HOUR; n++)
      expect((await app.request('POST', '/api/feedback/send', { token, body: feedbackBody() })).status).toBe(200);
    expect((await postSendCode(app, { email })).status).toBe(200);
    expect((await delayed.tried).to).toBe(email);
    const before = mailer.attempted.findIndex(({ to }) => to === email);
    expect(before).toBeLessThan(MAIL_CONCURRENCY);
    release();
    await app.deliverMails();
    expect(mailer.attempted.filter(({ to }) => to === OWNER)).toHaveLength(FEEDBACKS_PER_HOUR);
    expect(await waiting()).toBe(0);
  });

  test(`sends a code before ${NOTICES} notices`, async () => {
    const email = anEmail();
    await insertMails(app, 'tariffEnds', NOTICES);
    const delayed = delayAllBut(email);
    const all = app.deliverMails();
    expect((await postSendCode(app, { email })).status).toBe(200);
    await delayed.tried;
    expect(mailer.attempted.length).toBeLessThanOrEqual(MAIL_CONCURRENCY);
    // Notices that were not attempted must not be sent in other tests.
    await app.store.db.updateTable('mails').set({ next_try_at: null }).where('tries', '=', 0).execute();
    release();
    await all;
  });

  test('sends each email once when several deliveries run at once', async () => {
    const recipients = await insertMails(app, 'tariffEnds', MESSAGES);
    await Promise.all([app.deliverMails(), app.deliverMails(), app.deliverMails()]);
    expect(mailer.attempted.map(({ to }) => to).sort()).toEqual(recipients.sort());
    expect(await waiting()).toBe(0);
  });

  test('sends codes and warnings first, then emails about one user, then bulk emails', async () => {
    const kinds = [
      'contact',
      'tariffEnded',
      'orderMade',
      'tariffEnds',
      'accountDeleted',
      'loginLocked',
      'code',
      'passwordChanged',
      'reset',
    ] as const;
    // One statement makes all of them due at the same time.
    for (const one of kinds) await insertMails(app, one, 1, { subject: one, next_try_at: null });
    await app.store.db
      .updateTable('mails')
      .set({ next_try_at: isoTime(app.clock.now()) })
      .execute();
    await app.deliverMails();
    expect(mailer.attempted.map(({ subject }) => subject)).toEqual([
      ...['loginLocked', 'code', 'passwordChanged', 'reset'],
      ...['orderMade', 'accountDeleted'],
      ...['contact', 'tariffEnded', 'tariffEnds'],
    ]);
  });

  test(`sends up to ${MAIL_CONCURRENCY} emails at a time`, async () => {
    let inProgress = 0;
    const counts: number[] = [];
    const full = Promise.withResolvers<void>();
    mailer.onSend = async () => {
      inProgress += 1;
      counts.push(inProgress);
      if (inProgress === MAIL_CONCURRENCY) full.resolve();
      await full.promise;
      inProgress -= 1;
    };
    await insertMails(app, 'code', 4 * MAIL_CONCURRENCY);
    await app.deliverMails();
    expect(counts).toHaveLength(4 * MAIL_CONCURRENCY);
    expect(Math.max(...counts)).toBe(MAIL_CONCURRENCY);
  });
});
