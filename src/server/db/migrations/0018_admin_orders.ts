import { type Kysely, sql } from 'kysely';
import type { Step } from '../columns.ts';

/**
 * For the administrator's work with orders: the tariff before, card payments (which cannot be undone), an internal note, the orders that
 * were announced by email, and an index for lists, sums and the export by date.
 */
export const adminOrders: Step = async (db, { text }) => {
  // Every earlier order was placed on basic, because orders were rejected during a paid period.
  await addColumn(db, 'tariff_from', text, 'basic');
  await addColumn(db, 'is_card_paid', sql`integer`, 0);
  await addColumn(db, 'note', text, '');
  await addColumn(db, 'is_announced', sql`integer`, 0);
  await sql`update orders set is_announced = 1`.execute(db);
  await sql`update orders set is_card_paid = 1
    where status <> 'processing' and code in (select substr(subject, 7) from audit where action = 'card.paid')`.execute(db);
  await db.schema.createIndex('orders_dates').on('orders').columns(['status', 'created_at', 'id', 'amount_due']).execute();
  await db.schema.createIndex('orders_created').on('orders').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('orders_announced').on('orders').columns(['is_announced', 'status', 'id']).execute();
};

async function addColumn(db: Kysely<unknown>, name: string, type: ReturnType<typeof sql>, value: string | number): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn(name, type, (c) => c.notNull().defaultTo(value))
    .execute();
}
