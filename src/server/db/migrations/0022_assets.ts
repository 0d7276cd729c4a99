import type { Step } from '../columns.ts';

/** The built browser files of the releases in use, so that each process also serves those of the others. */
export const assets: Step = async (db, { text, blob, strict }) => {
  await strict(db.schema.createTable('assets'))
    .addColumn('name', text, (c) => c.primaryKey().notNull())
    .addColumn('encoding', text)
    .addColumn('used_at', text, (c) => c.notNull())
    .addColumn('bytes', blob, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('assets_used_at').on('assets').column('used_at').execute();
};
