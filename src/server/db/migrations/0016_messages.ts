import { type Kysely, sql } from 'kysely';
import type { Columns, Step } from '../columns.ts';
import { createCounters } from '../counting.ts';

/** For the list of contact messages: their status, the words of their search, and the replies with their emails. */
export const messages: Step = async (db, columns) => {
  await statuses(db, columns);
  await words(db, columns);
  await replies(db, columns);
  await waitingMails(db);
};

/** `is_indexed` is 0 for messages of the previous release, whose words are added by a job. */
async function statuses(db: Kysely<unknown>, { kind, text }: Columns): Promise<void> {
  await db.schema
    .alterTable('feedback')
    .addColumn('status', text, (c) => c.notNull().defaultTo('waiting'))
    .execute();
  await db.schema.alterTable('feedback').addColumn('answered_at', text).execute();
  await db.schema.alterTable('feedback').addColumn('answered_by', text).execute();
  await db.schema
    .alterTable('feedback')
    .addColumn('is_indexed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await createCounters(db, kind, { table: 'feedback', by: { column: 'status', values: ['waiting', 'answered'] } });
  const rank = `(case when status = 'waiting' then is_priority else 0 end)`;
  for (const statement of [
    `create index feedback_rank on feedback (${rank}, id)`,
    // With all columns of the rank, so that PostgreSQL reads the index alone.
    `create index feedback_status on feedback (status, ${rank}, id, is_priority)`,
    'create index feedback_answered on feedback (answered_at) where answered_at is not null',
    'create index feedback_unindexed on feedback (id) where is_indexed = 0',
  ])
    await sql.raw(statement).execute(db);
}

async function words(db: Kysely<unknown>, { idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('feedback_words'))
    .addColumn('feedback_id', idType, (c) => c.notNull().references('feedback.id').onDelete('cascade'))
    .addColumn('word', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('feedback_words_key', ['feedback_id', 'word'])
    .execute();
  await db.schema.createIndex('feedback_words_word').on('feedback_words').columns(['word', 'feedback_id']).execute();
}

async function replies(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('feedback_replies'))
    .addColumn('id', idType, id)
    .addColumn('feedback_id', idType, (c) => c.notNull().references('feedback.id').onDelete('cascade'))
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('request_key', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('feedback_replies_feedback').on('feedback_replies').columns(['feedback_id', 'id']).execute();
  await db.schema
    .createIndex('feedback_replies_request')
    .unique()
    .on('feedback_replies')
    .columns(['feedback_id', 'request_key'])
    .where('request_key' as never, 'is not', null)
    .execute();
  await db.schema
    .alterTable('mails')
    .addColumn('reply_id', idType, (c) => c.references('feedback_replies.id').onDelete('cascade'))
    .execute();
  await db.schema.alterTable('mails').addColumn('thread', text).execute();
  await db.schema.createIndex('mails_reply').on('mails').column('reply_id').execute();
}

/** For the list of waiting emails, the next attempt first. */
async function waitingMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('mails_waiting')
    .on('mails')
    .columns(['next_try_at', 'id'])
    .where('next_try_at' as never, 'is not', null)
    .execute();
}
