import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { MailError } from '#server/ports/mailer.ts';
import { mailText } from '#server/texts.ts';
import { anAccount, changePassword, NEW_PASSWORD, PASSWORD } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { insertMails, testMailer, warningsOf } from '#tests/support/mail-queue.ts';
import { mailQueueRepo } from './mail-queue.repo.ts';

describe.each(DATABASES)('failed emails on %s', (kind) => {
  const mailer = testMailer();
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind, { mailer });
    app.clock.stop();
  });
  beforeEach(async () => {
    mailer.reset();
    await app.store.db.deleteFrom('mails').execute();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => app.close());

  const rows = () => app.store.db.selectFrom('mails').selectAll().orderBy('id').execute();
  /** Delivers the due emails and advances the clock by `step` milliseconds, repeatedly; returns the times of the attempts. */
  async function deliverEvery(step: number, times: number): Promise<number[]> {
    const attemptedAt: number[] = [];
    for (let n = 0; n < times; n++) {
      const before = mailer.attempted.length;
      await app.deliverMails();
      if (mailer.attempted.length > before) attemptedAt.push(app.clock.now());
      app.clock.advance(step);
    }
    return attemptedAt;
  }
  const failWith = (error: Error) => {
    mailer.onSend = () => Promise.reject(error);
  };

  test('retries an email without expiry for up to five days, then marks it as failed and keeps its body', async () => {
    failWith(new Error('the mail server is down'));
    await insertMails(app, 'orderMade', 1);
    const queuedAt = app.clock.now();
    const attemptedAt = await deliverEvery(HOUR, 7 * 24);
    const last = attemptedAt.at(-1) as number;
    expect(last - queuedAt).toBeGreaterThan(4 * DAY);
    expect(last - queuedAt).toBeLessThanOrEqual(5 * DAY);
    expect(await rows()).toMatchObject([
      { next_try_at: null, sent_at: null, failed_at: expect.any(String), failure: 'server', text_body: 'b', tries: attemptedAt.length },
    ]);
  });

  test.each([
    ['recipient', 'loginLocked', null, 'b'],
    ['message', 'code', DAY, ''],
  ] as const)('fails after three attempts if the %s is rejected permanently, and erases secrets', async (source, kindOfMail, ttl, body) => {
    failWith(new MailError('SMTP: 550', source, true));
    const warnings = warningsOf(app);
    const recipients = await insertMails(app, kindOfMail, 1, { expires_at: ttl === null ? null : isoTime(app.clock.now() + ttl) });
    expect(await deliverEvery(5 * MINUTE, 12)).toHaveLength(3);
    expect(await rows()).toMatchObject([{ failure: source, tries: 3, next_try_at: null, text_body: body, failed_at: expect.any(String) }]);
    expect(warnings()).toContain(`(${kindOfMail}) was given up after try 3: SMTP: 550`);
    expect(warnings()).not.toContain(recipients[0]);
  });

  test('continues after three attempts if the rejection is temporary', async () => {
    failWith(new MailError('SMTP: 451', 'recipient', false));
    await insertMails(app, 'loginLocked', 1);
    expect((await deliverEvery(HOUR, 24)).length).toBeGreaterThan(3);
    expect(await rows()).toMatchObject([{ failed_at: null, failure: 'recipient', next_try_at: expect.any(String) }]);
  });

  test('erases expired codes; the reason is expired only for a code without a failed attempt', async () => {
    const expires_at = isoTime(app.clock.now() + MINUTE);
    await insertMails(app, 'code', 1, { expires_at });
    failWith(new Error('down'));
    await app.deliverMails();
    await insertMails(app, 'code', 1, { expires_at });
    app.clock.advance(MINUTE);
    mailer.reset();
    await app.deliverMails();
    expect(mailer.attempted).toEqual([]);
    const erased = { subject: '', text_body: '', html_body: '', next_try_at: null, failed_at: expect.any(String) };
    expect(await rows()).toMatchObject([
      { ...erased, failure: 'server', tries: 1 },
      { ...erased, failure: 'expired', tries: 0 },
    ]);
  });

  test('marks a code that expires during its delivery as sent', async () => {
    await insertMails(app, 'code', 1, { expires_at: isoTime(app.clock.now() + MINUTE) });
    mailer.onSend = async () => {
      app.clock.advance(MINUTE);
      // Another process does this at its next poll.
      await mailQueueRepo(app.store.db, kind).failExpired(isoTime(app.clock.now()));
    };
    await app.deliverMails();
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String), failed_at: null, next_try_at: null, text_body: '' }]);
  });

  test('delivers in the next run after one that failed before its first query', async () => {
    const { now } = app.clock;
    app.clock.now = () => {
      throw new Error('no time');
    };
    await app.deliverMails().finally(() => Object.assign(app.clock, { now }));
    await insertMails(app, 'orderMade', 1);
    await app.deliverMails();
    expect(mailer.attempted).toHaveLength(1);
  });

  test('deletes the email about a deleted account after a permanent rejection', async () => {
    failWith(new MailError('SMTP: 550', 'recipient', true));
    await insertMails(app, 'accountDeleted', 1, { expires_at: isoTime(app.clock.now() + 7 * DAY) });
    await deliverEvery(5 * MINUTE, 4);
    expect(mailer.attempted).toHaveLength(3);
    expect(await rows()).toEqual([]);
  });

  test('logs an unknown error without its message, which may contain the recipient', async () => {
    const warnings = warningsOf(app);
    mailer.onSend = ({ to }) => Promise.reject(Object.assign(new Error(`no such user: ${to}`), { code: 'EODD', to }));
    const recipients = await insertMails(app, 'code', 1);
    await app.deliverMails();
    expect(warnings()).toContain('was not delivered after try 1: EODD');
    expect(warnings()).not.toContain(recipients[0]);
  });

  test('sends all waiting notices of one kind to one recipient', async () => {
    failWith(new Error('down'));
    const { email, token } = await anAccount(app);
    const back = { passwordCurrent: NEW_PASSWORD, passwordNew: PASSWORD, passwordConfirm: PASSWORD };
    for (const change of [{}, back]) expect((await changePassword(app, token, change)).status).toBe(200);
    await app.deliverMails();
    mailer.reset();
    app.clock.advance(MINUTE);
    await app.deliverMails();
    const subject = mailText('ua', 'passwordChanged.subject');
    expect(mailer.attempted).toMatchObject([
      { to: email, subject },
      { to: email, subject },
    ]);
  });
});
