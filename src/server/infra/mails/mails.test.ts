import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { CODE_TTL } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import type { OutgoingMail } from '#server/ports/mailer.ts';
import { mailText } from '#server/texts.ts';
import { anEmail, aSentCode, mailedCode, postSendCode } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

describe.each(DATABASES)('emails on %s', (kind) => {
  let app: TestApp;
  afterEach(() => app.close());

  /** An app whose mailer delivers emails unless `isDown` is set. */
  async function anApp() {
    const tried: OutgoingMail[] = [];
    const mailer = {
      tried,
      isDown: false,
      closed: 0,
      async send(mail: OutgoingMail) {
        tried.push(mail);
        if (mailer.isDown) throw new Error('the mail server is down');
        app.mails.push(mail);
      },
      close() {
        mailer.closed += 1;
      },
    };
    app = await testApp(kind, { mailer });
    app.clock.stop();
    return mailer;
  }
  const rows = () => app.store.db.selectFrom('mails').selectAll().orderBy('id').execute();
  const erased = { subject: '', text_body: '', html_body: '', next_try_at: null };
  const send = (email: string) => postSendCode(app, { email });

  test('answers a request for a code while the mail server is down, and delivers the code later', async () => {
    const mailer = await anApp();
    mailer.isDown = true;
    const email = anEmail();
    expect((await send(email)).status).toBe(200);
    await app.deliverMails();
    expect(mailer.tried).toHaveLength(1);
    await app.deliverMails();
    app.clock.advance(MINUTE - 5_000);
    await app.deliverMails();
    expect(mailer.tried).toHaveLength(1);
    mailer.isDown = false;
    app.clock.advance(5_000);
    await app.deliverMails();
    expect(app.mails).toEqual([mailer.tried[0]]);
    expect(await rows()).toMatchObject([{ ...erased, tries: 2, sent_at: expect.any(String) }]);
    await app.deliverMails();
    expect(app.mails).toHaveLength(1);
  });

  test('retries at growing intervals, and erases an expired code unsent', async () => {
    const mailer = await anApp();
    mailer.isDown = true;
    await send(anEmail());
    for (const [minutes, attempts] of [
      [0, 1],
      [1, 2],
      [4, 2],
      [1, 3],
      [8, 3],
    ] as const) {
      app.clock.advance(minutes * MINUTE);
      await app.deliverMails();
      expect(mailer.tried).toHaveLength(attempts);
    }
    expect((await rows())[0]?.text_body).not.toBe('');
    app.clock.advance(CODE_TTL - 14 * MINUTE);
    mailer.isDown = false;
    await app.deliverMails();
    expect(mailer.tried).toHaveLength(3);
    expect(await rows()).toMatchObject([{ ...erased, sent_at: null }]);
  });

  test('replaces a waiting code with a newer one', async () => {
    const mailer = await anApp();
    mailer.isDown = true;
    const email = anEmail();
    await send(email);
    await app.deliverMails();
    mailer.isDown = false;
    await send(email);
    app.clock.advance(2 * MINUTE);
    await app.deliverMails();
    expect(app.mails).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { ...erased, sent_at: null },
      { ...erased, sent_at: expect.any(String) },
    ]);
  });

  test('sends an email of a stopped process again after its lease, with the same Message-ID', async () => {
    const mailer = await anApp();
    await send(anEmail());
    await app.deliverMails();
    const [mail] = app.mails as [OutgoingMail];
    const leaseUntil = new Date(app.clock.now() + 5 * MINUTE).toISOString();
    await app.store.db
      .updateTable('mails')
      .set({ text_body: mail.text, subject: mail.subject, html_body: mail.html, sent_at: null, next_try_at: leaseUntil })
      .execute();
    app.clock.advance(4 * MINUTE);
    await app.deliverMails();
    expect(mailer.tried).toHaveLength(1);
    app.clock.advance(MINUTE);
    await app.deliverMails();
    expect(app.mails).toEqual([mail, mail]);
  });

  test('sends each of 20 concurrent codes once', async () => {
    await anApp();
    const emails = Array.from({ length: 20 }, anEmail);
    await Promise.all(emails.map(send));
    await Promise.all([app.deliverMails(), app.deliverMails(), app.deliverMails()]);
    expect(app.mails.map(({ to }) => to).sort()).toEqual(emails.sort());
    expect(new Set(app.mails.map(({ messageId }) => messageId)).size).toBe(20);
  });

  test('answers 500 with its own error code when a code cannot be queued, and stores no code', async () => {
    await anApp();
    await app.store.db.schema.alterTable('mails').renameTo('renamed').execute();
    expect(await send(anEmail())).toMatchObject({ status: 500, body: { success: false, code: 'api.sendCode.500' } });
    expect(await app.store.db.selectFrom('codes').selectAll().execute()).toEqual([]);
    await app.store.db.schema
      .alterTable('renamed' as 'mails')
      .renameTo('mails')
      .execute();
  });

  test.each(LANGUAGES)('renders the email in %s with the code on its own line and the lang attribute', async (language) => {
    await anApp();
    const email = anEmail();
    await postSendCode(app, { email }, { headers: { 'accept-language': language } });
    const code = await mailedCode(app, email);
    const mail = app.mails[0] as OutgoingMail;
    expect(mail).toMatchObject({
      to: email,
      subject: mailText(language, 'code.subject', { code }),
      messageId: expect.stringMatching(/^<[\w-]{22}@carnet\.test>$/),
    });
    expect(mail.html).toContain(`lang="${{ ua: 'uk', ru: 'ru', en: 'en' }[language]}"`);
    for (const key of ['greeting', 'intro', 'validity', 'ignore'] as const) {
      const text = mailText(language, `code.${key}`);
      expect(text).not.toBe(`code.${key}`);
      expect(mail.text).toContain(text);
    }
    expect(mail.text.split('\n')).toContain(`    ${code}`);
  });

  test('stops despite a hanging delivery, and delivers nothing afterwards', async () => {
    const mailer = await anApp();
    const sending = Promise.withResolvers<void>();
    mailer.send = () => {
      sending.resolve();
      return new Promise(() => undefined);
    };
    await send(anEmail());
    await sending.promise;
    const started = Date.now();
    await app.server.close();
    expect(Date.now() - started).toBeLessThan(4_000);
    expect(mailer.closed).toBe(1);
    await app.deliverMails();
  });

  test('erases a code from the table after its delivery', async () => {
    await anApp();
    const { code } = await aSentCode(app);
    expect(JSON.stringify(await rows())).not.toContain(code);
  });
});
