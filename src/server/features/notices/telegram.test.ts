import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { telegramBot } from '#server/ports/telegram.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';
import { type FakeTelegram, fakeTelegram } from '#tests/support/telegram.ts';

/** Noon in Kyiv, in winter: 10:00 UTC. */
const NOON = Date.parse('2026-01-12T10:00:00Z');

describe.each(DATABASES)('Telegram on %s', (kind) => {
  let app: TestApp;
  let telegram: FakeTelegram;
  beforeAll(async () => {
    telegram = await fakeTelegram();
    app = await testApp(kind, { telegram: telegramBot(telegram.bot) });
  });
  beforeEach(async () => {
    await app.store.db.deleteFrom('notice_accounts').execute();
    await app.store.db.deleteFrom('telegram_links').execute();
    await app.store.db.deleteFrom('telegram_messages').execute();
    await app.store.db.updateTable('jobs').set({ due_at: '', lease: null }).execute();
    await app.store.db.updateTable('telegram_bot').set({ paused_until: '', lease_until: '' }).execute();
    app.clock.stop(NOON);
    telegram.sent.length = 0;
    telegram.failures.length = 0;
    await app.forgetMails();
  });
  afterAll(async () => {
    await app.close();
    await telegram.close();
  });

  const { inDays, aPlan, aDrivenCar } = servicePlans(() => app);
  let lastChat = 100;
  type User = { id: number; token: string };

  /** What the bot sends from now on to the chat. */
  const sentTo = (chat: number) => telegram.sent.splice(0).flatMap(({ chatId, text }) => (chatId === String(chat) ? [text] : []));
  async function writes(chat: number, text: string, more: object = {}) {
    telegram.write(chat, text, more);
    expect(await app.answerTelegram()).toBe(true);
    return sentTo(chat);
  }
  const codeOf = async ({ token }: User): Promise<string> => {
    const { body } = await app.request('POST', '/api/users/telegram', { token });
    expect(body.data.url).toBe(`https://t.me/carnet_bot?start=${body.data.code}`);
    return body.data.code;
  };
  async function link(user: User): Promise<number> {
    lastChat += 1;
    const [text, ...more] = await writes(lastChat, `/start ${await codeOf(user)}`);
    expect([more, text]).toEqual([[], expect.stringContaining('Нагадування за планом')]);
    return lastChat;
  }
  const stateOf = async ({ token }: User) => (await app.request('GET', '/api/users/notices', { token })).body.data.telegram;
  const change = (user: User, body: object) => app.request('PATCH', '/api/users/notices', { token: user.token, body });
  /** Runs the jobs then. */
  async function runAt(time: number) {
    app.clock.stop(time);
    await app.runJobs();
    await app.answerTelegram();
    await app.deliverMails();
    return app.mails.splice(0).filter(({ stopUrl }) => stopUrl).length;
  }
  const morning = (days: number): number => NOON - 3 * HOUR + days * DAY;
  async function aDuePlan(days = 1) {
    const plan = await aPlan('boat', { mileage: '0', brand: 'Крим', model: 'М' });
    await plan.add({ title: 'ОСЦПВ', dueOn: inDays(days), leadDays: 0 });
    return plan;
  }

  test('answers on after a quiet week, when the numbers of updates begin anywhere', async () => {
    telegram.countFrom(5_000);
    expect(await writes(7, '/due')).toHaveLength(1);
    // The next request says that the last update was read.
    await app.answerTelegram();
    app.clock.stop(NOON + 8 * DAY);
    telegram.countFrom(3_000);
    expect(await writes(7, '/due')).toHaveLength(1);
    expect(await writes(7, '/help')).toHaveLength(1);
  });

  test('is linked by a code that works once, for 15 minutes, and unlinked on either side', async () => {
    const { user } = await aPlan('boat');
    expect(await stateOf(user)).toBe('none');
    const replaced = await codeOf(user);
    const late = await codeOf(user);
    app.clock.stop(NOON + 15 * MINUTE);
    for (const code of [replaced, late, 'x', 'x'.repeat(3_000)])
      expect(await writes(1, `/start ${code}`)).toEqual([expect.stringContaining('Посилання застаріло')]);
    expect(await stateOf(user)).toBe('none');
    const code = await codeOf(user);
    // Other chats than private ones are not answered.
    expect(await writes(-5, `/start ${code}`, { type: 'group' })).toEqual([]);
    expect(await writes(2, `/start ${code}`)).toHaveLength(1);
    expect(await stateOf(user)).toBe('linked');
    expect(await writes(3, `/start ${code}`, { language: 'en' })).toEqual([expect.stringContaining('has already been used')]);
    expect(await writes(2, '/stop')).toEqual([expect.stringContaining('Telegram відключено')]);
    expect([await stateOf(user), await writes(2, '/due')]).toEqual(['none', [expect.stringContaining('не підключено до жодного профілю')]]);
    // A chat belongs to one account.
    const { user: other } = await aPlan('boat');
    await writes(2, `/start ${await codeOf(user)}`);
    await writes(2, `/start ${await codeOf(other)}`);
    expect([await stateOf(user), await stateOf(other)]).toEqual(['none', 'linked']);
    expect((await app.request('DELETE', '/api/users/telegram', { token: other.token })).status).toBe(200);
    expect([await stateOf(other), await writes(2, 'привіт')]).toEqual(['none', []]);
  });

  test('gets the news as set: email, Telegram or both, once for two processes', async () => {
    const plans = [await aDuePlan(), await aDuePlan(), await aDuePlan()];
    const [both, onlyChat] = [plans[0]?.user, plans[1]?.user] as [User, User];
    const chats = [await link(both), await link(onlyChat)];
    await change(onlyChat, { mail: false });
    const second = await testApp(kind, { database: app.database, telegram: telegramBot(telegram.bot) });
    onTestFinished(() => second.close());
    second.clock.stop(morning(1));
    app.clock.stop(morning(1));
    let isRepeated = false;
    app.beforeTransaction(async () => {
      if (isRepeated) return;
      isRepeated = true;
      await app.store.db.updateTable('jobs').set({ due_at: '' }).execute();
      await second.runJobs();
    });
    await app.runJobs();
    await Promise.all([app, second].map((one) => one.runJobs()));
    for (const one of [app, second]) await one.deliverMails();
    await app.store.db.updateTable('jobs').set({ due_at: '' }).execute();
    await Promise.all([app, second].map((one) => one.runJobs()));
    expect([...app.mails.splice(0), ...second.mails].map(({ to }) => to).sort()).toEqual(
      [plans[0], plans[2]].map((plan) => plan?.user.email).sort(),
    );
    expect(telegram.sent.map(({ chatId }) => Number(chatId)).sort()).toEqual(chats.sort());
    expect(telegram.sent[0]?.text).toMatch(
      /^Ось що сьогодні.*\n\nКрим М\n• ОСЦПВ — настав час: 13 січня 2026.року\nhttp:\/\/carnet\.test\/service\/\d+\/plan$/,
    );
  });

  test('waits as long as Telegram asks, and tries again after a failure', async () => {
    const { user } = await aDuePlan();
    const chat = await link(user);
    telegram.failures.push({ status: 429, retryAfter: 90 });
    expect(await runAt(morning(1))).toBe(1);
    expect(await runAt(morning(1) + MINUTE)).toBe(0);
    expect(sentTo(chat)).toEqual([]);
    telegram.failures.push({ status: 500 });
    await runAt(morning(1) + 2 * MINUTE);
    expect(sentTo(chat)).toEqual([]);
    await runAt(morning(1) + 10 * MINUTE);
    expect(sentTo(chat)).toHaveLength(1);
  });

  test.each([
    [4, 2],
    [6, 1],
  ])('after a stop of %i days sends %i: news are kept as long as an email', async (days, messages) => {
    const { user } = await aDuePlan();
    const chat = await link(user);
    telegram.failures.push({ status: 500 });
    await runAt(morning(1));
    expect(sentTo(chat)).toEqual([]);
    // The line has become overdue meanwhile.
    await runAt(morning(1 + days));
    expect(sentTo(chat)).toHaveLength(messages);
  });

  test('is unlinked with a note if the bot is blocked, and emails go on', async () => {
    const { user } = await aDuePlan(2);
    const chat = await link(user);
    await change(user, { mail: false });
    telegram.failures.push({ status: 403 });
    expect(await runAt(morning(2))).toBe(0);
    expect([await stateOf(user), sentTo(chat)]).toEqual(['blocked', []]);
    // Nothing is left that would tell: the account is not looked at.
    const accounts = app.store.db.selectFrom('notice_accounts').select('due_at').where('user_id', '=', user.id);
    expect(await accounts.execute()).toEqual([{ due_at: null }]);
    await change(user, { mail: true });
    expect(await runAt(morning(3))).toBe(1);
    await link(user);
    expect(await stateOf(user)).toBe('linked');
  });

  test('/due says what is due in the language of the account, once if it is asked twice, and one process at a time answers', async () => {
    const { user, add } = await aDuePlan(0);
    const chat = await link(user);
    await app.store.db.updateTable('users').set({ language: 'en' }).where('id', '=', user.id).execute();
    await add({ title: 'Later', dueOn: inDays(300) });
    telegram.write(chat, '/due');
    const [due, ...more] = await writes(chat, '/due');
    expect([more, due]).toEqual([[], expect.stringMatching(/^Today in your service plan:\n\nКрим М\n• ОСЦПВ – due: 12 January 2026\n/)]);
    const second = await testApp(kind, { database: app.database, telegram: telegramBot(telegram.bot) });
    onTestFinished(() => second.close());
    second.clock.stop(NOON);
    expect(await second.answerTelegram()).toBe(false);
    // The other process has stopped; what it has read is not read again.
    second.clock.stop(NOON + MINUTE);
    telegram.write(chat, 'hello');
    expect(await second.answerTelegram()).toBe(true);
    expect(sentTo(chat)).toEqual([expect.stringContaining('/due – what is due now')]);
  });

  test('/reading asks for the oldest reading, and stores a number that answers it, once', async () => {
    const plan = await aDrivenCar();
    const chat = await link(plan.user);
    const readings = async () => (await plan.send('GET', '/readings')).body.data.map(({ reading }: { reading: number }) => reading);
    const before = await readings();
    app.clock.stop(NOON + 10 * DAY);
    await writes(chat, '/reading');
    telegram.write(chat, '/reading');
    await app.answerTelegram();
    const [asked] = telegram.sent.splice(0);
    expect(asked).toMatchObject({
      asksForReply: true,
      text: 'Škoda Octavia: що показує одометр?\nОстанній показ: 50\u00a0000\u00a0км, 12 січня 2026\u00a0року\nНадішліть число у відповідь на це повідомлення.',
    });
    const replyTo = asked?.messageId;
    // Only as an answer to the question.
    expect(await writes(chat, '51000')).toEqual([expect.stringContaining('/reading')]);
    expect(await writes(chat, '51000', { replyTo: (replyTo ?? 0) - 1 })).toEqual([expect.stringContaining('/reading')]);
    expect(await writes(chat, 'п’ять', { replyTo })).toEqual([expect.stringContaining('Це не схоже на')]);
    expect(await writes(chat, '500', { replyTo })).toEqual([expect.stringContaining(`/service/${plan.id}?new=reading`)]);
    expect(await readings()).toEqual(before);
    expect(await writes(chat, '50 700 км', { replyTo })).toEqual([expect.stringContaining('записали 50\u00a0700\u00a0км')]);
    // Telegram hands it out once more, to a process that has lost what was read.
    await app.store.db
      .updateTable('telegram_bot')
      .set(({ eb }) => ({ next_update: eb('next_update', '-', 1) }))
      .execute();
    await app.answerTelegram();
    expect(await readings()).toEqual([50_700, ...before]);
  });

  test('pausing withdraws what waits; without a bot nothing is offered', async () => {
    const { user } = await aDuePlan();
    const chat = await link(user);
    telegram.failures.push({ status: 429, retryAfter: 60 });
    await runAt(morning(1));
    await change(user, { isPaused: true });
    await runAt(morning(1) + 2 * MINUTE);
    expect(sentTo(chat)).toEqual([]);
    const without = await testApp(kind);
    onTestFinished(() => without.close());
    const { token } = await aUser(without);
    expect((await without.request('GET', '/api/users/notices', { token })).body.data.telegram).toBe(null);
    expect(await without.request('POST', '/api/users/telegram', { token })).toMatchObject({
      status: 404,
      body: { code: 'telegramApi.404' },
    });
  });
});
