import type { Step } from '../columns.ts';

/** Archived vehicles. The index has all that the limit of the tariff and the order of the vehicles need. */
export const archive: Step = async (db, { text }) => {
  await db.schema.alterTable('vehicles').addColumn('archived_at', text).execute();
  await db.schema.createIndex('vehicles_archive').on('vehicles').columns(['user_id', 'archived_at', 'id']).execute();
};
