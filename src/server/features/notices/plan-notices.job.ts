import type { Language } from '#contract/languages.ts';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import type { UserId } from '../../authorized.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import { forEachCollectingErrors, type Job, withRests } from '../../infra/jobs/jobs.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { DueAccount, NoticeAccountsRepo } from './notice-accounts.repo.ts';
import { type AccountNews, planDueMail, planDueMessage, type Question, type ShownNews } from './plan-mail.rules.ts';
import { findNews, type NewsRepos, type Place, placeOf } from './plan-news.service.ts';
import { askedUntil } from './reading-question.rules.ts';
import type { TelegramQueueRepo } from './telegram-queue.repo.ts';

interface NoticeRepos extends NewsRepos, MailRepos {
  accounts: NoticeAccountsRepo;
  queue: TelegramQueueRepo;
}

interface Deps {
  work: Work<NoticeRepos>;
  mails: Pick<MailsService, 'queueNotices'>;
  clock: Clock;
  tokens: Pick<Tokens, 'newToken'>;
  origin: () => string;
  /** Whether there is a bot. */
  hasTelegram: boolean;
}

/** Accounts of one part of the job. */
const ACCOUNTS = 40;
/** Lines and questions in the emails of one transaction, which others may wait for. */
const LINES = 25;
/** Time until an account is looked at again after a failure. */
const RETRY = HOUR;

/** Its page is in the language of the email. */
const stopUrlOf = (origin: string, token: string, language: Language): string => `${origin}/stop/${token}?lang=${language}`;

/** An account with what it is told now. */
interface Untold {
  account: DueAccount;
  own: AccountNews;
}

const NOTHING: AccountNews = { lines: [], questions: [] };

/** Accounts that were due at the same moment and have news. */
interface Pack {
  dueAt: string;
  accounts: DueAccount[];
  lines: number;
}

/** Accounts in packs of one transaction each. */
function packsOf(accounts: readonly DueAccount[], news: ReadonlyMap<number, AccountNews>): Pack[] {
  const packs: Pack[] = [];
  for (const account of accounts.toSorted((a, b) => (a.due_at < b.due_at ? -1 : Number(a.due_at > b.due_at)))) {
    const { lines: own, questions } = news.get(account.id) ?? NOTHING;
    const lines = own.length + questions.length;
    const last = packs.at(-1);
    if (last && last.dueAt === account.due_at && last.lines + lines <= LINES) {
      last.accounts.push(account);
      last.lines += lines;
    } else packs.push({ dueAt: account.due_at, accounts: [account], lines });
  }
  return packs;
}

/** Stores about which vehicles is asked; the ids of those that were not asked about lately. */
async function storeAsked({ notices }: NoticeRepos, questions: readonly Question[], asked_on: string): Promise<Set<number>> {
  const asked = new Set<number>();
  for (let start = 0; start < questions.length; start += LINES) {
    const existing = await notices.lockVehicles(questions.slice(start, start + LINES).map(({ vehicle }) => vehicle.id));
    const rows = existing.map(({ id }) => ({ vehicle_id: id, asked_on }));
    if (rows.length > 0) for (const { vehicle_id } of await notices.upsertAsked(rows, askedUntil(asked_on))) asked.add(vehicle_id);
  }
  return asked;
}

/** Stores what is told; the ids of the lines about which it was not told before. */
async function storeTold({ notices }: NoticeRepos, news: readonly ShownNews[], told_on: string): Promise<Set<number>> {
  const told = new Set<number>();
  for (let start = 0; start < news.length; start += LINES) {
    const part = news.slice(start, start + LINES);
    const existing = new Set((await notices.lockLines(part.map(({ lineId }) => lineId))).map(({ id }) => id));
    const rows = part
      .filter(({ lineId }) => existing.has(lineId))
      .map(({ lineId, occurrence, state }) => ({ line_id: lineId, occurrence, state, told_on }));
    if (rows.length > 0) for (const { line_id } of await notices.insertTold(rows)) told.add(line_id);
  }
  return told;
}

/**
 * Looks once a day for what has become soon, due or overdue on the plans of each account, and queues one email and one message about it
 * (decision 71). An account is due from 9 in the morning where it is; its row is taken in the transaction that queues the email.
 */
