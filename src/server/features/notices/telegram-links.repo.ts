import type { Selectable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export type TelegramLinkRow = Pick<Selectable<Tables['telegram_links']>, 'chat_id' | 'blocked_at'>;

/** The account that a chat is linked to. */
export interface ChatAccount extends TariffFacts {
  id: UserId;
  language: Language;
  time_zone: string;
  currency: Currency;
  locked_at: string | null;
  asked_message: number | null;
  asked_vehicle: number | null;
}

/** Chats with the bot that are linked to accounts, and codes that link them. */
export const telegramLinksRepo = (db: Db) => ({
  async findLink(userId: UserId): Promise<TelegramLinkRow | undefined> {
    return db.selectFrom('telegram_links').select(['chat_id', 'blocked_at']).where('user_id', '=', userId).executeTakeFirst();
  },
  /** A new code replaces the one before. */
  async setCode(userId: UserId, code_hash: string, code_until: string): Promise<void> {
    await db
      .insertInto('telegram_links')
      .values({ user_id: userId, code_hash, code_until })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code_hash, code_until }))
      .execute();
  },
  /** The account of a code that is valid at `now`. */
  async findByCode(codeHash: string, now: string): Promise<{ user_id: UserId } | undefined> {
    return db
      .selectFrom('telegram_links')
      .select('user_id')
      .where('code_hash', '=', codeHash)
      .where('code_until', '>', now)
      .$castTo<{ user_id: UserId }>()
      .executeTakeFirst();
  },
  async findByChat(chatId: string): Promise<ChatAccount | undefined> {
    return db
      .selectFrom('telegram_links')
      .innerJoin('users', 'users.id', 'telegram_links.user_id')
      .select(['asked_message', 'asked_vehicle', 'currency'])
      .select(['users.id', 'language', 'time_zone', 'locked_at', 'tariff', 'tariff_start_date', 'tariff_end_date'])
      .where('chat_id', '=', chatId)
      .$castTo<ChatAccount>()
      .executeTakeFirst();
  },
  /** Ends the link of a chat; the account that had it. */
  async unlinkChat(chatId: string, blocked_at: string | null): Promise<{ user_id: UserId } | undefined> {
    return db
      .updateTable('telegram_links')
      .set({ chat_id: null, blocked_at, asked_message: null, asked_vehicle: null })
      .where('chat_id', '=', chatId)
      .returning('user_id')
      .$castTo<{ user_id: UserId }>()
      .executeTakeFirst();
  },
  /** Also forgets the code. */
  async linkChat(userId: UserId, chat_id: string): Promise<void> {
    await db
      .updateTable('telegram_links')
      .set({ chat_id, code_hash: null, code_until: null, blocked_at: null })
      .where('user_id', '=', userId)
      .execute();
  },
  /** Remembers the question that an answer is taken for. */
  async setQuestion(chatId: string, asked_message: number, asked_vehicle: number): Promise<void> {
    await db.updateTable('telegram_links').set({ asked_message, asked_vehicle }).where('chat_id', '=', chatId).execute();
  },
  async deleteLink(userId: UserId): Promise<void> {
    await db.deleteFrom('telegram_links').where('user_id', '=', userId).execute();
  },
});

export type TelegramLinksRepo = ReturnType<typeof telegramLinksRepo>;
