import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { MAIL_CONCURRENCY, MailError } from '#server/ports/mailer.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { insertMails, sendAt, testMailer, warningsOf } from '#tests/support/mail-queue.ts';
import { mailPlaces } from './mail-places.service.ts';
import { URGENT } from './mail-urgency.rules.ts';

const MANY = 60;
const refusal = () => new MailError('SMTP: EPROTOCOL, CONN, 421', 'server', false, true);

describe.each(DATABASES)('the places for emails on %s', (kind) => {
  const mailer = testMailer();
  let app: TestApp;
  const statements = { claims: 0, results: 0 };
  function countStatements({ sql }: { sql: string }): void {
    if (sql.startsWith('with "due"')) statements.claims++;
    if (sql.startsWith('update "mails" set "sent_at"')) statements.results++;
  }
  /** Sends in progress by recipient, oldest first. */
  const open = new Map<string, PromiseWithResolvers<void>>();
  let onBegin: () => void = () => undefined;
  beforeAll(async () => {
    app = await testApp(kind, { mailer, onQuery: countStatements });
    app.clock.stop();
  });
  beforeEach(async () => {
    await sendAt('slow', app, mailer);
    // The limit after a refused connection has ended.
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

  /** From now on, sends end when the test ends them. */
  function hold() {
    mailer.onSend = ({ to }) => {
      const sent = Promise.withResolvers<void>();
      open.set(to, sent);
      onBegin();
      return sent.promise.finally(() => open.delete(to));
    };
  }
  /** Resolves when a send of this recipient, or this number of sends, is in progress. */
  const begun = (expected: string | number | undefined) =>
    new Promise<void>((resolve) => {
      onBegin = () => {
        if (typeof expected === 'number' ? open.size >= expected : open.has(expected ?? '')) resolve();
      };
      onBegin();
    });
  /** Starts the delivery of notices, which the test ends; resolves when that many are in progress. */
  async function beginNotices(count: number, inProgress: number, from = app) {
    hold();
    const recipients = await insertMails(from, 'tariffEnds', count);
    const all = from.deliverMails();
    await begun(inProgress);
    return { recipients, all };
  }
  /** Starts the delivery of a code; returns its recipient. */
  async function addCode() {
    const [code] = await insertMails(app, 'code', 1);
    void app.deliverMails();
    return code;
  }
  const end = ([recipient] = [...open.keys()]) => open.get(recipient ?? '')?.resolve();
  const endAll = async (all: Promise<void>) => {
    mailer.onSend = async () => undefined;
    for (const { resolve } of open.values()) resolve();
    await all;
  };
  /** Emails that are claimed or sent. */
  const claimed = async () => (await rows()).filter(({ tries }) => tries === 1).length;
  const rows = () => app.store.db.selectFrom('mails').select(['next_try_at', 'sent_at', 'failed_at', 'tries']).execute();
  const attempted = () => mailer.attempted.map(({ to }) => to);

  test('keeps a place free for urgent emails until the mail server is known to be quick', async () => {
    const { all } = await beginNotices(MANY, MAIL_CONCURRENCY - 1);
    await begun(await addCode());
    expect(open.size).toBe(MAIL_CONCURRENCY);
    await endAll(all);
    expect((await rows()).every(({ sent_at, tries }) => sent_at !== null && tries === 1)).toBe(true);
  });

  test('sends notices in all places while the mail server is quick, and an urgent email in the next free one', async () => {
    await sendAt('quick', app, mailer);
    const { all } = await beginNotices(MANY, MAIL_CONCURRENCY);
    const code = await addCode();
    end();
    await begun(code);
    expect(attempted()).toHaveLength(MAIL_CONCURRENCY + 1);
    await endAll(all);
  });

  test('keeps a place free while one email takes longer than a second', async () => {
    await sendAt('quick', app, mailer);
    const { all } = await beginNotices(1, 1);
    app.clock.advance(2 * SECOND);
    await insertMails(app, 'tariffEnds', MANY);
    void app.deliverMails();
    await begun(MAIL_CONCURRENCY - 1);
    await begun(await addCode());
    expect(open.size).toBe(MAIL_CONCURRENCY);
    await endAll(all);
  });

  test('claims several emails with one statement while the mail server is quick, and stores several results with one', async () => {
    await sendAt('quick', app, mailer);
    await insertMails(app, 'tariffEnds', MANY);
    Object.assign(statements, { claims: 0, results: 0 });
    await app.deliverMails();
    expect(attempted()).toHaveLength(MANY);
    expect(statements.claims).toBeLessThan(MANY / 3);
    expect(statements.results).toBeGreaterThan(0);
    expect(statements.results).toBeLessThan(MANY);
  });

  test('makes emails due again that wait for a place for too long, for other processes', async () => {
    await sendAt('quick', app, mailer);
    const { recipients, all } = await beginNotices(MANY, MAIL_CONCURRENCY);
    const waiting = async () => (await rows()).filter(({ next_try_at }) => next_try_at === isoTime(app.clock.now())).length;
    await vi.waitFor(async () => expect(await claimed()).toBeGreaterThan(MAIL_CONCURRENCY));
    app.clock.advance(11 * SECOND);
    void app.deliverMails();
    await vi.waitFor(async () => expect(await claimed()).toBe(MAIL_CONCURRENCY));
    expect(await waiting()).toBeGreaterThan(0);
    const other = await testApp(kind, { mailer: testMailer(), database: app.database });
    other.clock.stop(app.clock.now());
    await other.deliverMails();
    await other.close();
    await endAll(all);
    expect(attempted()).toHaveLength(MAIL_CONCURRENCY);
    expect((await rows()).filter(({ sent_at, tries }) => sent_at !== null && tries === 1)).toHaveLength(recipients.length);
  });

  test('sends emails that waited for a place for too long when there is one, without another look', async () => {
    await sendAt('quick', app, mailer);
    hold();
    const recipients = await insertMails(app, 'tariffEnds', 2 * MAIL_CONCURRENCY);
    const all = app.deliverMails();
    await vi.waitFor(async () => expect(await claimed()).toBe(recipients.length));
    app.clock.advance(11 * SECOND);
    await endAll(all);
    expect(attempted().sort()).toEqual(recipients.sort());
  });

  test('begins few other emails while results cannot be stored', async () => {
    await sendAt('quick', app, mailer);
    const { all } = await beginNotices(MANY, MAIL_CONCURRENCY);
    await vi.waitFor(async () => expect(await claimed()).toBeGreaterThan(MAIL_CONCURRENCY));
    const { schema } = app.store.db;
    await schema.alterTable('mails').renameTo('renamed').execute();
    await endAll(all);
    await schema
      .alterTable('renamed' as 'mails')
      .renameTo('mails')
      .execute();
    expect(attempted().length).toBeLessThanOrEqual(2 * MAIL_CONCURRENCY);
  });

  test('gives emails back at a stop that were not attempted', async () => {
    const stopped = await testApp(kind, { mailer, database: app.database });
    await sendAt('quick', stopped, mailer);
    const { all } = await beginNotices(MANY, MAIL_CONCURRENCY, stopped);
    await vi.waitFor(async () => expect(await claimed()).toBeGreaterThan(MAIL_CONCURRENCY));
    const closed = stopped.close();
    await vi.waitFor(async () => expect(await claimed()).toBe(MAIL_CONCURRENCY));
    await endAll(all);
    await closed;
    expect(attempted()).toHaveLength(MAIL_CONCURRENCY);
  });

  describe('of a mail server that accepts three connections', () => {
    const ACCEPTED = 3;
    let refused = 0;
    beforeEach(() => {
      refused = 0;
      let inProgress = 0;
      mailer.onSend = async () => {
        if (inProgress === ACCEPTED) {
          refused++;
          throw refusal();
        }
        inProgress++;
        await new Promise((resolve) => setImmediate(resolve));
        inProgress--;
      };
    });

    test('sends an email whose connection was refused again at once, over fewer connections for a minute', async () => {
      const warnings = warningsOf(app);
      await insertMails(app, 'code', MANY);
      await app.deliverMails();
      expect(refused).toBe(MAIL_CONCURRENCY - ACCEPTED);
      expect((await rows()).every(({ sent_at, tries }) => sent_at !== null && tries === 1)).toBe(true);
      expect(warnings()).toContain('(code) is sent again over fewer connections: SMTP: EPROTOCOL, CONN, 421');
      app.clock.advance(MINUTE);
      await insertMails(app, 'code', MANY);
      await app.deliverMails();
      expect(refused).toBe(2 * (MAIL_CONCURRENCY - ACCEPTED));
    });

    test('keeps one of the accepted places free for urgent emails', async () => {
      await insertMails(app, 'code', MAIL_CONCURRENCY);
      await app.deliverMails();
      mailer.attempted = [];
      await sendAt('slow', app, mailer);
      const { all } = await beginNotices(MANY, ACCEPTED - 1);
      await begun(await addCode());
      expect(open.size).toBe(ACCEPTED);
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

test('no email begins while more results are being stored than there are places', () => {
  const places = mailPlaces({ now: () => 0 });
  const taken = Array.from({ length: MAIL_CONCURRENCY + 1 }, () => places.take());
  for (const place of taken) place.answered();
  expect(places.free(URGENT)).toBe(0);
  taken[0]?.stored();
  expect(places.free(URGENT)).toBe(MAIL_CONCURRENCY);
});
