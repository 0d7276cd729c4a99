import type { Step } from '../columns.ts';

/** What a request with an Idempotency-Key contained, and the search for the key of a reply. */
export const requestHashes: Step = async (db, { text }) => {
  await db.schema
    .alterTable('idempotency')
    .addColumn('request_hash', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('feedback_replies_key').on('feedback_replies').column('request_key').execute();
};
