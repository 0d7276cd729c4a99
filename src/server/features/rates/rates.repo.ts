import type { Db } from '../../db/store.ts';

/** Of a row that was only looked at; before every moment. */
const NEVER = '';

/** Moments (ISO) at which buckets are full again, by their subject; a full one has no row. */
export const ratesRepo = (db: Db) => ({
  async find(subjects: readonly string[]): Promise<Map<string, string>> {
    const rows = await db.selectFrom('rates').select(['subject', 'full_at']).where('subject', 'in', subjects).execute();
    return new Map(rows.map(({ subject, full_at }) => [subject, full_at]));
  },
  /** Makes the row when there is none, and holds it until the transaction ends; gives its moment, '' of a new one. */
  async lock(subject: string): Promise<string> {
    const { full_at } = await db
      .insertInto('rates')
      .values({ subject, full_at: NEVER })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(({ ref }) => ({ full_at: ref('rates.full_at') })))
      .returning('full_at')
      .executeTakeFirstOrThrow();
    return full_at;
  },
  async upsert(subject: string, full_at: string): Promise<void> {
    await db
      .insertInto('rates')
      .values({ subject, full_at })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ full_at }))
      .execute();
  },
  /** Leaves no trace of a subject that was only looked at. */
  async deleteUntouched(subject: string): Promise<void> {
    await db.deleteFrom('rates').where('subject', '=', subject).where('full_at', '=', NEVER).execute();
  },
  async delete(subject: string): Promise<void> {
    await db.deleteFrom('rates').where('subject', '=', subject).execute();
  },
  /** Every subject that begins with `start`, which ends with `|`. */
  async deleteBeginning(start: string): Promise<void> {
    await db
      .deleteFrom('rates')
      .where('subject', '>=', start)
      .where('subject', '<', `${start.slice(0, -1)}}`)
      .execute();
  },
});

export type RatesRepo = ReturnType<typeof ratesRepo>;
