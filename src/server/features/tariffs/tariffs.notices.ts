import { DAY, MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { forEachCollectingErrors, type Job } from '../../infra/jobs/jobs.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { UserRepos } from '../users/users.service.ts';
import { tariffEndedMail, tariffEndsMail } from './tariff-mails.rules.ts';
import type { EndingPeriod, NoticeKind, TariffsRepo } from './tariffs.repo.ts';

interface NoticeRepos extends UserRepos, MailRepos {
  tariffs: TariffsRepo;
}

interface Deps {
  work: Work<NoticeRepos>;
  mails: Pick<MailsService, 'queue' | 'wake'>;
  clock: Clock;
}

const BATCH = 50;

/**
 * Who is told what: the end lies between these two times from now (milliseconds). After a stop only what is still true is told, and of
 * an end a month ago nothing.
 */
const NOTICES: readonly { kind: NoticeKind; after: number; until: number }[] = [
  { kind: 'week', after: DAY, until: 7 * DAY },
  { kind: 'day', after: 0, until: DAY },
  { kind: 'ended', after: -30 * DAY, until: 0 },
];

/** Tells users by mail that their period ends in 7 days, in 1 day, and that it ended (product decisions, part 3). */
export const noticesJob = ({ work, mails, clock }: Deps): Job => {
  /** The mark and the mail in one transaction, so that nobody is told twice or not at all. */
  async function notify(kind: NoticeKind, { id, tariff_end_date }: EndingPeriod): Promise<void> {
    await work.inTransaction(async (repos) => {
      const user = await repos.users.lock(id);
      // The period may have been changed by hand meanwhile.
      if (!user || user.tariff === 'basic' || user.tariff_end_date !== tariff_end_date) return;
      if (!(await repos.tariffs.insertNotice(id, kind, tariff_end_date))) return;
      await mails.queue(repos, kind === 'ended' ? tariffEndedMail(user, user) : tariffEndsMail(user, user));
    });
  }

  return {
    name: 'tariffs.notices',
    every: 10 * MINUTE,
    async run() {
      const now = clock.now();
      let isDone = true;
      for (const { kind, after, until } of NOTICES) {
        const periods = await work.repos.tariffs.listUnnotified(kind, isoTime(now + after), isoTime(now + until), BATCH);
        await forEachCollectingErrors(periods, (period) => notify(kind, period)).finally(mails.wake);
        if (periods.length === BATCH) isDone = false;
      }
      return isDone;
    },
  };
};
