import type { Db } from '../../db/store.ts';

export interface StoredAsset {
  /** File name with the hash of its content. */
  name: string;
  /** How `bytes` are compressed; null if they are not. */
  encoding: 'br' | null;
  bytes: Uint8Array;
}

export const assetsRepo = (db: Db) => ({
  async find(name: string): Promise<StoredAsset | undefined> {
    return db.selectFrom('assets').select(['name', 'encoding', 'bytes']).where('name', '=', name).executeTakeFirst();
  },
  /** Those of the names that are stored. */
  async listNames(names: readonly string[]): Promise<string[]> {
    const rows = await db.selectFrom('assets').select('name').where('name', 'in', names).execute();
    return rows.map(({ name }) => name);
  },
  /** Files that another process has stored meanwhile are the same, and kept. */
  async insert(files: readonly StoredAsset[], usedAt: string): Promise<void> {
    await db
      .insertInto('assets')
      .values(files.map((file) => ({ ...file, used_at: usedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  async markUsed(names: readonly string[], usedAt: string): Promise<void> {
    await db.updateTable('assets').set({ used_at: usedAt }).where('name', 'in', names).execute();
  },
  async deleteUnused(usedBefore: string): Promise<void> {
    await db.deleteFrom('assets').where('used_at', '<', usedBefore).execute();
  },
});

export type AssetsRepo = ReturnType<typeof assetsRepo>;
