import type { Step } from '../columns.ts';

/** For the sweep, which deletes old events of the card service by their time. */
export const indexes: Step = async (db) => {
  await db.schema.createIndex('card_events_received').on('card_events').column('received_at').execute();
};
