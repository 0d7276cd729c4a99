import { sql } from 'kysely';
import type { Step } from '../columns.ts';

const addColumns: Step = async (db, { text, ifMissing }) => {
  for (const column of ['search_text', 'last_seen_on', 'locked_at', 'lock_reason', 'admin_notes'])
    await db.schema.alterTable('users').addColumn(column, text, ifMissing).execute();
};

const fillLastSeen: Step = async (db) => {
  await sql`update users set last_seen_on = (select substr(max(last_used_at), 1, 10) from sessions where user_id = users.id)`.execute(db);
};

const search: Step = async (db, { kind, idType, text }) => {
  await sql`create index users_unsearched on users (id) where search_text is null`.execute(db);
  const pieces = db.schema
    .createTable('user_pieces')
    .addColumn('piece', text, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('user_pieces_key', ['piece', 'user_id']);
  // On SQLite the primary key is the table, and each row is stored once less.
  await (kind === 'sqlite' ? pieces.modifyEnd(sql`strict, without rowid`) : pieces).execute();
  await db.schema.createIndex('user_pieces_user').on('user_pieces').column('user_id').execute();
};

/** For the search for users and their page in the admin panel. A job fills the search for the existing users. */
export const userPages = [addColumns, fillLastSeen, search];
