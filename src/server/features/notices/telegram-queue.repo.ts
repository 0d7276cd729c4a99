import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

export interface ClaimedMessage {
  id: number;
  user_id: number | null;
  chat_id: string;
  asks_vehicle: number | null;
  text: string;
  tries: number;
}

export interface NewMessage {
  user_id: number | null;
  chat_id: string;
  text: string;
  created_at: string;
  /** Asks for the reading of this vehicle. */
  asks_vehicle?: number | undefined;
}

/** The one row of the bot. */
const BOT = 1;

/** The messages that wait for Telegram, and what was read of the bot. */
export const telegramQueueRepo = (db: Db) => ({
  async insertMessages(rows: readonly NewMessage[]): Promise<void> {
    await db
      .insertInto('telegram_messages')
      .values(rows.map((row) => ({ ...row, next_try_at: row.created_at, tries: 0 })))
      .execute();
  },
  /** Takes the message that has waited longest, until `leaseUntil`. */
  async claimMessage(now: string, leaseUntil: string): Promise<ClaimedMessage | undefined> {
    return db
      .updateTable('telegram_messages')
      .set(({ eb }) => ({ next_try_at: leaseUntil, tries: eb('tries', '+', 1) }))
      .where(
        'id',
        '=',
        db.selectFrom('telegram_messages').select('id').where('next_try_at', '<=', now).orderBy('next_try_at').orderBy('id').limit(1),
      )
      .where('next_try_at', '<=', now)
      .returning(['id', 'user_id', 'chat_id', 'asks_vehicle', 'text', 'tries'])
      .executeTakeFirst();
  },
  async postpone(id: number, next_try_at: string): Promise<void> {
    await db.updateTable('telegram_messages').set({ next_try_at }).where('id', '=', id).execute();
  },
  async deleteMessage(id: number): Promise<void> {
    await db.deleteFrom('telegram_messages').where('id', '=', id).execute();
  },
  /** Those that wait for a chat. */
  async deleteMessagesTo(chatId: string): Promise<void> {
    await db.deleteFrom('telegram_messages').where('chat_id', '=', chatId).execute();
  },
  async deleteMessagesOf(userId: UserId): Promise<void> {
    await db.deleteFrom('telegram_messages').where('user_id', '=', userId).execute();
  },
  async deleteMessagesBefore(createdAt: string): Promise<void> {
    await db.deleteFrom('telegram_messages').where('created_at', '<', createdAt).execute();
  },
  async insertBot(): Promise<void> {
    await db
      .insertInto('telegram_bot')
      .values({ id: BOT, next_update: 0, read_at: '', lease: '', lease_until: '', paused_until: '' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
  /**
   * Takes the bot for a process, or keeps it; undefined while another process has it. A lease later than `latest` comes from a wrong clock.
   * If nothing was read since `countsFrom`, the numbers of updates begin anywhere.
   */
  async claimBot(
    lease: string,
    { now, until, latest, countsFrom }: Record<'now' | 'until' | 'latest' | 'countsFrom', string>,
  ): Promise<{ next_update: number } | undefined> {
    return db
      .updateTable('telegram_bot')
      .set(({ eb }) => ({
        ...{ lease, lease_until: until },
        next_update: eb.case().when('read_at', '<', countsFrom).then(0).else(eb.ref('next_update')).end(),
      }))
      .where('id', '=', BOT)
      .where(({ eb, or }) => or([eb('lease', '=', lease), eb('lease_until', '<=', now), eb('lease_until', '>', latest)]))
      .returning('next_update')
      .executeTakeFirst();
  },
  async releaseBot(lease: string): Promise<void> {
    await db.updateTable('telegram_bot').set({ lease_until: '' }).where('id', '=', BOT).where('lease', '=', lease).execute();
  },
  /** Marks an update as read; false if it was read before. */
  async readUpdate(updateId: number, read_at: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('telegram_bot')
      .set({ next_update: updateId + 1, read_at })
      .where('id', '=', BOT)
      .where('next_update', '<=', updateId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  /** Until when nothing is sent; an empty text is no pause. */
  async findPause(): Promise<string> {
    const row = await db.selectFrom('telegram_bot').select('paused_until').where('id', '=', BOT).executeTakeFirst();
    return row?.paused_until ?? '';
  },
  async setPause(paused_until: string): Promise<void> {
    await db.updateTable('telegram_bot').set({ paused_until }).where('id', '=', BOT).execute();
  },
});

export type TelegramQueueRepo = ReturnType<typeof telegramQueueRepo>;
