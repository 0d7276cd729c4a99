import { sql } from 'kysely';
import type { Step } from '../columns.ts';

const addColumns: Step = async (db, { text, ifMissing }) => {
  const columns = [
    // Every earlier order was placed on basic, because orders were rejected during a paid period.
    ['tariff_from', text, 'basic'],
    ['is_card_paid', sql`integer`, 0],
    ['note', text, ''],
    ['is_announced', sql`integer`, 0],
  ] as const;
  for (const [name, type, value] of columns)
    await db.schema
      .alterTable('orders')
      .addColumn(name, type as ReturnType<typeof sql>, (c) => ifMissing(c.notNull().defaultTo(value)))
      .execute();
};

const fillAndIndex: Step = async (db, { lockWrites }) => {
  // A write that waited for an updated row would let the indexes wait for it in turn.
  await lockWrites(db, 'orders');
  await sql`update orders set is_announced = 1`.execute(db);
  await sql`update orders set is_card_paid = 1
    where status <> 'processing' and code in (select substr(subject, 7) from audit where action = 'card.paid')`.execute(db);
  await db.schema.createIndex('orders_dates').on('orders').columns(['status', 'created_at', 'id', 'amount_due']).execute();
  await db.schema.createIndex('orders_created').on('orders').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('orders_announced').on('orders').columns(['is_announced', 'status', 'id']).execute();
};

/**
 * For the administrator's work with orders: the tariff before, card payments (which cannot be undone), an internal note, the orders that
 * were announced by email, and an index for lists, sums and the export by date.
 */
export const adminOrders = [addColumns, fillAndIndex];
