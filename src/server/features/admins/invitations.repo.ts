import { type Insertable, sql } from 'kysely';
import type { AdminRole } from '#contract/roles.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export interface InvitationRow {
  id: number;
  email: string;
  role: AdminRole;
  expires_at: string;
}

export interface ListedInvitationRow extends InvitationRow {
  invitedBy: string;
}

/** What a new link changes. */
type Renewal = Pick<Insertable<Tables['admin_invitations']>, 'token_hash' | 'invited_by' | 'created_at' | 'expires_at'>;

const COLUMNS = ['id', 'email', 'role', 'expires_at'] as const;

export const invitationsRepo = (db: Db) => ({
  async list(): Promise<ListedInvitationRow[]> {
    return db
      .selectFrom('admin_invitations')
      .innerJoin('admins', 'admins.id', 'admin_invitations.invited_by')
      .select([
        'admin_invitations.id',
        'admin_invitations.email',
        'admin_invitations.role',
        'admin_invitations.expires_at',
        'admins.email as invitedBy',
      ])
      .orderBy('admin_invitations.id')
      .execute();
  },
  /** Replaces an earlier invitation of the address. */
  async upsert(row: Insertable<Tables['admin_invitations']>): Promise<InvitationRow> {
    const { email: _, ...changes } = row;
    return db
      .insertInto('admin_invitations')
      .values(row)
      .onConflict((conflict) => conflict.column('email').doUpdateSet(changes))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  },
  async renew(id: number, renewal: Renewal): Promise<InvitationRow | undefined> {
    return db.updateTable('admin_invitations').set(renewal).where('id', '=', id).returning(COLUMNS).executeTakeFirst();
  },
  async delete(id: number): Promise<InvitationRow | undefined> {
    return db.deleteFrom('admin_invitations').where('id', '=', id).returning(COLUMNS).executeTakeFirst();
  },
  async deleteByEmail(email: string): Promise<void> {
    await db.deleteFrom('admin_invitations').where('email', '=', email).execute();
  },
  /** Returns the invited emails. */
  async deleteByInviter(adminId: number): Promise<string[]> {
    const rows = await db.deleteFrom('admin_invitations').where('invited_by', '=', adminId).returning('email').execute();
    return rows.map(({ email }) => email);
  },
  async find(tokenHash: string): Promise<InvitationRow | undefined> {
    return db.selectFrom('admin_invitations').select(COLUMNS).where('token_hash', '=', tokenHash).executeTakeFirst();
  },
  /** Deletes the invitation with this link; undefined if there is none. */
  async take(tokenHash: string): Promise<InvitationRow | undefined> {
    return db.deleteFrom('admin_invitations').where('token_hash', '=', tokenHash).returning(COLUMNS).executeTakeFirst();
  },
  deleteExpired: (expiredBefore: string): Promise<boolean> =>
    deleteExpired(db, 'admin_invitations', ['id'], sql`expires_at < ${expiredBefore}`),
});

export type InvitationsRepo = ReturnType<typeof invitationsRepo>;
