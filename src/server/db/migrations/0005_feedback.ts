import type { Step } from '../columns.ts';

/** Messages of the contact form, and the columns of `mails` for emails that forward them. */
export const feedback: Step = async (db, { id, idType, text, strict }) => {
  await strict(db.schema.createTable('feedback'))
    .addColumn('id', idType, id)
    .addColumn('user_id', idType, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('first_name', text, (c) => c.notNull())
    .addColumn('last_name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('is_priority', 'integer', (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('feedback_user').on('feedback').column('user_id').execute();
  await db.schema.createIndex('feedback_email').on('feedback').column('email').execute();
  await db.schema.alterTable('mails').addColumn('reply_to', text).execute();
  await db.schema
    .alterTable('mails')
    .addColumn('is_priority', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('mails')
    .addColumn('feedback_id', idType, (c) => c.references('feedback.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('mails_feedback').on('mails').column('feedback_id').execute();
};
