import type { Seller } from '#contract/seller.ts';
import type { Db } from '../../db/store.ts';

const COLUMNS = [
  'name_ua',
  'name_ru',
  'name_en',
  'address_ua',
  'address_ru',
  'address_en',
  'tax_number',
  'contact_email',
  'phone',
] as const;
/** The table has one row. */
const SINGLETON_ID = 1;

export const sellerRepo = (db: Db) => ({
  async find(): Promise<Seller> {
    return db.selectFrom('seller').select(COLUMNS).where('id', '=', SINGLETON_ID).executeTakeFirstOrThrow();
  },
  /** Like `find`; the row stays locked until the transaction ends. */
  async lock(): Promise<Seller> {
    return db.selectFrom('seller').select(COLUMNS).where('id', '=', SINGLETON_ID).forNoKeyUpdate().executeTakeFirstOrThrow();
  },
  async update(row: Seller): Promise<void> {
    await db.updateTable('seller').set(row).where('id', '=', SINGLETON_ID).execute();
  },
});

export type SellerRepo = ReturnType<typeof sellerRepo>;
