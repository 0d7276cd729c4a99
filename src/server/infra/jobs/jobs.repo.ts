import type { Db } from '../../db/store.ts';

interface ClaimTimes {
  now: string;
  leaseUntil: string;
  latest: string;
}

export const jobsRepo = (db: Db) => ({
  /** Adds a job that is not in the table yet. */
  async insert(name: string, dueAt: string): Promise<void> {
    await db
      .insertInto('jobs')
      .values({ name, due_at: dueAt, lease: null })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  },
  /**
   * Claims a due job until `leaseUntil`, in one statement; false if it is not due or another process has claimed it. A job due later
   * than `latest` counts as due: no run sets such a time, so it must come from a wrong clock.
   */
  async claim(name: string, lease: string, { now, leaseUntil, latest }: ClaimTimes): Promise<boolean> {
    const rows = await db
      .updateTable('jobs')
      .set({ lease, due_at: leaseUntil })
      .where('name', '=', name)
      .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', latest)]))
      .returning('name')
      .execute();
    return rows.length > 0;
  },
  /** Ends the lease and sets the next due time; does nothing if the lease has run out and another process has claimed the job. */
  async release(name: string, lease: string, dueAt: string): Promise<void> {
    await db.updateTable('jobs').set({ lease: null, due_at: dueAt }).where('name', '=', name).where('lease', '=', lease).execute();
  },
});

export type JobsRepo = ReturnType<typeof jobsRepo>;
