import type { Kysely } from 'kysely';
import type { Columns, Step } from '../columns.ts';

/** Prices, payment details, orders, administrators, the audit log, scheduled jobs, and indexes for the hourly sweep. */
export const orders: Step = async (db, columns) => {
  await prices(db, columns);
  await payments(db, columns);
  await ordersAndNotices(db, columns);
  await administrators(db, columns);
  await jobs(db, columns);
};

async function prices(db: Kysely<unknown>, { text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('prices'))
    .addColumn('tariff', text, (c) => c.primaryKey())
    .addColumn('price', 'integer', (c) => c.notNull())
    .execute();
  await insert(db, 'prices', [
    { tariff: 'basic', price: 0 },
    { tariff: 'family', price: 300 },
    { tariff: 'business', price: 900 },
  ]);
}

async function payments(db: Kysely<unknown>, { text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('payments'))
    .addColumn('lang', text, (c) => c.primaryKey())
    .addColumn('payee_details', text, (c) => c.notNull())
    .addColumn('iban', text, (c) => c.notNull())
    .addColumn('edrpou', text, (c) => c.notNull())
    .addColumn('payment_purpose', text, (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .execute();
  const empty = { payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 0 };
  await insert(
    db,
    'payments',
    ['ua', 'ru', 'en'].map((lang) => ({ lang, ...empty })),
  );
  await strict(db.schema.createTable('block_message'))
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('message_text_ua', text, (c) => c.notNull())
    .addColumn('message_text_ru', text, (c) => c.notNull())
    .addColumn('message_text_en', text, (c) => c.notNull())
    .execute();
  await insert(db, 'block_message', [
    {
      id: 1,
      message_text_ua: 'Оплату тарифів зараз призупинено. Ваша книжка працює, як завжди, а замовити тариф можна буде трохи згодом.',
      message_text_ru: 'Оплата тарифов сейчас приостановлена. Ваша книжка работает, как всегда, а заказать тариф можно будет чуть позже.',
      message_text_en: 'Tariff payments are paused at the moment. Your book works as usual, and you will be able to order a tariff later.',
    },
  ]);
}

async function ordersAndNotices(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('orders'))
    .addColumn('id', idType, id)
    .addColumn('code', text, (c) => c.notNull().unique())
    .addColumn('user_id', idType, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('tariff_change', text, (c) => c.notNull())
    .addColumn('payment_months', 'integer', (c) => c.notNull())
    .addColumn('amount_due', idType, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('completed_at', text)
    .addColumn('tariff_start_date', text)
    .addColumn('tariff_end_date', text)
    .execute();
  await db.schema.createIndex('orders_user').on('orders').columns(['user_id', 'id']).execute();
  await db.schema.createIndex('orders_status').on('orders').columns(['status', 'id']).execute();
  await db.schema
    .createIndex('orders_open')
    .on('orders')
    .column('user_id')
    .unique()
    .where('status' as never, 'in', ['processing', 'confirmed'] as never)
    .execute();
  await db.schema.createIndex('users_tariff_end').on('users').column('tariff_end_date').execute();
  await strict(db.schema.createTable('notices'))
    .addColumn('user_id', idType, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('tariff_end_date', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('notices_key', ['user_id', 'kind', 'tariff_end_date'] as never)
    .execute();
  await strict(db.schema.createTable('card_events'))
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('received_at', text, (c) => c.notNull())
    .execute();
}

async function administrators(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('admins'))
    .addColumn('id', idType, id)
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('admin_sessions'))
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('admin_id', idType, (c) => c.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('last_used_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('admin_sessions_admin').on('admin_sessions').column('admin_id').execute();
  await strict(db.schema.createTable('audit'))
    .addColumn('id', idType, id)
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('before', text)
    .addColumn('after', text)
    .execute();
}

async function jobs(db: Kysely<unknown>, { text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('jobs'))
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('due_at', text, (c) => c.notNull())
    .addColumn('lease', text)
    .execute();
  await db.schema
    .alterTable('attempts')
    .addColumn('failed_at', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('attempts_failed').on('attempts').column('failed_at').execute();
  await db.schema.createIndex('sessions_last_use').on('sessions').column('last_used_at').execute();
  await db.schema.createIndex('codes_expiry').on('codes').column('expires_at').execute();
  await db.schema.createIndex('mails_created').on('mails').column('created_at').execute();
  await db.schema.createIndex('idempotency_created').on('idempotency').column('created_at').execute();
}

async function insert(db: Kysely<unknown>, table: string, rows: Record<string, string | number>[]): Promise<void> {
  await db
    .insertInto(table as never)
    .values(rows as never)
    .execute();
}
