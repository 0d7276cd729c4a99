import type { Db } from '../../db/store.ts';

/** What waits in the database, for the metrics. Every count ends at `max`, so that it stays cheap. */
export const backlogRepo = (db: Db) => {
  // A comparison instead of IS NOT NULL lets the query use the index; every time is greater than an empty text.
  const mailsWith = (time: 'failed_at' | 'next_try_at') => db.selectFrom('mails').where(time, '>', '');
  const countMails = async (time: 'failed_at' | 'next_try_at', max: number): Promise<number> => {
    const { number } = await db
      .selectFrom(mailsWith(time).select('id').limit(max).as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  return {
    countWaitingMails: (max: number) => countMails('next_try_at', max),
    countFailedMails: (max: number) => countMails('failed_at', max),
    /** When the oldest waiting email was or is to be sent. */
    async findNextTry(): Promise<string | undefined> {
      const row = await mailsWith('next_try_at').select('next_try_at').orderBy('next_try_at').limit(1).executeTakeFirst();
      return row?.next_try_at ?? undefined;
    },
    /** Current locks. `since`: no failure before it can still have one. */
    async countLocks(since: string, now: string, max: number): Promise<number> {
      const { number } = await db
        .selectFrom((eb) =>
          eb
            .selectFrom('attempts')
            .select('subject')
            .where('failed_at', '>', since)
            .where('locked_until', '>', now)
            .limit(max)
            .as('counted'),
        )
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .executeTakeFirstOrThrow();
      return Number(number);
    },
    async listJobs(names: readonly string[]): Promise<{ name: string; due_at: string }[]> {
      return db.selectFrom('jobs').select(['name', 'due_at']).where('name', 'in', names).execute();
    },
  };
};

export type BacklogRepo = ReturnType<typeof backlogRepo>;
