import { sql } from 'kysely';
import { deleteExpired } from '../../db/expired.ts';
import { beginsWith } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import { userSubjects } from './buckets.rules.ts';

/** Time of a row that was only locked; sorts before every real time. */
const NEVER = '';

/** Stores when the bucket of a subject is full again (ISO 8601). A subject without a row has a full bucket. */
export const bucketsRepo = (db: Db) => ({
  async find(subjects: readonly string[]): Promise<Map<string, string>> {
    const rows = await db.selectFrom('buckets').select(['subject', 'full_at']).where('subject', 'in', subjects).execute();
    return new Map(rows.map(({ subject, full_at }) => [subject, full_at]));
  },
  /** Creates the row if missing and locks it until the transaction ends; returns its time, '' for a new row. */
  async lock(subject: string): Promise<string> {
    const { full_at } = await db
      .insertInto('buckets')
      .values({ subject, full_at: NEVER })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(({ ref }) => ({ full_at: ref('buckets.full_at') })))
      .returning('full_at')
      .executeTakeFirstOrThrow();
    return full_at;
  },
  /** The times of the subjects that begin with `prefix` and a time (ISO 8601) from `from` until before `to`, ascending. */
  async listBetween(prefix: string, from: string, to: string): Promise<string[]> {
    const rows = await db
      .selectFrom('buckets')
      .select('full_at')
      .where('subject', '>=', prefix + from)
      .where('subject', '<', prefix + to)
      .orderBy('subject')
      .execute();
    return rows.map(({ full_at }) => full_at);
  },
  async upsert(subject: string, full_at: string): Promise<void> {
    await db
      .insertInto('buckets')
      .values({ subject, full_at })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ full_at }))
      .execute();
  },
  /** Removes the row of a subject that was only locked. */
  async deleteUntouched(subject: string): Promise<void> {
    await db.deleteFrom('buckets').where('subject', '=', subject).where('full_at', '=', NEVER).execute();
  },
  async delete(subject: string): Promise<void> {
    await db.deleteFrom('buckets').where('subject', '=', subject).execute();
  },
  /** Deletes all subjects with the prefix `start`. */
  async deleteByPrefix(start: string): Promise<void> {
    await db.deleteFrom('buckets').where(beginsWith('subject', start)).execute();
  },
  async deleteByUser(userId: number): Promise<void> {
    await db
      .deleteFrom('buckets')
      .where(beginsWith('subject', userSubjects(userId)))
      .execute();
  },
  /** Deletes token buckets that are full again. */
  deleteExpired: (now: string): Promise<boolean> => deleteExpired(db, 'buckets', ['subject'], sql`full_at < ${now}`),
});

export type BucketsRepo = ReturnType<typeof bucketsRepo>;
