import { type Kysely, sql } from 'kysely';
import type { Columns, Step } from '../columns.ts';
import { createCounters } from '../counting.ts';

const addOrderEmail: Step = async (db, { text, ifMissing }) => {
  await db.schema.alterTable('orders').addColumn('email', text, ifMissing).execute();
};

const tablesAndIndexes: Step = async (db, columns) => {
  // A row that is added between the count of its table and the triggers would never be counted.
  await columns.lockWrites(db, 'users', 'audit', 'orders');
  await adverts(db, columns);
  await visits(db, columns);
  await counts(db, columns);
  await orderEmails(db, columns);
  await auditIndexes(db);
};

/** Tables and indexes of the admin panel: adverts, visits, and fast lists with 100,000 rows. */
export const adminPanel = [addOrderEmail, tablesAndIndexes];

async function adverts(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('advert_list'))
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('changed_at', text)
    .execute();
  await db
    .insertInto('advert_list' as never)
    .values({ id: 1, changed_at: null } as never)
    .execute();
  await strict(db.schema.createTable('advert_images'))
    .addColumn('image_id', text, (c) => c.primaryKey().references('images.id').onDelete('cascade'))
    .execute();
  await strict(db.schema.createTable('adverts'))
    .addColumn('id', idType, id)
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('title_ua', text, (c) => c.notNull())
    .addColumn('title_ru', text, (c) => c.notNull())
    .addColumn('title_en', text, (c) => c.notNull())
    .addColumn('text_ua', text, (c) => c.notNull())
    .addColumn('text_ru', text, (c) => c.notNull())
    .addColumn('text_en', text, (c) => c.notNull())
    .addColumn('image_id', text, (c) => c.references('advert_images.image_id'))
    .execute();
}

async function visits(db: Kysely<unknown>, { idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('visits'))
    .addColumn('visit_date', text, (c) => c.primaryKey())
    .addColumn('visit_count', idType, (c) => c.notNull())
    .execute();
}

/** Stored row counts: each page of a list contains the total, which is too slow to count every time. */
async function counts(db: Kysely<unknown>, { kind, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('counts'))
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', idType, (c) => c.notNull())
    .execute();
  await createCounters(db, kind, { table: 'users' });
  await createCounters(db, kind, { table: 'audit' });
  await createCounters(db, kind, { table: 'orders', by: { column: 'status', values: ['processing', 'confirmed', 'completed'] } });
}

/**
 * Adds the email of the user to each order, so that a search by prefix reads a range of one index instead of a join. Triggers
 * maintain the column and clear it when the account is deleted; the application never writes it.
 */
async function orderEmails(db: Kysely<unknown>, { kind }: Columns): Promise<void> {
  const setEmail = 'update orders set email = (select email from users where users.id = orders.user_id)';
  await sql.raw(setEmail).execute(db);
  for (const statement of kind === 'sqlite' ? sqliteEmails(setEmail) : POSTGRES_EMAILS) await sql.raw(statement).execute(db);
  await db.schema.createIndex('orders_email').on('orders').columns(['email', 'status', 'id']).execute();
}

const sqliteEmails = (setEmail: string): string[] => [
  `create trigger orders_email_insert after insert on orders begin ${setEmail} where id = new.id; end`,
  `create trigger orders_email_update after update of user_id on orders begin ${setEmail} where id = new.id; end`,
  `create trigger users_email_update after update of email on users begin ${setEmail} where user_id = new.id; end`,
];

const POSTGRES_EMAILS = [
  `create function orders_email() returns trigger language plpgsql as $$
  begin
    new.email := (select email from users where id = new.user_id);
    return new;
  end $$`,
  'create trigger orders_email before insert or update of user_id on orders for each row execute function orders_email()',
  `create function users_email() returns trigger language plpgsql as $$
  begin
    update orders set email = new.email where user_id = new.id;
    return null;
  end $$`,
  'create trigger users_email after update of email on users for each row execute function users_email()',
];

async function auditIndexes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['actor', 'action', 'subject'])
    await db.schema.createIndex(`audit_${column}`).on('audit').columns([column, 'id']).execute();
}
