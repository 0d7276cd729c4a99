import { sql } from 'kysely';
import type { FailedMail, MailKind, WaitingMail } from '#contract/mails.ts';
import type { Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';

const LISTED = ['id', 'recipient', 'kind', 'created_at', 'failure as reason', 'tries', 'expires_at'] as const;

type Row<Listed extends { can_send: boolean }> = Omit<Listed, 'can_send'> & { expires_at: string | null };
export type FailedRow = Row<FailedMail>;
export type WaitingRow = Row<WaitingMail>;

/** Emails whose delivery failed permanently, and those that wait for it. */
export const failedMailsRepo = (db: Db) => {
  // A comparison instead of IS NOT NULL lets the query use the index; every time is greater than an empty text.
  const listed = (time: 'failed_at' | 'next_try_at') => db.selectFrom('mails').where(time, '>', '');
  const count = async (time: 'failed_at' | 'next_try_at'): Promise<number> => {
    const { number } = await listed(time)
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  return {
    count: () => count('failed_at'),
    countWaiting: () => count('next_try_at'),
    /** Latest failure first. */
    async list({ offset, limit, isFromEnd }: Slice): Promise<FailedRow[]> {
      const order = isFromEnd ? 'asc' : 'desc';
      const rows = await listed('failed_at')
        .select([...LISTED, 'failed_at'])
        .orderBy('failed_at', order)
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .$narrowType<{ failed_at: string; reason: FailedMail['reason'] }>()
        .execute();
      return isFromEnd ? rows.reverse() : rows;
    },
    /** Next attempt first. */
    async listWaiting({ offset, limit, isFromEnd }: Slice): Promise<WaitingRow[]> {
      const order = isFromEnd ? 'desc' : 'asc';
      const rows = await listed('next_try_at')
        .select([...LISTED, 'next_try_at'])
        .orderBy('next_try_at', order)
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .$narrowType<{ next_try_at: string }>()
        .execute();
      return isFromEnd ? rows.reverse() : rows;
    },
    async find(id: number): Promise<{ kind: MailKind; expires_at: string | null } | undefined> {
      return db.selectFrom('mails').select(['kind', 'expires_at']).where('id', '=', id).executeTakeFirst();
    },
    /** Makes a failed email, or one whose next attempt is after `inProgressUntil`, due now; false for any other. */
    async sendNow(id: number, now: string, inProgressUntil: string): Promise<boolean> {
      const rows = await db
        .updateTable('mails')
        .set({ next_try_at: now, tries: sql<number>`case when failed_at is null then tries else 0 end`, failed_at: null })
        .where('id', '=', id)
        .where('expires_at', 'is', null)
        .where(({ eb, or }) => or([eb('failed_at', 'is not', null), eb('next_try_at', '>', inProgressUntil)]))
        .returning('id')
        .execute();
      return rows.length > 0;
    },
  };
};

export type FailedMailsRepo = ReturnType<typeof failedMailsRepo>;
