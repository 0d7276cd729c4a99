import { DAY, MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { forEachCollectingErrors, type Job } from '../../infra/jobs/jobs.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { UserRepos } from '../users/users.service.ts';
import type { EndingPeriod, NoticeKind, NoticesRepo } from './notices.repo.ts';
import { tariffEndedMail, tariffEndsMail } from './period-mails.rules.ts';

interface NoticeRepos extends UserRepos, MailRepos {
  notices: NoticesRepo;
}

interface Deps {
  work: Work<NoticeRepos>;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

const BATCH = 50;

/**
 * A notice is sent if the period ends between `after` and `until`, in milliseconds from now. After a downtime, notices that are no longer
 * true are skipped, and nothing is sent about a period that ended more than 30 days ago.
 */
const NOTICES: readonly { kind: NoticeKind; after: number; until: number }[] = [
  { kind: 'week', after: DAY, until: 7 * DAY },
  { kind: 'day', after: 0, until: DAY },
  { kind: 'ended', after: -30 * DAY, until: 0 },
];

/** Emails users 7 days and 1 day before the end of their period, and at its end (docs/product.md, Emails). */
export const noticesJob = ({ work, mails, clock }: Deps): Job => {
  /** Records the notice and queues the email in one transaction, so that each notice is sent exactly once. */
  async function notify(kind: NoticeKind, { id, tariff_end_date }: EndingPeriod): Promise<void> {
    await work.inTransaction(async (repos) => {
      const user = await repos.users.lock(id);
      // An administrator may have changed the period since it was listed.
      if (!user || user.tariff === 'basic' || user.tariff_end_date !== tariff_end_date) return;
      if (!(await repos.notices.insertNotice(id, kind, tariff_end_date))) return;
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
        const periods = await work.repos.notices.listUnnotified(kind, isoTime(now + after), isoTime(now + until), BATCH);
        await forEachCollectingErrors(periods, (period) => notify(kind, period));
        if (periods.length === BATCH) isDone = false;
      }
      return isDone;
    },
  };
};