export const planNoticesJob = ({ work, mails, clock, tokens, origin, hasTelegram }: Deps): Job => {
  const hasChat = ({ chat_id }: DueAccount): boolean => hasTelegram && chat_id !== null;
  /** Queues the emails and the messages of a pack in one transaction. */
  async function notify({ dueAt, accounts }: Pack, news: ReadonlyMap<number, AccountNews>, { today, next }: Place): Promise<void> {
    const stopTokens = new Map(accounts.map(({ id, stop_token }) => [id, stop_token ?? tokens.newToken()]));
    await work.inTransaction(async (repos) => {
      const claimed = new Set((await repos.accounts.claim(dueAt, stopTokens, { ...next, lookedOn: today })).map(({ user_id }) => user_id));
      const taken = accounts.filter(({ id }) => claimed.has(id)).map((account) => ({ account, own: news.get(account.id) ?? NOTHING }));
      const all = { questions: taken.flatMap(({ own }) => own.questions), lines: taken.flatMap(({ own }) => own.lines) };
      // Vehicles before their lines, as everywhere.
      const asked = await storeAsked(repos, all.questions, today);
      const told = await storeTold(repos, all.lines, today);
      const untold = taken.flatMap(({ account, own }) => {
        const lines = own.lines.filter(({ lineId }) => told.has(lineId));
        const questions = own.questions.filter(({ vehicle }) => asked.has(vehicle.id));
        return lines.length + questions.length > 0 ? [{ account, own: { lines, questions } }] : [];
      });
      await queueAll(repos, untold, stopTokens);
    });
  }

  async function queueAll(repos: NoticeRepos, all: readonly Untold[], stopTokens: ReadonlyMap<UserId, string>): Promise<void> {
    const byMail = all.filter(({ account }) => account.sends_mail === 1);
    await mails.queueNotices(
      repos,
      byMail.map(({ account, own }) => {
        const stopUrl = stopUrlOf(origin(), stopTokens.get(account.id) ?? '', account.language);
        return planDueMail(account, own, origin(), stopUrl);
      }),
    );
    const created_at = isoTime(clock.now());
    const messages = all.flatMap(({ account, own }) => {
      const text = planDueMessage(account.language, own, origin());
      return hasTelegram && account.chat_id !== null ? [{ user_id: account.id, chat_id: account.chat_id, text, created_at }] : [];
    });
    if (messages.length > 0) await repos.queue.insertMessages(messages);
  }

  /** Tells the accounts of one time zone, or only sets when they are due, in the night. */
  async function look(accounts: readonly DueAccount[], place: Place, now: number): Promise<void> {
    const isLooked = (account: DueAccount): boolean =>
      place.isDaytime && account.due_at <= isoTime(now) && account.locked_at === null && (account.sends_mail === 1 || hasChat(account));
    const looked = accounts.filter(isLooked);
    const news = looked.length > 0 ? await findNews(work.repos, looked, place, now) : new Map<number, AccountNews>();
    const quiet = looked.filter(({ id }) => !news.has(id)).map(({ id }) => id);
    if (quiet.length > 0) await work.repos.accounts.updateDue(quiet, { ...place.next, lookedOn: place.today });
    const waiting = accounts.filter((account) => !isLooked(account)).map(({ id }) => id);
    if (waiting.length > 0) await work.repos.accounts.updateDue(waiting, place.next);
    const told = looked.filter(({ id }) => news.has(id));
    const rested = withRests();
    for (const pack of packsOf(told, news)) await rested(() => notify(pack, news, place));
  }

  /** One after the other if they fail together. One that fails alone is due again later, so that it does not stop the others. */
  async function lookAtAll(accounts: readonly DueAccount[], place: Place, now: number): Promise<void> {
    await look(accounts, place, now).catch(async (error: unknown) => {
      const [account, ...others] = accounts;
      if (isUnavailable(error) || !account) throw error;
      if (others.length > 0) return forEachCollectingErrors(accounts, (one) => lookAtAll([one], place, now));
      await work.repos.accounts.updateDue([account.id], { dueAt: isoTime(now + RETRY) });
      throw error;
    });
  }

  return {
    name: 'plan.notices',
    every: MINUTE,
    async run() {
      const now = clock.now();
      const due = await work.repos.accounts.listDue(isoTime(now), ACCOUNTS);
      const ahead = await work.repos.accounts.listAhead(isoTime(now + 2 * DAY), ACCOUNTS);
      const byZone = [...Map.groupBy([...due, ...ahead], ({ time_zone }) => time_zone)];
      await forEachCollectingErrors(byZone, async ([zone, accounts]) => lookAtAll(accounts, placeOf(now, zone), now));
      return due.length < ACCOUNTS;
    },
  };
};
