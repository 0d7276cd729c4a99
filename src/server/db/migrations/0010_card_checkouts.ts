import type { Step } from '../columns.ts';

/** Checkout sessions of the card service, stored in order to close those whose order no longer needs a payment. */
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
