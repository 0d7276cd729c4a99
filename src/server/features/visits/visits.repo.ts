import type { VisitDay } from '#contract/visits.ts';
import type { Db } from '../../db/store.ts';

export const visitsRepo = (db: Db) => ({
  /** Adds visits to the row of a day in one statement, so that those of other processes are counted too. */
  async add(day: string, visits: number): Promise<void> {
    await db
      .insertInto('visits')
      .values({ visit_date: day, visit_count: visits })
      .onConflict((conflict) =>
        conflict.column('visit_date').doUpdateSet(({ eb }) => ({ visit_count: eb('visits.visit_count', '+', visits) })),
      )
      .execute();
  },
  async list(): Promise<VisitDay[]> {
    return db.selectFrom('visits').select(['visit_date', 'visit_count']).orderBy('visit_date', 'desc').execute();
  },
});

export type VisitsRepo = ReturnType<typeof visitsRepo>;
