import type { Generated } from 'kysely';
import type { PlanState } from '#contract/plan.ts';

/** The tables of the notices about plans. */
export interface NoticeTables {
  plan_notices: PlanNoticesTable;
  reading_questions: ReadingQuestionsTable;
  telegram_links: TelegramLinksTable;
  telegram_messages: TelegramMessagesTable;
  telegram_bot: TelegramBotTable;
  notice_accounts: NoticeAccountsTable;
}

/** Accounts that have, or had, a plan; a trigger adds them with their first line. */
interface NoticeAccountsTable {
  user_id: number;
  sends_mail: Generated<0 | 1>;
  is_paused: Generated<0 | 1>;
  /** When news are looked for next (ISO 8601 UTC); an empty text is now, null while nothing is sent. */
  due_at: Generated<string | null>;
  /** The account's day on which news were looked for last. */
  looked_on: Generated<string | null>;
  /** In the links that stop the notices; not a secret that gives access to anything. */
  stop_token: Generated<string | null>;
  /** SHA-256 of the secret in the link to the calendar, base64url; null without a link. */
  calendar_hash: Generated<string | null>;
}

/** `again` is the one repetition of `overdue`. */
export type NoticeState = Exclude<PlanState, 'fine'> | 'again';

/** What was told about lines of plans. */
interface PlanNoticesTable {
  line_id: number;
  /** The due day and the due reading. */
  occurrence: string;
  state: NoticeState;
  /** The account's day. */
  told_on: string;
}

/** When the owner of a vehicle was asked last what its counter shows. */
interface ReadingQuestionsTable {
  vehicle_id: number;
  /** The account's day. */
  asked_on: string;
}

/** Telegram of an account: linked, or a code that links it. */
interface TelegramLinksTable {
  user_id: number;
  /** null while it is not linked. */
  chat_id: Generated<string | null>;
  /** SHA-256 of the code in the link to the bot, base64url; valid once, until `code_until` (ISO 8601 UTC). */
  code_hash: Generated<string | null>;
  code_until: Generated<string | null>;
  /** When messages were last refused because the person had blocked the bot; null since the next link. */
  blocked_at: Generated<string | null>;
  /** The last question for a reading: its message, and the vehicle. */
  asked_message: Generated<number | null>;
  asked_vehicle: Generated<number | null>;
}

/** Messages that wait for Telegram; sent ones are deleted. */
interface TelegramMessagesTable {
  id: Generated<number>;
  /** null for someone without an account. */
  user_id: number | null;
  chat_id: string;
  /** The vehicle of which it asks for the reading. */
  asks_vehicle: Generated<number | null>;
  text: string;
  created_at: string;
  next_try_at: string;
  tries: number;
}

/** The one row of the bot. */
interface TelegramBotTable {
  id: number;
  /** The first update that was not read. */
  next_update: number;
  /** When an update was last read (ISO 8601 UTC); an empty text before the first. */
  read_at: string;
  /** The process that reads the updates. */
  lease: string;
  lease_until: string;
  /** Nothing is sent until then (ISO 8601 UTC), because Telegram asked for it. */
  paused_until: string;
}
