import { expect, onTestFinished, test } from 'vitest';
import { DAY, dayNumber, HOUR } from '#contract/time.ts';
import { openStore, type Store } from '#server/db/store.ts';
import { workOf } from '#server/db/work.ts';
import { jobsRepo } from '#server/infra/jobs/jobs.repo.ts';
import { jobRunner } from '#server/infra/jobs/jobs.service.ts';
import { mailsService } from '#server/infra/mails/mails.service.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aSession } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';
import { noticesFeature } from './notices.feature.ts';

/** Noon in Kyiv. The two years are over: the input of a day is compared with the clock of the machine. */
const START = Date.parse('2024-01-12T10:00:00Z');
const FIRST = START / DAY - (START % DAY) / DAY;
const DAYS = 730;
/** Nothing runs on these days; the owners go on. */
const STOP = { from: 300, to: 391 };
const ZONE = 'Europe/Kyiv';
const ACCOUNTS = 2;
const WORDS: Record<string, string> = { скоро: 'soon', 'настав час': 'due', прострочено: 'overdue' };

/** A line that is due by date, and the days on which it is done. Days are counted from the first. */
interface Line {
  title: string;
  kind: 'maintenance' | 'deadline';
  every: { months: number } | { days: number } | undefined;
  /** Of a fixed line or a single date; a floating one counts from `start`. */
  dueOn?: number;
  start?: number;
  lead: number;
  done: number[];
}

const LINES: Line[] = [
  { title: 'страховка', kind: 'deadline', every: { months: 12 }, dueOn: 70, lead: 30, done: [60, 455] },
  // Ends of months, some of them missed.
  { title: 'оренда', kind: 'deadline', every: { months: 1 }, dueOn: 19, lead: 3, done: [18, 48, 80, 200, 330, 420, 421, 500, 560] },
  { title: 'олива', kind: 'maintenance', every: { months: 6 }, start: -150, lead: 14, done: [40, 230, 350, 600] },
  { title: 'мийка', kind: 'maintenance', every: { days: 40 }, start: -20, lead: 4, done: [20, 65, 105, 150, 299, 340, 395, 430, 470] },
  { title: 'ланцюг', kind: 'maintenance', every: { days: 9 }, start: 0, lead: 1, done: [9, 19, 30, 120, 391, 600] },
  { title: 'техогляд', kind: 'deadline', every: undefined, dueOn: 320, lead: 20, done: [] },
  { title: 'реєстрація', kind: 'deadline', every: undefined, dueOn: 640, lead: 10, done: [636] },
  { title: 'давно', kind: 'deadline', every: undefined, dueOn: -5, lead: 10, done: [] },
];

const dayOf = (n: number): string => new Date((FIRST + n) * DAY).toISOString().slice(0, 10);

/** The day `times` intervals later; the last of the month if it is missing there. */
function later(day: number, every: NonNullable<Line['every']>, times: number): number {
  if ('days' in every) return day + every.days * times;
  const date = new Date((FIRST + day) * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + every.months * times];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY - FIRST;
}

/** What is due on a day, after what was done until then; undefined if nothing is. */
function openOn(line: Line, done: readonly number[]): number | undefined {
  const { every, dueOn, start = 0 } = line;
  if (!every) return done.length > 0 ? undefined : dueOn;
  if (dueOn === undefined) return later(done.at(-1) ?? start, every, 1);
  const all = Array.from({ length: 60 }, (_, times) => later(dueOn, every, times));
  let open = 0;
  for (const day of done) {
    const nearest = all.reduce((best, one, index) => (Math.abs(one - day) < Math.abs((all[best] as number) - day) ? index : best), 0);
    open = Math.max(open, nearest + 1);
  }
  return all[open];
}

/** The day and the hour of a moment. */
function localAt(time: number): { day: number; hour: number } {
  const [date = '', clock = ''] = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
    .format(time)
    .split(' ');
  return { day: dayNumber(date) - FIRST, hour: Number(clock.slice(0, 2)) };
}

/** What an account is to be told when something runs at these moments: "55 олива soon". */
function expectedOf(moments: readonly number[]): string[] {
  const told: { line: Line; due: number; state: string; day: number }[] = [];
  let looked = localAt(START).day;
  for (const moment of moments) {
    const { day, hour } = localAt(moment);
    if (hour < 9 || day === looked) continue;
    looked = day;
    for (const line of LINES) {
      const due = openOn(
        line,
        line.done.filter((one) => doneAt(one) < moment),
      );
      if (due === undefined || due < 0 || day < due - line.lead) continue;
      const state = day < due ? 'soon' : day === due ? 'due' : 'overdue';
      const own = told.filter((one) => one.line === line && one.state === state);
      const before = own.filter((one) => one.due === due);
      const isFirst = before.length === 0 && own.every((one) => one.day <= day - 30);
      const isAgain = before.length === 1 && state === 'overdue' && line.kind === 'deadline' && (before[0]?.day ?? day) <= day - 7;
      if (isFirst || isAgain) told.push({ line, due, state, day });
    }
  }
  return told.map(({ line, state, day }) => `${day} ${line.title} ${state}`).sort();
}

