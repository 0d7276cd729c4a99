import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export interface SettingsRow {
  sends_mail: 0 | 1;
  is_paused: 0 | 1;
  looked_on: string | null;
  calendar_hash: string | null;
}

/** An account whose news are due. */
export interface DueAccount extends TariffFacts {
  id: UserId;
  email: string;
  language: Language;
  time_zone: string;
  locked_at: string | null;
  due_at: string;
  stop_token: string | null;
  sends_mail: 0 | 1;
  /** The chat that Telegram is linked to. */
  chat_id: string | null;
}

/** An account whose calendar is read. */
export type CalendarAccount = Pick<DueAccount, 'id' | 'language' | 'time_zone' | 'locked_at' | keyof TariffFacts> &
  Pick<SettingsRow, 'is_paused'>;

/** When accounts are looked at next (ISO 8601 UTC; null for never), and the account's day of this look, if it was one. */
export interface NextLook {
  dueAt: string | null;
  lookedOn?: string;
}

const changeOf = ({ dueAt, lookedOn }: NextLook) => ({ due_at: dueAt, ...(lookedOn !== undefined && { looked_on: lookedOn }) });

const selectAccounts = (db: Db) =>
  db
    .selectFrom('notice_accounts')
    .innerJoin('users', 'users.id', 'notice_accounts.user_id')
    .select(['users.id', 'email', 'language', 'time_zone', 'locked_at', 'tariff', 'tariff_start_date', 'tariff_end_date'])
    .leftJoin('telegram_links', 'telegram_links.user_id', 'notice_accounts.user_id')
    .select(['due_at', 'stop_token', 'sends_mail', 'chat_id']);

/** The accounts that get notices about plans, and their settings. */
export const noticeAccountsRepo = (db: Db) => ({
  async find(userId: UserId): Promise<SettingsRow | undefined> {
    return db
      .selectFrom('notice_accounts')
      .select(['sends_mail', 'is_paused', 'looked_on', 'calendar_hash'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
  },
  async upsert(userId: UserId, settings: Pick<SettingsRow, 'sends_mail' | 'is_paused'> & { due_at: string | null }): Promise<void> {
    await db
      .insertInto('notice_accounts')
      .values({ user_id: userId, ...settings })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
      .execute();
  },
  async findByCalendar(hash: string): Promise<CalendarAccount | undefined> {
    return selectAccounts(db).select('is_paused').where('calendar_hash', '=', hash).$castTo<CalendarAccount>().executeTakeFirst();
  },
  async setCalendar(userId: UserId, calendar_hash: string | null): Promise<void> {
    await db
      .insertInto('notice_accounts')
      .values({ user_id: userId, calendar_hash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ calendar_hash }))
      .execute();
  },
  /** Switches the emails off; without Telegram, the account is not looked at any more. The address of the account; undefined for an unknown token, and if they are off. */
  async stopMail(token: string): Promise<{ email: string } | undefined> {
    const stopped = await db
      .updateTable('notice_accounts')
      .set(({ selectFrom, eb }) => ({
        sends_mail: 0,
        due_at: eb
          .case()
          .when(
            selectFrom('telegram_links').select('chat_id').whereRef('telegram_links.user_id', '=', 'notice_accounts.user_id'),
            'is not',
            null,
          )
          .then(eb.ref('due_at'))
          .else(null)
          .end(),
      }))
      .where('stop_token', '=', token)
      .where('sends_mail', '=', 1)
      .returning('user_id')
      .executeTakeFirst();
    return stopped && db.selectFrom('users').select('email').where('id', '=', stopped.user_id).executeTakeFirst();
  },
  /** Accounts that are due at `now`, the first due first. */
  async listDue(now: string, limit: number): Promise<DueAccount[]> {
    return selectAccounts(db).where('due_at', '<=', now).orderBy('due_at').limit(limit).$castTo<DueAccount>().execute();
  },
  /** Accounts that are due later than `latest`, which only a wrong clock writes. */
  async listAhead(latest: string, limit: number): Promise<DueAccount[]> {
    return selectAccounts(db).where('due_at', '>', latest).orderBy('due_at', 'desc').limit(limit).$castTo<DueAccount>().execute();
  },
  /** Of accounts that still get notices. */
  async updateDue(userIds: readonly UserId[], next: NextLook): Promise<void> {
    await db.updateTable('notice_accounts').set(changeOf(next)).where('user_id', 'in', userIds).where('due_at', 'is not', null).execute();
  },
  /**
   * Takes accounts that were due at one moment, in the transaction that queues their emails. Those that another process has taken, or that
   * get no notices now, are missing from the answer.
   */
  async claim(dueAt: string, tokens: ReadonlyMap<UserId, string>, next: NextLook): Promise<{ user_id: UserId }[]> {
    const cases = [...tokens].map(([id, token]) => sql`when ${id} then ${token}`);
    return db
      .updateTable('notice_accounts')
      .set({ ...changeOf(next), stop_token: sql<string>`case user_id ${sql.join(cases, sql` `)} end` })
      .where('user_id', 'in', [...tokens.keys()])
      .where('due_at', '=', dueAt)
      .returning('user_id')
      .$castTo<{ user_id: UserId }>()
      .execute();
  },
});

export type NoticeAccountsRepo = ReturnType<typeof noticeAccountsRepo>;
