import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { CODE_TTL } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import type { OutgoingMail } from '#server/ports/mailer.ts';
import { mailText } from '#server/texts.ts';
import { anEmail, aSentCode, mailedCode, postSendCode } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

describe.each(DATABASES)('mails on %s', (kind) => {
  let app: TestApp;
  afterEach(() => app.close());

  /** Hands mails on unless it is told to fail. */
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
    return mailer;
  }
  const rows = () => app.store.db.selectFrom('mails').selectAll().orderBy('id').execute();
  const erased = { subject: '', text_body: '', html_body: '', next_try_at: null };
  const send = (email: string) => postSendCode(app, { email });

  test('a request for a code is answered whether the mail server is there or not, and the mail follows when it is', async () => {
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

  test('tries come ever more seldom, and what is past its time is erased unsent', async () => {
    const mailer = await anApp();
    mailer.isDown = true;
    await send(anEmail());
    for (const [minutes, tries] of [
      [0, 1],
      [1, 2],
      [4, 2],
      [1, 3],
      [8, 3],
    ] as const) {
      app.clock.advance(minutes * MINUTE);
      await app.deliverMails();
      expect(mailer.tried).toHaveLength(tries);
    }
    expect((await rows())[0]?.text_body).not.toBe('');
    app.clock.advance(CODE_TTL - 14 * MINUTE);
    mailer.isDown = false;
    await app.deliverMails();
    expect(mailer.tried).toHaveLength(3);
    expect(await rows()).toMatchObject([{ ...erased, sent_at: null }]);
  });

  test('a newer code takes the place of one that waits', async () => {
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

  test('what a process took and did not finish is sent by another one after the lease, under the same Message-ID', async () => {
    const mailer = await anApp();
    await send(anEmail());
    await app.deliverMails();
    const [mail] = app.mails as [OutgoingMail];
    const taken = new Date(app.clock.now() + 5 * MINUTE).toISOString();
    await app.store.db
      .updateTable('mails')
      .set({ text_body: mail.text, subject: mail.subject, html_body: mail.html, sent_at: null, next_try_at: taken })
      .execute();
    app.clock.advance(4 * MINUTE);
    await app.deliverMails();
    expect(mailer.tried).toHaveLength(1);
    app.clock.advance(MINUTE);
    await app.deliverMails();
    expect(app.mails).toEqual([mail, mail]);
  });

  test('20 asked for at once go out once each', async () => {
    await anApp();
    const emails = Array.from({ length: 20 }, anEmail);
    await Promise.all(emails.map(send));
    await Promise.all([app.deliverMails(), app.deliverMails(), app.deliverMails()]);
    expect(app.mails.map(({ to }) => to).sort()).toEqual(emails.sort());
    expect(new Set(app.mails.map(({ messageId }) => messageId)).size).toBe(20);
  });

  test('a code that cannot be queued is 500 with its own key, and no code is left behind', async () => {
    await anApp();
    await app.store.db.schema.alterTable('mails').renameTo('gone').execute();
    expect(await send(anEmail())).toMatchObject({ status: 500, body: { success: false, code: 'api.sendCode.500' } });
    expect(await app.store.db.selectFrom('codes').selectAll().execute()).toEqual([]);
    await app.store.db.schema
      .alterTable('gone' as 'mails')
      .renameTo('mails')
      .execute();
  });

  test.each(LANGUAGES)('the mail in %s holds the code in a line of its own, and the page in its language', async (language) => {
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
    for (const key of ['greeting', 'intro', 'validity', 'ignore']) {
      const text = mailText(language, `code.${key}`);
      expect(text).not.toBe(`code.${key}`);
      expect(mail.text).toContain(text);
    }
    expect(mail.text.split('\n')).toContain(`    ${code}`);
  });

  test('nothing runs after the end, and a delivery that hangs does not hold it up', async () => {
    const mailer = await anApp();
    const begun = Promise.withResolvers<void>();
    mailer.send = () => {
      begun.resolve();
      return new Promise(() => undefined);
    };
    await send(anEmail());
    await begun.promise;
    const started = Date.now();
    await app.server.close();
    expect(Date.now() - started).toBeLessThan(4_000);
    expect(mailer.closed).toBe(1);
    await app.deliverMails();
  });

  test('a code in the table is gone once it was delivered', async () => {
    await anApp();
    const { code } = await aSentCode(app);
    expect(JSON.stringify(await rows())).not.toContain(code);
  });
});
