import type { Generated } from 'kysely';
import type { PlanState } from '#contract/plan.ts';

/** The tables of the notices about plans. */
export interface NoticeTables {
  plan_notices: PlanNoticesTable;
  reading_questions: ReadingQuestionsTable;
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
