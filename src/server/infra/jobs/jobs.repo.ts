import type { Db } from '../../db/store.ts';

interface ClaimTimes {
  now: string;
  leaseUntil: string;
  latest: string;
}

export const jobsRepo = (db: Db) => ({
  /** A job that was never run is due at once. */
  async insert(name: string, dueAt: string): Promise<void> {
    await db
      .insertInto('jobs')
      .values({ name, due_at: dueAt, lease: null })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  },
  /**
   * Takes a due job for the length of a lease, in one statement: no other process has it meanwhile. False when one was first. What is
   * due far later than a run can make it (`latest`) was written by a clock that went wrong.
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
  /** Not when the lease ran out and somebody else has it. */
  async release(name: string, lease: string, dueAt: string): Promise<void> {
    await db.updateTable('jobs').set({ lease: null, due_at: dueAt }).where('name', '=', name).where('lease', '=', lease).execute();
  },
});

export type JobsRepo = ReturnType<typeof jobsRepo>;