/** Owners write in the evening. */
const doneAt = (day: number): number => (FIRST + day) * DAY + 20 * HOUR;

/** What a process of the application runs, with its own connections. */
function aProcess(store: Store, { clock }: TestApp, errors: unknown[]) {
  const deps = { store, clock, tokens: cryptoTokens, origin: () => 'http://carnet.test' };
  const mails = mailsService({ ...deps, wake: () => undefined });
  const onError = (error: unknown) => errors.push(error);
  const { jobs = [] } = noticesFeature(deps, { mails, onError }, { addReading: () => Promise.reject(new Error('No readings here.')) });
  const runner = jobRunner({ work: workOf(store, jobsRepo), jobs, clock, tokens: cryptoTokens, onError });
  return { runDue: runner.runDue, runWithoutLease: () => Promise.all(jobs.map((job) => job.run())) };
}

/** What the emails to an address tell, as `expectedOf` says it; fails if a day has two. */
async function toldTo({ store }: TestApp, email: string): Promise<string[]> {
  const mails = await store.db.selectFrom('mails').select(['created_at', 'text_body']).where('recipient', '=', email).execute();
  const days = mails.map(({ created_at }) => localAt(Date.parse(created_at)).day);
  expect(new Set(days).size).toBe(days.length);
  return mails
    .flatMap(({ text_body }, index) =>
      [...text_body.matchAll(/^- (.+) — (.+):/gm)].map(([, title, word]) => `${days[index]} ${title} ${WORDS[word ?? '']}`),
    )
    .sort();
}

test('two processes tell everything once in two years with a stop of three months', async () => {
  const app = await testApp('postgres');
  const store = await openStore({ ...app.database, onError: () => undefined, pool: 3 });
  onTestFinished(async () => {
    await store.close();
    await app.close();
  });
  app.clock.stop(START);
  const { aPlan } = servicePlans(() => app);
  const accounts: { email: string; done: (line: Line, day: number) => Promise<void> }[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const { id, user, add } = await aPlan('boat');
    const ids = new Map<Line, number>();
    for (const line of LINES) ids.set(line, (await add(bodyOf(line))).id);
    const done = async (line: Line, day: number) => {
      const token = await aSession(app, user.id);
      const body = { performedOn: dayOf(day) };
      const answer = await app.request('POST', `/api/vehicles/${id}/plan/${ids.get(line)}/done`, { token, body });
      expect(answer.body, `${line.title} on ${day}`).toMatchObject({ success: true });
    };
    accounts.push({ email: user.email, done });
  }

  const errors: unknown[] = [];
  const processes = [aProcess(app.store, app, errors), aProcess(store, app, errors)];
  const moments: number[] = [];
  for (let day = 0; day < DAYS; day++) {
    const isRunning = day < STOP.from || day >= STOP.to;
    if (isRunning && day > 0) {
      // On each second day both have the job, as after a lease that has run out.
      const moment = (FIRST + day) * DAY + 8 * HOUR;
      app.clock.stop(moment);
      moments.push(moment);
      await Promise.all(processes.map((one) => (day % 2 === 0 ? one.runWithoutLease() : one.runDue())));
    }
    app.clock.stop(doneAt(day));
    for (const { done } of accounts) for (const line of LINES) if (line.done.includes(day)) await done(line, day);
  }
  expect(errors).toEqual([]);
  const expected = expectedOf(moments);
  expect(expected.length).toBeGreaterThan(50);
  for (const { email } of accounts) expect(await toldTo(app, email)).toEqual(expected);
});

function bodyOf({ title, kind, every, dueOn, start, lead }: Line) {
  const days = { ...(dueOn !== undefined && { dueOn: dayOf(dueOn) }), ...(start !== undefined && { startOn: dayOf(start) }) };
  const interval = every && ('days' in every ? { everyDays: every.days } : { everyMonths: every.months });
  return { title, kind, mode: dueOn !== undefined && every ? 'fixed' : 'floating', ...interval, ...days, leadDays: lead };
}
