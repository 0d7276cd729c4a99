import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { MAIL_CONCURRENCY, MailError } from '#server/ports/mailer.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { insertMails, testMailer, warningsOf } from '#tests/support/mail-queue.ts';

const MANY = 60;
const refusal = () => new MailError('SMTP: EPROTOCOL, CONN, 421', 'server', false, true);

describe.each(DATABASES)('connections to the mail server on %s', (kind) => {
  const mailer = testMailer();
  let app: TestApp;
  /** Sends in progress by recipient, oldest first. */
  const open = new Map<string, PromiseWithResolvers<void>>();
  let onBegin: () => void = () => undefined;
  beforeAll(async () => {
    app = await testApp(kind, { mailer });
    app.clock.stop();
  });
  beforeEach(async () => {
    mailer.reset();
    await app.store.db.deleteFrom('mails').execute();
    // The limit after a connection that was not accepted has ended.
    app.clock.advance(2 * MINUTE);
  });
  // A failed test must not leave emails in progress for the next one.
  afterEach(async () => {
    vi.restoreAllMocks();
    mailer.reset();
    await app.store.db.updateTable('mails').set({ next_try_at: null }).execute();
    for (const { resolve } of open.values()) resolve();
    await app.deliverMails();
  });
  afterAll(() => app.close());

  /** Resolves when a send of this recipient, or this number of sends, is in progress. */
  const begun = (expected: string | number | undefined) =>
    new Promise<void>((resolve) => {
      onBegin = () => {
        if (typeof expected === 'number' ? open.size >= expected : open.has(expected ?? '')) resolve();
      };
      onBegin();
    });
  /** Starts the delivery of notices, which the test ends; resolves when that many are in progress. */
  async function beginNotices(count: number, inProgress: number) {
    mailer.onSend = ({ to }) => {
      const sent = Promise.withResolvers<void>();
      open.set(to, sent);
      onBegin();
      return sent.promise.finally(() => open.delete(to));
    };
    await insertMails(app, 'tariffEnds', count);
    const all = app.deliverMails();
    await begun(inProgress);
    return { all };
  }
  /** Starts the delivery of a code; returns its recipient. */
  async function addCode() {
    const [code] = await insertMails(app, 'code', 1);
    void app.deliverMails();
    return code;
  }
  const endAll = async (all: Promise<void>) => {
    mailer.onSend = async () => undefined;
    for (const { resolve } of open.values()) resolve();
    await all;
  };
  const rows = () => app.store.db.selectFrom('mails').select(['next_try_at', 'sent_at', 'failed_at', 'tries']).execute();
  const isEachSentOnce = async () => (await rows()).every(({ sent_at, tries }) => sent_at !== null && tries === 1);

  test('keeps a connection free for urgent emails', async () => {
    const { all } = await beginNotices(MANY, MAIL_CONCURRENCY - 1);
    await begun(await addCode());
    expect(open.size).toBe(MAIL_CONCURRENCY);
    await endAll(all);
    expect(await isEachSentOnce()).toBe(true);
  });

  test('begins no other email while results cannot be stored', async () => {
    const { all } = await beginNotices(MANY, MAIL_CONCURRENCY - 1);
    const { schema } = app.store.db;
    await schema.alterTable('mails').renameTo('renamed').execute();
    await endAll(all);
    await schema
      .alterTable('renamed' as 'mails')
      .renameTo('mails')
      .execute();
    expect(mailer.attempted).toHaveLength(MAIL_CONCURRENCY - 1);
  });

  describe('of a mail server that accepts three', () => {
    const ACCEPTED = 3;
    beforeEach(() => {
      let inProgress = 0;
      const taken = Promise.withResolvers<void>();
      mailer.onSend = async () => {
        if (inProgress === ACCEPTED) {
          taken.resolve();
          throw refusal();
        }
        inProgress++;
        await taken.promise;
        inProgress--;
      };
    });

    test('sends an email without a connection again at once', async () => {
      const warnings = warningsOf(app);
      await insertMails(app, 'code', MANY);
      await app.deliverMails();
      expect(await isEachSentOnce()).toBe(true);
      expect(warnings()).toContain('(code) is sent again over fewer connections: SMTP: EPROTOCOL, CONN, 421');
    });

    test('uses no more for a minute, one of them for urgent emails', async () => {
      await insertMails(app, 'code', MAIL_CONCURRENCY);
      await app.deliverMails();
      const { all } = await beginNotices(MANY, ACCEPTED - 1);
      await begun(await addCode());
      expect(open.size).toBe(ACCEPTED);
      app.clock.advance(MINUTE);
      void app.deliverMails();
      await begun(MAIL_CONCURRENCY - 1);
      await endAll(all);
    });
  });

  test('tries again later if the mail server accepts no connection', async () => {
    mailer.onSend = () => Promise.reject(refusal());
    await insertMails(app, 'code', MAIL_CONCURRENCY);
    await app.deliverMails();
    const later = isoTime(app.clock.now() + MINUTE);
    expect(await rows()).toEqual(Array(MAIL_CONCURRENCY).fill({ next_try_at: later, sent_at: null, failed_at: null, tries: 1 }));
  });
});
