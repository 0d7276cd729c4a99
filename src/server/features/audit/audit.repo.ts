import type { Insertable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export const auditRepo = (db: Db) => ({
  async insert(row: Insertable<Tables['audit']>): Promise<void> {
    await db.insertInto('audit').values(row).execute();
  },
});

export type AuditRepo = ReturnType<typeof auditRepo>;
