import type { Language } from '#contract/languages.ts';
import type { Tariff } from '#contract/tariffs.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type NoticeKind = Tables['notices']['kind'];

export interface EndingPeriod {
  id: number;
  email: string;
  language: Language;
  tariff: Tariff;
  tariff_end_date: string;
}

export const noticesRepo = (db: Db) => ({
  /** Periods that end after `after` and not later than `until`, for which this notice was not sent yet. */
  async listUnnotified(kind: NoticeKind, after: string, until: string, limit: number): Promise<EndingPeriod[]> {
    return db
      .selectFrom('users')
      .select(['id', 'email', 'language', 'tariff', 'tariff_end_date'])
      .where('tariff', '!=', 'basic')
      .where('tariff_end_date', '>', after)
      .where('tariff_end_date', '<=', until)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notices')
              .select('kind')
              .whereRef('notices.user_id', '=', 'users.id')
              .whereRef('notices.tariff_end_date', '=', 'users.tariff_end_date')
              .where('kind', '=', kind),
          ),
        ),
      )
      .orderBy('tariff_end_date')
      .limit(limit)
      .$narrowType<{ tariff_end_date: string }>()
      .execute();
  },
  /** False if the notice is already recorded. */
  async insertNotice(userId: number, kind: NoticeKind, end: string): Promise<boolean> {
    const rows = await db
      .insertInto('notices')
      .values({ user_id: userId, kind, tariff_end_date: end })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'tariff_end_date']).doNothing())
      .returning('kind')
      .execute();
    return rows.length > 0;
  },
});

export type NoticesRepo = ReturnType<typeof noticesRepo>;
