import type { Kysely } from 'kysely';
import type { Columns, Step } from '../columns.ts';

/** Roles, invitations and two-factor login of administrators, and the list of their sessions. Existing administrators keep every right. */
export const administrators: Step = async (db, columns) => {
  await accounts(db, columns);
  await sessions(db, columns);
  await recoveryCodes(db, columns);
  await invitations(db, columns);
};

async function accounts(db: Kysely<unknown>, { idType, text }: Columns): Promise<void> {
  await db.schema
    .alterTable('admins')
    .addColumn('role', text, (c) => c.notNull().defaultTo('all'))
    .execute();
  for (const column of ['last_login_at', 'totp_secret', 'totp_pending'])
    await db.schema.alterTable('admins').addColumn(column, text).execute();
  await db.schema.alterTable('admins').addColumn('totp_step', idType).execute();
  await db.schema.createIndex('admins_role').on('admins').columns(['role', 'id']).execute();
}

async function sessions(db: Kysely<unknown>, { text, randomId }: Columns): Promise<void> {
  for (const column of ['id', 'user_agent'])
    await db.schema
      .alterTable('admin_sessions')
      .addColumn(column, text, (c) => c.notNull().defaultTo(''))
      .execute();
  await db
    .updateTable('admin_sessions' as never)
    .set({ id: randomId } as never)
    .execute();
  // Not unique: the previous release, which may still be running, leaves the id of a new session empty.
  await db.schema.createIndex('admin_sessions_id').on('admin_sessions').column('id').execute();
}

async function recoveryCodes(db: Kysely<unknown>, { idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('admin_recovery_codes'))
    .addColumn('admin_id', idType, (c) => c.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('code_hash', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('admin_recovery_codes_key', ['admin_id', 'code_hash'])
    .execute();
}

/** The invitations of an administrator are deleted with the administrator. */
async function invitations(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('admin_invitations'))
    .addColumn('id', idType, id)
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('invited_by', idType, (c) => c.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute();
  for (const column of ['invited_by', 'expires_at'])
    await db.schema.createIndex(`admin_invitations_${column}`).on('admin_invitations').column(column).execute();
}
