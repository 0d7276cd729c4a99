import type { Step } from '../columns.ts';

const addTime: Step = async (db, { text, ifMissing }) => {
  await db.schema.alterTable('vehicles').addColumn('archived_at', text, ifMissing).execute();
};

const index: Step = async (db) => {
  await db.schema.createIndex('vehicles_archive').on('vehicles').columns(['user_id', 'archived_at', 'id']).execute();
};

/** Archived vehicles. The index has all that the limit of the tariff and the order of the vehicles need. */
export const archive = [addTime, index];
