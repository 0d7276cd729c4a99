import type { Step } from '../columns.ts';

const URGENT = ['code', 'reset', 'loginLocked', 'passwordChanged'];
const BULK = ['tariffEnds', 'tariffEnded', 'contact'];

/** Adds urgency and final failure to `mails`, and an index for each regular query on the table. */
export const mailQueue: Step = async (db, { text }) => {
  await db.schema
    .alterTable('mails')
    .addColumn('urgency', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('mails').addColumn('failed_at', text).execute();
  await db.schema.alterTable('mails').addColumn('failure', text).execute();
  for (const [urgency, kinds] of [
    [0, URGENT],
    [2, BULK],
  ] as const) {
    await db
      .updateTable('mails' as never)
      .set({ urgency } as never)
      .where('next_try_at' as never, 'is not', null)
      .where('kind' as never, 'in', kinds as never)
      .execute();
  }
  await db.schema.dropIndex('mails_next_try').execute();
  await db.schema.dropIndex('mails_recipient').execute();
  await db.schema
    .createIndex('mails_due')
    .on('mails')
    .columns(['urgency', 'next_try_at', 'id'])
    .where('next_try_at' as never, 'is not', null)
    .execute();
  await db.schema
    .createIndex('mails_expiring')
    .on('mails')
    .column('expires_at')
    .where('next_try_at' as never, 'is not', null)
    .execute();
  await db.schema
    .createIndex('mails_failed')
    .on('mails')
    .columns(['failed_at', 'id'])
    .where('failed_at' as never, 'is not', null)
    .execute();
  await db.schema.createIndex('mails_recipient').on('mails').columns(['recipient', 'kind', 'created_at']).execute();
};
