import type { FailedMail } from '#contract/mails.ts';
import type { Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';

const LISTED = ['id', 'recipient', 'kind', 'created_at', 'failed_at', 'failure as reason', 'tries'] as const;

/** Emails whose delivery failed permanently. */
export const failedMailsRepo = (db: Db) => {
  // A comparison instead of IS NOT NULL lets the query use the index; every time is greater than an empty text.
  const failed = db.selectFrom('mails').where('failed_at', '>', '');
  return {
    async count(): Promise<number> {
      const { count } = await failed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Latest failure first. */
    async list({ offset, limit, isFromEnd }: Slice): Promise<FailedMail[]> {
      const order = isFromEnd ? 'asc' : 'desc';
      const rows = await failed
        .select(LISTED)
        .orderBy('failed_at', order)
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .$narrowType<{ failed_at: string; reason: FailedMail['reason'] }>()
        .execute();
      return isFromEnd ? rows.reverse() : rows;
    },
  };
};

export type FailedMailsRepo = ReturnType<typeof failedMailsRepo>;
