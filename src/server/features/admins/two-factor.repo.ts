import type { Db } from '../../db/store.ts';

export interface TwoFactorRow {
  totp_secret: string | null;
  totp_pending: string | null;
  totp_step: number | null;
}

export const twoFactorRepo = (db: Db) => ({
  async find(adminId: number): Promise<TwoFactorRow | undefined> {
    return db.selectFrom('admins').select(['totp_secret', 'totp_pending', 'totp_step']).where('id', '=', adminId).executeTakeFirst();
  },
  /** Locks the administrator's row until the transaction ends. */
  async lock(adminId: number): Promise<TwoFactorRow | undefined> {
    return db
      .selectFrom('admins')
      .select(['totp_secret', 'totp_pending', 'totp_step'])
      .where('id', '=', adminId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  },
  async updatePending(adminId: number, secret: string): Promise<void> {
    await db.updateTable('admins').set({ totp_pending: secret }).where('id', '=', adminId).execute();
  },
  /** Switches two-factor login on; the code of `step` is used up. */
  async confirm(adminId: number, secret: string, step: number): Promise<void> {
    await db.updateTable('admins').set({ totp_secret: secret, totp_pending: null, totp_step: step }).where('id', '=', adminId).execute();
  },
  async updateStep(adminId: number, step: number): Promise<void> {
    await db.updateTable('admins').set({ totp_step: step }).where('id', '=', adminId).execute();
  },
  /** Switches two-factor login off. */
  async remove(adminId: number): Promise<void> {
    await db.updateTable('admins').set({ totp_secret: null, totp_pending: null, totp_step: null }).where('id', '=', adminId).execute();
    await db.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
  },
  async countRecoveryCodes(adminId: number): Promise<number> {
    const rows = await db.selectFrom('admin_recovery_codes').select('code_hash').where('admin_id', '=', adminId).execute();
    return rows.length;
  },
  async replaceRecoveryCodes(adminId: number, hashes: readonly string[]): Promise<void> {
    await db.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
    await db
      .insertInto('admin_recovery_codes')
      .values(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })))
      .execute();
  },
  /** False for an unknown or used code. */
  async takeRecoveryCode(adminId: number, codeHash: string): Promise<boolean> {
    const rows = await db
      .deleteFrom('admin_recovery_codes')
      .where('admin_id', '=', adminId)
      .where('code_hash', '=', codeHash)
      .returning('code_hash')
      .execute();
    return rows.length > 0;
  },
});

export type TwoFactorRepo = ReturnType<typeof twoFactorRepo>;
