import type { Step } from '../columns.ts';

/** Checkouts at the card service, kept in order to close those whose order needs no payment any more. */
export const cardCheckouts: Step = async (db, { text, strict }) => {
  await strict(db.schema.createTable('card_checkouts'))
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('order_code', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('closed_at', text)
    .execute();
  await db.schema.createIndex('card_checkouts_order').on('card_checkouts').column('order_code').execute();
  await db.schema.createIndex('card_checkouts_expiry').on('card_checkouts').column('expires_at').execute();
};
