import type { Kysely } from 'kysely';
import type { Columns, Step } from '../columns.ts';

export const firstTables: Step = async (db, columns) => {
  await accounts(db, columns);
  await mails(db, columns);
  await vehicles(db, columns);
  await records(db, columns);
};

async function accounts(db: Kysely<unknown>, { id, idType, text, blob, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('images'))
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('media_type', text, (c) => c.notNull())
    .addColumn('bytes', blob, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('users'))
    .addColumn('id', idType, id)
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('first_name', text, (c) => c.notNull())
    .addColumn('last_name', text, (c) => c.notNull())
    .addColumn('phone', text)
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('image_id', text, (c) => c.references('images.id'))
    .addColumn('tariff', text, (c) => c.notNull())
    .addColumn('tariff_start_date', text)
    .addColumn('tariff_end_date', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('sessions'))
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', idType, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('user_agent', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('last_used_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await strict(db.schema.createTable('codes'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('validated_at', text)
    .addPrimaryKeyConstraint('codes_key', ['email', 'purpose'] as never)
    .execute();
  await strict(db.schema.createTable('attempts'))
    .addColumn('subject', text, (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('locked_until', text)
    .execute();
}

async function mails(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('mails'))
    .addColumn('id', idType, id)
    .addColumn('message_id', text, (c) => c.notNull().unique())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('recipient', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('text_body', text, (c) => c.notNull())
    .addColumn('html_body', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text)
    .addColumn('next_try_at', text)
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('sent_at', text)
    .execute();
  await db.schema.createIndex('mails_next_try').on('mails').column('next_try_at').execute();
  await db.schema.createIndex('mails_recipient').on('mails').column('recipient').execute();
}

async function vehicles(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('vehicles'))
    .addColumn('id', idType, id)
    .addColumn('user_id', idType, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('vehicle_type', text, (c) => c.notNull())
    .addColumn('brand', text, (c) => c.notNull())
    .addColumn('model', text, (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('color', text, (c) => c.notNull())
    .addColumn('body_type', text)
    .addColumn('fuel_type', text)
    .addColumn('engine_volume', 'integer')
    .addColumn('mileage', 'integer')
    .addColumn('mileage_unit', text)
    .addColumn('vin', text)
    .addColumn('hin_number', text)
    .addColumn('serial_number', text)
    .addColumn('image_id', text, (c) => c.notNull().references('images.id'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('vehicles_vin', ['user_id', 'vin'] as never)
    .addUniqueConstraint('vehicles_hin', ['user_id', 'hin_number'] as never)
    .addUniqueConstraint('vehicles_serial', ['user_id', 'serial_number'] as never)
    .execute();
  await db.schema.createIndex('vehicles_image').on('vehicles').column('image_id').execute();
  await strict(db.schema.createTable('notes'))
    .addColumn('vehicle_id', idType, (c) => c.primaryKey().references('vehicles.id').onDelete('cascade'))
    .addColumn('text', text, (c) => c.notNull())
    .execute();
}

async function records(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('records'))
    .addColumn('id', idType, id)
    .addColumn('vehicle_id', idType, (c) => c.notNull().references('vehicles.id').onDelete('cascade'))
    .addColumn('operation_name', text, (c) => c.notNull())
    .addColumn('part_name', text, (c) => c.notNull())
    .addColumn('part_code', text, (c) => c.notNull())
    .addColumn('price', idType, (c) => c.notNull())
    .addColumn('reading', idType, (c) => c.notNull())
    .addColumn('performed_on', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('records_newest').on('records').columns(['vehicle_id', 'performed_on', 'id']).execute();
  await strict(db.schema.createTable('idempotency'))
    .addColumn('user_id', idType, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('made_id', idType, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['user_id', 'key'] as never)
    .execute();
}
