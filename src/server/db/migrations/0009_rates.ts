import type { Step } from '../columns.ts';

/** Token buckets of the limits per network and of the global limits. */
export const rates: Step = async (db, { text, strict }) => {
  await strict(db.schema.createTable('rates'))
    .addColumn('subject', text, (c) => c.primaryKey())
    .addColumn('full_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('rates_full_at').on('rates').column('full_at').execute();
};
