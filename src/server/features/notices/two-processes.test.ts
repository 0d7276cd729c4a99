import { expect, onTestFinished, test } from 'vitest';
import { MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { telegramBot } from '#server/ports/telegram.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, readingBody } from '#tests/support/builders.ts';
import { testClock } from '#tests/support/clock.ts';
import * as plain from '#tests/support/plain-notices.ts';
import { aDatabase } from '#tests/support/processes.ts';
import { servicePlans } from '#tests/support/service-plans.ts';
import { fakeTelegram } from '#tests/support/telegram.ts';

const { LINES, localAt, morningOf, READINGS, RESTART, STOP } = plain;
const WORDS: Record<string, string> = { скоро: 'soon', 'настав час': 'due', прострочено: 'overdue' };
/** From one of these days to the other, one process is missing. */
const KILLED = { on: 120, until: 150 };
const MORNINGS = Array.from({ length: plain.DAYS }, (_, day) => day)
  .filter((day) => day > 0 && (day < STOP.from || day >= STOP.to))
  .map(morningOf);

interface Sent {
  /** An email address or a chat. */
  to: string;
  day: number;
  text: string;
}

type Processes = Awaited<ReturnType<typeof twoProcesses>>;

/** Two processes on one database, with one clock, and what they send. */
async function twoProcesses() {
  const [database, telegram, clock] = [await aDatabase('postgres'), await fakeTelegram(), testClock()];
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = database.env;
  const sent: Sent[] = [];
  const mailer = {
    send: async ({ to, text, stopUrl }: { to: string; text: string; stopUrl?: string | undefined }) => {
      if (stopUrl) sent.push({ to, day: localAt(clock.now()).day, text });
    },
    close: () => undefined,
  };
  const start = () => testApp('postgres', { database: { dataDir, databaseUrl }, clock, mailer, telegram: telegramBot(telegram.bot) });
  const processes: TestApp[] = [];
  onTestFinished(async () => {
    for (const one of processes) await one.close();
    await telegram.close();
    await database.remove();
  });
  return {
    ...{ clock, telegram, processes, sent },
    async start() {
      while (processes.length < 2) processes.push(await start());
    },
    async stop(count: number) {
      for (const one of processes.splice(0, count)) await one.close();
    },
    /** Notes what Telegram has got by now. */
    keepSent() {
      const { day } = localAt(clock.now());
      for (const { chatId, text } of telegram.sent.splice(0)) sent.push({ to: chatId, day, text });
    },
  };
}

/** The first process has found what is to be told, when the other one takes its job, as after a lease that has run out. */
async function runOvertaken(first: TestApp, second: TestApp): Promise<void> {
  first.beforeTransaction(async () => {
    await first.store.db.updateTable('jobs').set({ due_at: '' }).where('name', '=', 'plan.notices').execute();
    await second.runJobs();
  });
  await first.runJobs();
  first.beforeTransaction(async () => undefined);
}

const runBoth = (...both: TestApp[]) => Promise.all(both.map((one) => one.runJobs()));

/** Kills the first process at a moment at which it has taken all jobs and the bot. */
async function kill({ processes, stop }: Processes, moment: number): Promise<void> {
  const db = processes[0]?.store.db;
  const until = isoTime(moment + 5 * MINUTE);
  await db?.updateTable('jobs').set({ due_at: until, lease: 'gone' }).execute();
  await db?.updateTable('telegram_bot').set({ lease: 'gone', lease_until: until }).execute();
  await stop(1);
}

interface Owner {
  /** Where notices come to. */
  addresses: string[];
  /** Writes down what was done and read on a day. */
  write(day: number): Promise<void>;
}

/** An owner with a car, its plan and Telegram. */
async function anOwner({ processes, telegram }: Processes, chat: number, hasMail: boolean): Promise<Owner> {
  const app = () => processes[0] as TestApp;
  const { user, send, add } = await servicePlans(app).aPlan('car');
  const lineIds = new Map<plain.Line, number>();
  async function write(day: number): Promise<void> {
    user.token = await aSession(app(), user.id);
    const reading = READINGS.get(day);
    const body = { performedOn: plain.dayOf(day), ...(reading !== undefined && { reading }) };
    if (reading !== undefined) expect(await send('POST', '/readings', readingBody(body))).toMatchObject({ status: 201 });
    for (const line of LINES.filter(({ done }) => done.includes(day))) {
      const answer = await send('POST', `/plan/${lineIds.get(line)}/done`, body);
      expect(answer.body, `${line.title} on ${day}`).toMatchObject({ success: true });
    }
  }
  for (const day of READINGS.keys()) if (day <= 0) await write(day);
  for (const line of LINES) lineIds.set(line, (await add(plain.bodyOf(line))).id);
  const { body } = await app().request('POST', '/api/users/telegram', { token: user.token });
  telegram.write(chat, `/start ${body.data.code}`);
  await app().answerTelegram();
  if (!hasMail) await app().request('PATCH', '/api/users/notices', { token: user.token, body: { mail: false } });
  return { addresses: [...(hasMail ? [user.email] : []), String(chat)], write };
}

/** What the texts tell, as `noticesAt` says it; fails if a day has two. */
function toldBy(sent: readonly Sent[]): string[] {
  const days = sent.map(({ day }) => day);
  expect(new Set(days).size).toBe(days.length);
  return sent
    .flatMap(({ day, text }) => [
      ...[...text.matchAll(/^[-•] (.+) — (.+?):/gm)].map(([, title, word]) => `${day} ${title} ${WORDS[word ?? '']}`),
      ...[...text.matchAll(/що показує одометр\?$/gm)].map(() => `${day} ${plain.QUESTION}`),
    ])
    .sort();
}

test('two processes tell everything once in two years with a stop of three months', async () => {
  const all = await twoProcesses();
  const { clock, processes } = all;
  clock.stop(plain.START);
  await all.start();
  const owners = [await anOwner(all, 1, true), await anOwner(all, 2, false)];
  all.telegram.sent.length = 0;

  const moments: number[] = [];
  async function run(moment: number): Promise<void> {
    clock.stop(moment);
    moments.push(moment);
    const [first, second] = moments.length % 2 === 0 ? processes : processes.toReversed();
    if (first && second && newsOn.has(localAt(moment).day)) await (moments.length % 3 === 0 ? runBoth : runOvertaken)(first, second);
    else await first?.runJobs();
    // Each may be sending: nothing must be left when the clock goes on.
    for (const one of processes) await one.deliverMails();
    await first?.answerTelegram();
    all.keepSent();
  }
  async function write(day: number): Promise<void> {
    clock.stop(plain.writtenAt(day));
    for (const owner of owners) await owner.write(day);
  }
  // To save time, of the other days only those before them have a run, and one in ten.
  const newsOn = new Set(plain.noticesAt(MORNINGS).map((notice) => Number.parseInt(notice, 10)));
  const changed = new Set([...READINGS.keys(), ...LINES.flatMap(({ done }) => done)]);
  for (let day = 1; day < plain.DAYS; day++) {
    if (day === STOP.from) await all.stop(2);
    if (day === STOP.to) {
      await all.start();
      await run(RESTART);
      for (let missed = STOP.from; missed < STOP.to; missed++) if (changed.has(missed)) await write(missed);
    }
    if (day === KILLED.until) await all.start();
    if (processes.length === 0) continue;
    if (day === KILLED.on) await kill(all, morningOf(day));
    if (newsOn.has(day) || newsOn.has(day + 1) || day % 10 === 0) await run(morningOf(day));
    if (day === KILLED.on) await run(morningOf(day) + 5 * MINUTE);
    if (changed.has(day)) await write(day);
  }
  const expected = plain.noticesAt(moments);
  expect(expected.length).toBeGreaterThan(50);
  for (const { addresses } of owners)
    for (const address of addresses) expect(toldBy(all.sent.filter(({ to }) => to === address))).toEqual(expected);
});
