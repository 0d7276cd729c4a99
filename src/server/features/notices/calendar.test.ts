import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, readingBody } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';

/** Noon in Kyiv, in winter. */
const NOON = Date.parse('2026-01-12T10:00:00Z');
const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Pacific/Kiritimati'];

interface ReadEvent {
  uid: string;
  title: string;
  day: string;
}

const byUid = (a: ReadEvent, b: ReadEvent): number => (a.uid < b.uid ? -1 : 1);

function withIcalJs(file: string): ReadEvent[] {
  const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  for (const { startDate, duration } of events) expect([startDate.isDate, duration.toString()]).toEqual([true, 'P1D']);
  return events.map(({ uid, summary, startDate }) => ({ uid, title: summary, day: startDate.toString() })).sort(byUid);
}

/** It reads a day as midnight of the machine's time zone. */
function withNodeIcal(file: string): ReadEvent[] {
  const events = Object.values(nodeIcal.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');
  const day = (at: Date) => [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), String(at.getDate()).padStart(2, '0')].join('-');
  return events.map(({ uid, summary, start }) => ({ uid, title: String(summary), day: day(start) })).sort(byUid);
}

describe.each(DATABASES)('the calendar on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.stop(NOON);
  });
  afterAll(() => app.close());

  const { inDays, aPlan, aDrivenCar } = servicePlans(() => app);
  type User = { token: string };

  async function aLink(user: User): Promise<string> {
    const { status, body } = await app.request('POST', '/api/users/calendar', { token: user.token });
    expect(status).toBe(201);
    expect(body.data.url).toMatch(/^http:\/\/carnet\.test\/calendar\/[\w-]{43}\.ics$/);
    return body.data.url.slice('http://carnet.test'.length);
  }
  const get = (path: string, headers = {}) => app.request('GET', path, { headers });
  const eventsOf = async (path: string) => withIcalJs((await get(path)).body);
  const titlesOf = async (path: string) => (await eventsOf(path)).map(({ title }) => title).sort();

  test('has an event for each open occurrence, which two programs read alike and on the same day everywhere', async () => {
    const plan = await aDrivenCar();
    await plan.add({ title: 'ОСЦПВ, «зелена карта»; й\\; \\ 😀', kind: 'deadline', dueOn: inDays(-3) });
    await plan.add({ title: 'Олива', everyMonths: 12, everyDistance: 10_000 });
    await plan.add({ title: 'Ремінь', everyDistance: 90_000 });
    await plan.add({ title: 'x'.repeat(120), everyMonths: 24 });
    const boat = await aVehicle(app, plan.user, 'boat', { mileage: '0' });
    // No day: there are no readings.
    await app.request('POST', `/api/vehicles/${boat.id}/plan`, { token: plan.user.token, body: { title: 'Імпелер', everyDistance: 100 } });
    const lines = await plan.list();
    const path = await aLink(plan.user);
    const { body: file, headers } = await get(path);
    expect(headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' });
    const zone = process.env.TZ;
    onTestFinished(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    const expected = lines.map(({ title, dueDate, forecastOn }: { title: string; dueDate: string; forecastOn: string | null }) => ({
      uid: expect.stringMatching(/^plan-\d+-.+@carnet\.test$/),
      title: `${title}: Škoda Octavia${dueDate === forecastOn ? ' (прогноз)' : ''}`,
      day: dueDate,
    }));
    for (const TZ of ZONES) {
      process.env.TZ = TZ;
      expect(new Date(NOON).getHours(), TZ).toBe(
        Number(new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: TZ }).format(NOON)),
      );
      const read = withIcalJs(file);
      expect(withNodeIcal(file)).toEqual(read);
      expect(read).toHaveLength(4);
      expect(read).toEqual(expect.arrayContaining(expected));
    }
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/);
    // When the lines were added, not when the file was written.
    expect(new Set(file.match(/DTSTAMP:.*/g))).toEqual(new Set(['DTSTAMP:20260112T100000Z']));
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('has the same bytes until something changes, and is then not sent again', async () => {
    const plan = await aDrivenCar();
    await plan.add({ title: 'Олива', everyDistance: 10_000 });
    const { id } = await plan.add({ title: 'Мастило', everyDays: 40 });
    const path = await aLink(plan.user);
    const first = await get(path);
    app.clock.stop(NOON + 2 * DAY);
    onTestFinished(() => app.clock.stop(NOON));
    expect((await get(path)).body).toBe(first.body);
    for (const tag of [first.headers.etag, `"x", W/${first.headers.etag}`])
      expect(await get(path, { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' });
    const before = await eventsOf(path);
    await plan.send('POST', '/readings', readingBody({ reading: 52_000, performedOn: inDays(2) }));
    const driven = await eventsOf(path);
    // The forecast moves: the same event on another day.
    expect(driven.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
    expect(driven.map(({ day }) => day)).not.toEqual(before.map(({ day }) => day));
    await plan.send('POST', `/plan/${id}/done`, {});
    const done = await eventsOf(path);
    expect(done.filter(({ uid }) => driven.some((one) => one.uid === uid))).toHaveLength(1);
    expect((await get(path, { 'if-none-match': first.headers.etag })).status).toBe(200);
  });

  test('is read by its link alone, until it is replaced or switched off', async () => {
    const { user, add } = await aPlan('boat');
    await add({ title: 'a', dueOn: inDays(5) });
    const settings = async () => (await app.request('GET', '/api/users/notices', user)).body.data.hasCalendar;
    expect(await settings()).toBe(false);
    const first = await aLink(user);
    const second = await aLink(user);
    expect([(await get(first)).status, (await get(second)).status, await settings()]).toEqual([404, 200, true]);
    const lock = (locked_at: string | null) => app.store.db.updateTable('users').set({ locked_at }).where('id', '=', user.id).execute();
    await lock(new Date(NOON).toISOString());
    expect((await get(second)).status).toBe(404);
    await lock(null);
    for (const path of ['/calendar/x.ics', '/calendar/', second.slice(0, -4), `${second}x`, second.replace('/calendar/', '/calendar/%00')])
      expect((await get(path)).headers['content-type'], path).not.toContain('text/calendar');
    const rows = JSON.stringify(await app.store.db.selectFrom('notice_accounts').select(['calendar_hash', 'stop_token']).execute());
    expect(rows).not.toContain(second.slice('/calendar/'.length, -4));
    expect((await app.request('DELETE', '/api/users/calendar', user)).body.code).toBe('calendarApi.delete.success');
    expect([(await get(second)).status, await settings()]).toEqual([404, false]);
    // Of an account without a plan.
    const other = await aUser(app);
    expect((await app.request('DELETE', '/api/users/calendar', other)).status).toBe(200);
    const empty = await aLink(other);
    expect(await titlesOf(empty)).toEqual([]);
    for (let n = 0; n < 60; n++) await get(empty);
    expect(await get(empty)).toMatchObject({ status: 429, body: { code: 'api.429' } });
  });

  test('is quiet about archived, hidden and laid-up vehicles, and while all is paused', async () => {
    const { user, id, send, add } = await aPlan('boat', { mileage: '0', brand: 'Крим', model: 'М' });
    await add({ title: 'a', dueOn: inDays(5) });
    const { id: other } = await aVehicle(app, user, 'boat', { brand: 'Wind', model: 'B' });
    const change = (method: 'POST' | 'PATCH', path: string, body?: object) => app.request(method, path, { token: user.token, body });
    await change('POST', `/api/vehicles/${other}/plan`, { title: 'b', dueOn: inDays(5) });
    const path = await aLink(user);
    expect(await titlesOf(path)).toEqual(['a: Крим М', 'b: Wind B']);
    await send('PATCH', '', { isPaused: true });
    expect(await titlesOf(path)).toEqual(['b: Wind B']);
    await change('POST', `/api/vehicles/${other}/archive`);
    expect(await titlesOf(path)).toEqual([]);
    await change('POST', `/api/vehicles/${other}/restore`);
    await send('PATCH', '', { isPaused: false });
    await change('PATCH', '/api/users/notices', { isPaused: true });
    expect(await titlesOf(path)).toEqual([]);
    await change('PATCH', '/api/users/notices', { isPaused: false });
    // One vehicle remains.
    await app.store.db
      .updateTable('users')
      .set({ tariff_end_date: new Date(NOON).toISOString() })
      .where('id', '=', user.id)
      .execute();
    expect(await titlesOf(path)).toEqual(['a: Крим М']);
    expect(id).toBeLessThan(other);
  });

  test.each(LANGUAGES)('is written in the language of the account: %s', async (language) => {
    const plan = await aDrivenCar();
    await app.store.db.updateTable('users').set({ language }).where('id', '=', plan.user.id).execute();
    await plan.add({ title: '$t(stop.title) {{count}}', dueOn: inDays(100), everyDistance: 1_000 });
    const file = (await get(await aLink(plan.user))).body;
    const calendar = new ICAL.Component(ICAL.parse(file));
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as InstanceType<typeof ICAL.Component>);
    const [name, title, text] = {
      ua: ['Carnet: план обслуговування', 'прогноз', '22 квітня 2026\u00a0року або 51\u00a0000\u00a0км, близько 12 лютого 2026\u00a0року'],
      ru: ['Carnet: план обслуживания', 'прогноз', '22 апреля 2026\u00a0года или 51\u00a0000\u00a0км, около 12 февраля 2026\u00a0года'],
      en: ['Carnet: service plan', 'forecast', '22 April 2026 or 51,000\u00a0km, about 12 February 2026'],
    }[language];
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(name);
    expect(event.summary).toBe(`$t(stop.title) {{count}}: Škoda Octavia (${title})`);
    expect(event.description).toBe(`${text}\nhttp://carnet.test/service/${plan.id}/plan`);
  });
});
