import { sql } from 'kysely';
import type { Step } from '../columns.ts';

/** The last applied ADMIN_PASSWORD, which is the password of the account, because it was applied at each start so far. */
export const settingsHash: Step = async (db, { text }) => {
  await db.schema.alterTable('admins').addColumn('settings_hash', text).execute();
  await sql`update admins set settings_hash = password_hash where made_by = 'settings'`.execute(db);
};
