import type { Language } from '#contract/languages.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { forEachCollectingErrors, type Job } from '../../infra/jobs/jobs.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { DueAccount, NoticeAccountsRepo } from './notice-accounts.repo.ts';
import { planDueMail, type ShownNews } from './plan-mail.rules.ts';
import { findNews, type NewsRepos, type Place, placeOf } from './plan-news.service.ts';

interface NoticeRepos extends NewsRepos, MailRepos {
  accounts: NoticeAccountsRepo;
}

interface Deps {
  work: Work<NoticeRepos>;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
  tokens: Pick<Tokens, 'newToken'>;
  origin: () => string;
}

/** Accounts of one part of the job. */
const ACCOUNTS = 100;

/** Its page is in the language of the email. */
const stopUrlOf = (origin: string, token: string, language: Language): string => `${origin}/stop/${token}?lang=${language}`;

/**
 * Looks once a day for what has become soon, due or overdue on the plans of each account, and queues one email about it (decision 71). An
 * account is due from 9 in the morning where it is; its row is taken in the transaction that queues the email.
 */
export const planNoticesJob = ({ work, mails, clock, tokens, origin }: Deps): Job => {
  async function notify(account: DueAccount, news: readonly ShownNews[], { today, next }: Place): Promise<void> {
    await work.inTransaction(async (repos) => {
      const stop_token = account.stop_token ?? tokens.newToken();
      if (!(await repos.accounts.claim({ ...account, stop_token }, { ...next, lookedOn: today }))) return;
      const existing = new Set((await repos.notices.lockLines(news.map(({ lineId }) => lineId))).map(({ id }) => id));
      const rows = news
        .filter(({ lineId }) => existing.has(lineId))
        .map(({ lineId, occurrence, state }) => ({ line_id: lineId, occurrence, state, told_on: today }));
      const told = new Set(rows.length === 0 ? [] : (await repos.notices.insertTold(rows)).map(({ line_id }) => line_id));
      const untold = news.filter(({ lineId }) => told.has(lineId));
      if (untold.length > 0)
        await mails.queue(repos, planDueMail(account, untold, origin(), stopUrlOf(origin(), stop_token, account.language)));
    });
  }

  /** Tells the accounts of one time zone, or only sets when they are due, in the night. */
  async function look(accounts: readonly DueAccount[], place: Place, now: number): Promise<void> {
    const isLooked = ({ due_at, locked_at }: DueAccount): boolean => place.isDaytime && due_at <= isoTime(now) && locked_at === null;
    const looked = accounts.filter(isLooked);
    const news = looked.length > 0 ? await findNews(work.repos, looked, place, now) : new Map<number, ShownNews[]>();
    const quiet = looked.filter(({ id }) => !news.has(id)).map(({ id }) => id);
    if (quiet.length > 0) await work.repos.accounts.updateDue(quiet, { ...place.next, lookedOn: place.today });
    const waiting = accounts.filter((account) => !isLooked(account)).map(({ id }) => id);
    if (waiting.length > 0) await work.repos.accounts.updateDue(waiting, place.next);
    const told = looked.filter(({ id }) => news.has(id));
    await forEachCollectingErrors(told, (account) => notify(account, news.get(account.id) ?? [], place));
  }

  return {
    name: 'plan.notices',
    every: MINUTE,
    async run() {
      const now = clock.now();
      const due = await work.repos.accounts.listDue(isoTime(now), ACCOUNTS);
      const ahead = await work.repos.accounts.listAhead(isoTime(now + 2 * DAY), ACCOUNTS);
      const byZone = [...Map.groupBy([...due, ...ahead], ({ time_zone }) => time_zone)];
      await forEachCollectingErrors(byZone, async ([zone, accounts]) => look(accounts, placeOf(now, zone), now));
      return due.length < ACCOUNTS;
    },
  };
};
