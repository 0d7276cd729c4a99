import { CODE_LOCK, LOGIN_LOCK } from '#contract/limits.ts';
import { SECOND } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Backlog } from '../../ports/metrics.ts';
import type { Job } from '../jobs/jobs.service.ts';
import type { BacklogRepo } from './backlog.repo.ts';

interface Deps {
  work: Work<BacklogRepo>;
  /** The jobs of this process: the rows of others, which were switched off or renamed, stay in the table. */
  jobs: readonly Pick<Job, 'name'>[];
  clock: Clock;
}

/** Highest count of emails and locks. */
const BACKLOG_MAX = 10_000;

/** Returns a function that reads what waits in the database. */
export function backlogService({ work: { repos }, jobs, clock }: Deps): () => Promise<Backlog> {
  const names = jobs.map(({ name }) => name);
  return async () => {
    const now = clock.now();
    const secondsSince = (time: string): number => Math.max(0, (now - Date.parse(time)) / SECOND);
    const nextTry = await repos.findNextTry();
    const listed = await repos.listJobs(names);
    return {
      waitingMails: await repos.countWaitingMails(BACKLOG_MAX),
      failedMails: await repos.countFailedMails(BACKLOG_MAX),
      oldestMail: nextTry === undefined ? 0 : secondsSince(nextTry),
      locks: await repos.countLocks(isoTime(now - Math.max(LOGIN_LOCK, CODE_LOCK)), isoTime(now), BACKLOG_MAX),
      lateness: Object.fromEntries(listed.map(({ name, due_at }) => [name, secondsSince(due_at)])),
    };
  };
}
