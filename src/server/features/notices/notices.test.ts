import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { aRegisteredUser, PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aVehicle, readingBody } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';

/** Noon in Kyiv, in winter: 10:00 UTC. */
const NOON = Date.parse('2026-01-12T10:00:00Z');

describe.each(DATABASES)('notices on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  // Each test has the only accounts that get notices.
  beforeEach(async () => {
    await app.store.db.deleteFrom('notice_accounts').execute();
    await app.store.db.updateTable('jobs').set({ due_at: '', lease: null }).execute();
    app.clock.stop(NOON);
    await app.forgetMails();
  });
  afterAll(() => app.close());

  const { inDays, aPlan, aDrivenCar } = servicePlans(() => app);
  type Plan = Awaited<ReturnType<typeof aPlan>>;

  /** The emails that are sent until then. */
  async function mailsAt(time: number) {
    app.clock.stop(time);
    await app.runJobs();
    await app.deliverMails();
    return app.mails.splice(0).filter(({ stopUrl }) => stopUrl);
  }
  /** At 9 in the morning in Kyiv, in winter, that many days after the first. */
  const morning = (days: number): number => NOON - 3 * HOUR + days * DAY;
  const textsAt = async (days: number) => (await mailsAt(morning(days))).map(({ text }) => text);
  /** Which states are told on these mornings. */
  async function statesOn(...days: number[]) {
    const told: Record<number, string> = {};
    for (const day of days) {
      const [text, ...more] = await textsAt(day);
      expect(more).toEqual([]);
      if (text) told[day] = ['скоро', 'настав час', 'прострочено'].filter((word) => text.includes(`${word}:`)).join();
    }
    return told;
  }
  const settings = (plan: Plan, body?: object) =>
    app.request(body ? 'PATCH' : 'GET', '/api/users/notices', { token: plan.user.token, body });

  test('are sent at 9 where the account is, in one email, each state of a line once', async () => {
    const plan = await aPlan('boat', { mileage: '0', brand: 'Крим', model: 'М' });
    await plan.add({ title: 'Злити воду', everyDays: 100, startOn: inDays(-98), leadDays: 1 });
    await plan.add({ title: 'ОСЦПВ', kind: 'deadline', dueOn: inDays(2), leadDays: 1 });
    expect(await mailsAt(NOON + HOUR)).toEqual([]);
    expect(await mailsAt(morning(1) - MINUTE)).toEqual([]);
    const [first, ...more] = await mailsAt(morning(1));
    expect(more).toEqual([]);
    expect(first).toMatchObject({ to: plan.user.email, subject: 'Нагадування за планом: 2' });
    expect(first?.text).toContain(
      [
        'Крим М',
        '- Злити воду — скоро: 14 січня 2026\u00a0року',
        '- ОСЦПВ — скоро: 14 січня 2026\u00a0року',
        `http://carnet.test/service/${plan.id}/plan`,
      ].join('\n'),
    );
    expect(first?.html).toContain(`<a href="http://carnet.test/service/${plan.id}/plan"`);
    expect(await mailsAt(morning(1) + 5 * HOUR)).toEqual([]);
    const [onDue] = await mailsAt(morning(2));
    expect(onDue?.text.match(/настав час/g)).toHaveLength(2);
    const [late] = await mailsAt(morning(3));
    expect(late?.text.match(/прострочено/g)).toHaveLength(2);
    // Only the deadline is told again, after a week.
    expect(await statesOn(4, 9)).toEqual({});
    const [again, ...others] = await mailsAt(morning(10));
    expect(others).toEqual([]);
    expect(again?.subject).toBe('ОСЦПВ: Крим М');
    expect(await statesOn(11, 17, 40)).toEqual({});
  });

  test('about a line that is added later in the day wait until the next morning', async () => {
    const plan = await aPlan('boat');
    await plan.add({ title: 'Злити воду', dueOn: inDays(0) });
    expect(await mailsAt(NOON + HOUR)).toEqual([]);
    expect(await statesOn(1)).toEqual({ 1: 'прострочено' });
  });

  test('of a distance come with its reading, and not again for a line that is moved within 30 days', async () => {
    const plan = await aDrivenCar();
    const line = await plan.add({ title: 'Олива', everyDistance: 10_000 });
    await plan.send('POST', '/readings', readingBody({ reading: 60_000 }));
    expect(await textsAt(1)).toEqual([expect.stringContaining('Олива — настав час: 60\u00a0000\u00a0км\n')]);
    await plan.send('PATCH', `/plan/${line.id}`, { startAt: 49_900 });
    expect(await statesOn(2, 30, 31, 32)).toEqual({ 31: 'настав час' });
  });

  test('are not sent for what was overdue when it was added, nor for what was done, and for a new occurrence', async () => {
    const plan = await aPlan('boat');
    await plan.add({ title: 'давно', dueOn: inDays(-1), kind: 'deadline' });
    const { id } = await plan.add({ title: 'Мастило', everyDays: 40, startOn: inDays(-39), leadDays: 2 });
    expect(await statesOn(1)).toEqual({ 1: 'настав час' });
    await plan.send('POST', `/plan/${id}/done`, {});
    expect(await statesOn(2, 38, 39, 40, 41, 42, 43)).toEqual({ 39: 'скоро', 41: 'настав час', 42: 'прострочено' });
  });

  test('tell only the present state after a stop of three months, in the daytime', async () => {
    const plan = await aPlan('boat');
    await plan.add({ title: 'a', dueOn: inDays(10), leadDays: 5 });
    await plan.add({ title: 'b', dueOn: inDays(100), leadDays: 20 });
    expect(await mailsAt(morning(90) - 3 * HOUR)).toEqual([]);
    const [mail, ...more] = await mailsAt(morning(90) + 2 * HOUR);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('a — прострочено:');
    expect(mail?.text).toContain('b — скоро:');
    expect(await statesOn(91, 99)).toEqual({});
  });

  test('are not sent for snoozed lines, archived, hidden and paused vehicles, and in a locked account', async () => {
    const plan = await aPlan('boat');
    const { id } = await plan.add({ title: 'snoozed', dueOn: inDays(0) });
    await plan.send('PUT', `/plan/${id}/snooze`, { until: inDays(3) });
    const { id: other } = await aVehicle(app, plan.user, 'boat');
    await app.request('POST', `/api/vehicles/${other}/plan`, { token: plan.user.token, body: { title: 'other', dueOn: inDays(1) } });
    await app.request('POST', `/api/vehicles/${other}/archive`, plan.user);
    expect(await textsAt(1)).toEqual([]);
    await app.request('POST', `/api/vehicles/${other}/restore`, plan.user);
    const users = app.store.db.updateTable('users').where('id', '=', plan.user.id);
    await users.set({ tariff_end_date: new Date(NOON).toISOString() }).execute();
    expect(await textsAt(2)).toEqual([]);
    const pause = (isPaused: boolean) => plan.send('PATCH', '', { isPaused });
    await pause(true);
    expect(await textsAt(3)).toEqual([]);
    await pause(false);
    await users.set({ locked_at: new Date(NOON).toISOString() }).execute();
    expect(await textsAt(4)).toEqual([]);
    await users.set({ locked_at: null, tariff_end_date: new Date(NOON + 90 * DAY).toISOString() }).execute();
    expect(await textsAt(5)).toEqual([expect.stringMatching(/snoozed(.|\n)*other/)]);
  });

  test('are sent once by two processes, also if one works on after its lease', async () => {
    const plan = await aPlan('boat');
    for (let n = 0; n < 3; n++) await plan.add({ title: `line ${n}`, dueOn: inDays(1), leadDays: 0 });
    const asked = await aDrivenCar();
    await asked.add({ everyDistance: 30_000 });
    const second = await testApp(kind, { database: app.database });
    onTestFinished(() => second.close());
    app.clock.stop(morning(61));
    second.clock.stop(morning(61));
    // Both have the job at the same time.
    let isRepeated = false;
    app.beforeTransaction(async () => {
      if (isRepeated) return;
      isRepeated = true;
      await app.store.db.updateTable('jobs').set({ due_at: '' }).where('name', '=', 'plan.notices').execute();
      await second.runJobs();
    });
    await app.runJobs();
    for (const one of [app, second]) await one.deliverMails();
    expect([...app.mails.splice(0), ...second.mails].map(({ to }) => to).sort()).toEqual([plan.user.email, asked.user.email].sort());
  });

  test('reach the other accounts if one of them fails, and that one an hour later', async () => {
    const plans = [await aPlan('boat'), await aPlan('boat'), await aPlan('boat')];
    for (const plan of plans) await plan.add({ title: 'a', dueOn: inDays(2), leadDays: 1 });
    expect(await mailsAt(morning(1))).toHaveLength(3);
    const [failing, ...others] = plans.map(({ user }) => user.email);
    // A second email to that address cannot be stored.
    const { db } = app.store;
    await sql`create unique index one_mail on mails (recipient) where recipient = ${sql.lit(failing)}`.execute(db);
    expect((await mailsAt(morning(2))).map(({ to }) => to).sort()).toEqual(others.sort());
    await sql`drop index one_mail`.execute(db);
    expect(await mailsAt(morning(2) + 2 * MINUTE)).toEqual([]);
    expect((await mailsAt(morning(2) + HOUR)).map(({ to }) => to)).toEqual([failing]);
  });

  test.each(LANGUAGES)('are written in the language of the account: %s', async (language) => {
    const plan = await aDrivenCar();
    await app.store.db.updateTable('users').set({ language }).where('id', '=', plan.user.id).execute();
    await plan.add({ title: '<b>$t(code.subject)</b> {{count}}', dueOn: inDays(3), everyDistance: 1_000 });
    const [mail] = await mailsAt(morning(1));
    expect(mail?.subject).toBe('<b>$t(code.subject)</b> {{count}}: Škoda Octavia');
    expect(mail?.text).toContain(
      {
        ua: ' — скоро: 15 січня 2026\u00a0року або 51\u00a0000\u00a0км, близько 12 лютого 2026\u00a0року',
        ru: ' — скоро: 15 января 2026\u00a0года или 51\u00a0000\u00a0км, около 12 февраля 2026\u00a0года',
        en: ' – coming up: 15 January 2026 or 51,000\u00a0km, about 12 February 2026',
      }[language],
    );
    expect(mail?.html).toContain('&lt;b&gt;$t(code.subject)&lt;/b&gt; {{count}}');
    const [question] = (await mailsAt(morning(61))).filter(({ text }) => text.includes('?new=reading'));
    expect(question?.text).toContain(
      {
        ua: 'Останній показ: 50\u00a0000\u00a0км, 12 січня 2026\u00a0року',
        ru: 'Последнее показание: 50\u00a0000\u00a0км, 12 января 2026\u00a0года',
        en: 'Last reading: 50,000\u00a0km on 12 January 2026',
      }[language],
    );
  });

  test('ask what the odometer shows once a month while the last reading is old, in the same email', async () => {
    const plan = await aDrivenCar();
    await plan.add({ title: 'Олива', everyDistance: 30_000 });
    await plan.add({ title: 'ОСЦПВ', dueOn: inDays(61), leadDays: 0 });
    expect(await mailsAt(morning(60))).toEqual([]);
    const [mail, ...more] = await mailsAt(morning(61));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Нагадування за планом: 2');
    expect(mail?.text).toContain('ОСЦПВ — настав час');
    expect(mail?.text).toContain(
      [
        'Škoda Octavia: що показує одометр?',
        '- Останній показ: 50\u00a0000\u00a0км, 12 січня 2026\u00a0року',
        `http://carnet.test/service/${plan.id}?new=reading`,
      ].join('\n'),
    );
    const askedOn = async (...days: number[]) => {
      const asked: number[] = [];
      for (const day of days) if ((await textsAt(day)).some((text) => text.includes('?new=reading'))) asked.push(day);
      return asked;
    };
    expect(await askedOn(62, 90, 91, 92)).toEqual([91]);
    plan.user.token = await aSession(app, plan.user.id);
    await plan.send('POST', '/readings', readingBody({ reading: 52_000, performedOn: inDays(0) }));
    expect(await askedOn(121, 152, 153)).toEqual([153]);
    plan.user.token = await aSession(app, plan.user.id);
    await plan.send('PATCH', '', { isPaused: true });
    expect(await askedOn(183)).toEqual([]);
  });

  test('follow the settings: paused, off, another time zone', async () => {
    const plan = await aPlan('boat');
    expect((await settings(plan)).body.data).toMatchObject({ mail: true, isPaused: false, timeZone: 'Europe/Kyiv' });
    await plan.add({ title: 'a', dueOn: inDays(0) });
    const change = async (body: object) => (await settings(plan, body)).body.data;
    expect(await change({ isPaused: true })).toMatchObject({ mail: true, isPaused: true, timeZone: 'Europe/Kyiv' });
    expect(await textsAt(1)).toEqual([]);
    expect(await change({ isPaused: false, timeZone: 'America/New_York' })).toMatchObject({
      isPaused: false,
      timeZone: 'America/New_York',
    });
    expect(await textsAt(2)).toEqual([]);
    // 9 in New York.
    expect(await mailsAt(morning(2) + 7 * HOUR)).toHaveLength(1);
    await plan.add({ title: 'b', dueOn: inDays(1) });
    // No second email on that day, although it is morning once more.
    await change({ timeZone: 'Pacific/Honolulu' });
    expect(await mailsAt(morning(2) + 12 * HOUR)).toEqual([]);
    await change({ mail: false });
    expect(await mailsAt(morning(3) + 12 * HOUR)).toEqual([]);
    for (const timeZone of ['Europe/Nowhere', '', 'x'.repeat(60_000)])
      expect(await settings(plan, { timeZone })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'timeZone', code: 'validation.timeZone' }] },
      });
    expect((await settings(plan)).body.data).toMatchObject({ mail: false, isPaused: false, timeZone: 'Pacific/Honolulu' });
    expect((await change({ timeZone: 'Europe/Kiev' })).timeZone).toBe('Europe/Kyiv');
  });

  test('are stopped by one click without a login, and every token is answered in the same way', async () => {
    const plan = await aPlan('boat');
    await plan.add({ title: 'a', dueOn: inDays(1), leadDays: 0 });
    const [mail] = await mailsAt(morning(1));
    const url = mail?.stopUrl ?? '';
    expect(url).toMatch(/^http:\/\/carnet\.test\/stop\/[\w-]{43}\?lang=ua$/);
    expect(mail?.text).toContain(url);
    const path = url.slice('http://carnet.test'.length);
    const shown = await app.request('GET', path, { headers: { 'accept-language': 'en' } });
    expect(shown.body).toContain('<form method="post"><button');
    expect(shown.body).toContain('<html lang="uk">');
    expect((await settings(plan)).body.data.mail).toBe(true);
    const waiting = app.store.db.updateTable('mails').where('recipient', '=', plan.user.email);
    await waiting.set({ sent_at: null, next_try_at: new Date(morning(9)).toISOString() }).execute();
    const post = (token: string) =>
      app.server.inject({
        method: 'POST',
        url: token,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const [good, twice, unknown] = [await post(path), await post(path), await post('/stop/unknown?lang=ua')];
    expect(good.statusCode).toBe(200);
    for (const { statusCode, body } of [twice, unknown]) expect([statusCode, body]).toEqual([200, good.body]);
    expect((await app.request('GET', '/stop/unknown?lang=ua')).body).toBe(shown.body);
    expect((await settings(plan)).body.data.mail).toBe(false);
    expect(await mailsAt(morning(9))).toEqual([]);
  });

  test('use the time zone of the browser that registered', async () => {
    for (const [sent, stored] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      ['Mars/Phobos', 'Europe/Kyiv'],
      [undefined, 'Europe/Kyiv'],
    ]) {
      const { email } = await aRegisteredUser(app, { timeZone: sent });
      const { token } = (await postLogin(app, { email, password: PASSWORD })).body;
      expect((await app.request('GET', '/api/users/notices', { token })).body.data.timeZone).toBe(stored);
    }
  });

  test('let the plan begin its days where the account is', async () => {
    const plan = await aPlan('boat');
    await plan.add({ title: 'a', dueOn: inDays(1) });
    const stateIn = async (timeZone: string) => {
      await settings(plan, { timeZone });
      return (await plan.list())[0].state;
    };
    app.clock.stop(NOON + HOUR);
    expect([await stateIn('Pacific/Kiritimati'), await stateIn('America/New_York')]).toEqual(['due', 'soon']);
  });
});
