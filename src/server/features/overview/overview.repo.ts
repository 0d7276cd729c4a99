import type { SelectQueryBuilder } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Every count ends at `max`, so that it stays cheap. */
export const overviewRepo = (db: Db) => {
  const count = async (rows: SelectQueryBuilder<Tables, keyof Tables, { id: number }>): Promise<number> => {
    const { number } = await db
      .selectFrom(rows.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  return {
    countOrders: (max: number) => count(db.selectFrom('orders').select('id').where('status', '=', 'processing').limit(max)),
    countMessages: (max: number) => count(db.selectFrom('feedback').select('id').where('status', '=', 'waiting').limit(max)),
    // A comparison instead of IS NOT NULL lets the query use the index; every time is greater than an empty text.
    countFailedMails: (max: number) => count(db.selectFrom('mails').select('id').where('failed_at', '>', '').limit(max)),
    /** Payment details that somebody has filled in. */
    async listPayments(): Promise<{ lang: Language; isActive: boolean }[]> {
      const rows = await db.selectFrom('payments').select(['lang', 'is_active']).where('payee_details', '!=', '').execute();
      return rows.map(({ lang, is_active }) => ({ lang, isActive: is_active === 1 }));
    },
    async hasSeller(): Promise<boolean> {
      return (await db.selectFrom('seller').select('id').where('name_ua', '!=', '').executeTakeFirst()) !== undefined;
    },
    async hasAdmin(email: string): Promise<boolean> {
      return (await db.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
    },
    async hasTwoFactor(adminId: number): Promise<boolean> {
      const row = await db.selectFrom('admins').select('totp_secret').where('id', '=', adminId).executeTakeFirst();
      return row?.totp_secret != null;
    },
  };
};

export type OverviewRepo = ReturnType<typeof overviewRepo>;
