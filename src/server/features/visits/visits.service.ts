import type { VisitDay } from '#contract/visits.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { VisitsRepo } from './visits.repo.ts';

interface Deps {
  work: Work<VisitsRepo>;
  clock: Clock;
}

export type VisitsService = ReturnType<typeof visitsService>;

/** Counts visits per day (UTC); no data about visitors is stored. */
export const visitsService = ({ work, clock }: Deps) => ({
  async count(): Promise<void> {
    await work.repos.count(isoTime(clock.now()).slice(0, 10));
  },

  /** Days with visits, newest first. */
  async list(): Promise<VisitDay[]> {
    return work.repos.list();
  },
});
