import type { Selectable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type PaymentRow = Selectable<Tables['payments']>;
export type BlockMessageRow = Omit<Selectable<Tables['block_message']>, 'id'>;

const DETAILS = [
  'lang',
  'payee_details',
  'iban',
  'edrpou',
  'payment_purpose',
  'is_active',
  'transfer_currency',
  'transfer_rate',
  'rated_on',
] as const;
const MESSAGE = ['message_text_ua', 'message_text_ru', 'message_text_en'] as const;
/** The table has one row. */
const SINGLETON_ID = 1;

export const paymentsRepo = (db: Db) => ({
  async list(): Promise<PaymentRow[]> {
    return db.selectFrom('payments').select(DETAILS).execute();
  },
  async find(lang: Language): Promise<PaymentRow | undefined> {
    return db.selectFrom('payments').select(DETAILS).where('lang', '=', lang).executeTakeFirst();
  },
  /** Like `find`; the row stays locked until the transaction ends. */
  async lock(lang: Language): Promise<PaymentRow | undefined> {
    return db.selectFrom('payments').select(DETAILS).where('lang', '=', lang).forNoKeyUpdate().executeTakeFirst();
  },
  async upsert(row: PaymentRow): Promise<void> {
    await db
      .insertInto('payments')
      .values(row)
      .onConflict((conflict) => conflict.column('lang').doUpdateSet(row))
      .execute();
  },
  async findBlockMessage(): Promise<BlockMessageRow | undefined> {
    return db.selectFrom('block_message').select(MESSAGE).where('id', '=', SINGLETON_ID).executeTakeFirst();
  },
  /** Like `findBlockMessage`; the row stays locked until the transaction ends. */
  async lockBlockMessage(): Promise<BlockMessageRow | undefined> {
    return db.selectFrom('block_message').select(MESSAGE).where('id', '=', SINGLETON_ID).forNoKeyUpdate().executeTakeFirst();
  },
  async updateBlockMessage(row: BlockMessageRow): Promise<void> {
    await db.updateTable('block_message').set(row).where('id', '=', SINGLETON_ID).execute();
  },
});

export type PaymentsRepo = ReturnType<typeof paymentsRepo>;
