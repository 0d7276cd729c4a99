import type { Insertable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export const feedbackRepo = (db: Db) => ({
  async insert(row: Insertable<Tables['feedback']>): Promise<number> {
    const { id } = await db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  },
});

export type FeedbackRepo = ReturnType<typeof feedbackRepo>;
