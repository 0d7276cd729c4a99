import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { mailText } from '#server/texts.ts';
import { anAccount, deleteUser, PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { DATABASES, type RequestOptions, type TestApp, testApp } from '#tests/support/app.ts';
import type { TestUser } from '#tests/support/builders.ts';

describe.each(DATABASES)('the language of emails on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(() => {
    app.mails.length = 0;
  });
  afterAll(() => app.close());

  const readUser = ({ token }: TestUser, options: RequestOptions = {}, query = '') =>
    app.request('GET', `/api/users/user${query}`, { token, ...options });
  const inLanguage = (language: string): RequestOptions => ({ headers: { 'accept-language': language } });
  /** Deletes the account without requesting a language; returns the language of the goodbye email. */
  async function languageOfGoodbye({ email, token }: TestUser): Promise<Language | undefined> {
    expect((await deleteUser(app, token)).status).toBe(200);
    await app.deliverMails();
    const subject = app.mails.find(({ to }) => to === email)?.subject;
    return (['ua', 'ru', 'en'] as const).find((language) => subject === mailText(language, 'accountDeleted.subject'));
  }

  test('is the language of the registration until another one is requested', async () => {
    const user = await anAccount(app);
    expect((await readUser(user)).status).toBe(200);
    expect((await readUser(user, inLanguage('de'))).status).toBe(200);
    expect(await languageOfGoodbye(user)).toBe('ua');
  });

  test('follows the language of a logged-in request', async () => {
    const user = await anAccount(app);
    expect((await readUser(user, inLanguage('en'))).status).toBe(200);
    expect((await readUser(user)).status).toBe(200);
    expect(await languageOfGoodbye(user)).toBe('en');
  });

  test('prefers ?lang= to the header', async () => {
    const user = await anAccount(app);
    expect((await readUser(user, inLanguage('en'), '?lang=ru')).status).toBe(200);
    expect(await languageOfGoodbye(user)).toBe('ru');
  });

  test('follows the language of the last successful login, not of a rejected one', async () => {
    const user = await anAccount(app);
    const { email } = user;
    expect((await postLogin(app, { email, password: PASSWORD }, inLanguage('ru-RU,ru;q=0.9'))).status).toBe(200);
    expect((await postLogin(app, { email, password: 'wrong' }, inLanguage('en'))).status).toBe(401);
    expect(await languageOfGoodbye(user)).toBe('ru');
  });

  test.runIf(kind === 'postgres')('is written only when it changes', async () => {
    const user = await anAccount(app);
    const version = async () => (await sql`select xmin::text from users where id = ${user.id}`.execute(app.store.db)).rows;
    const before = await version();
    await readUser(user, inLanguage('ua'));
    expect(await version()).toEqual(before);
    await readUser(user, inLanguage('en'));
    const after = await version();
    expect(after).not.toEqual(before);
    await readUser(user, inLanguage('en'));
    expect(await version()).toEqual(after);
  });
});
