import type { Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { MailFailure, MailKind } from '#contract/mails.ts';
import type { MessageStatus } from '#contract/messages.ts';

/** Messages of the contact form. `user_id` is set for logged-in users. */
export interface FeedbackTable {
  id: Generated<number>;
  user_id: number | null;
  first_name: string;
  last_name: string;
  /** Trimmed, lower case. */
  email: string;
  text: string;
  language: Language;
  /** 1 for users with the business tariff. */
  is_priority: 0 | 1;
  created_at: string;
  status: Generated<MessageStatus>;
  answered_at: Generated<string | null>;
  /** Email of the administrator who marked it as answered. */
  answered_by: Generated<string | null>;
}

/** The words of contact messages and their senders, for the search (message-words.rules.ts). */
export interface FeedbackWordsTable {
  feedback_id: number;
  word: string;
}

/** Replies to contact messages; the email of a reply references it. */
export interface FeedbackRepliesTable {
  id: Generated<number>;
  feedback_id: number;
  text: string;
  /** Email of the administrator. */
  actor: string;
  /** Idempotency-Key of the request, if it had one. */
  request_key: string | null;
  created_at: string;
}

export interface MailsTable {
  id: Generated<number>;
  message_id: string;
  /** Also used to count the codes sent per hour. */
  kind: MailKind;
  /** Also identifies the emails to delete with an account; the address may have no account yet. */
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  created_at: string;
  /** If set, subject and bodies are erased after delivery or at this time, for example of codes. */
  expires_at: string | null;
  next_try_at: string | null;
  tries: number;
  sent_at: string | null;
  /** The Reply-To address, if any. */
  reply_to: Generated<string | null>;
  is_priority: Generated<0 | 1>;
  /** The contact message that this email forwards; deleted with it. */
  feedback_id: Generated<number | null>;
  /** The reply to a contact message that this email delivers; deleted with it. */
  reply_id: Generated<number | null>;
  /** Message-IDs of the emails that this one answers, oldest first, separated by spaces. */
  thread: Generated<string | null>;
  /** Stops further emails of this kind with one click (RFC 8058). */
  stop_url: Generated<string | null>;
  /** 0 is delivered first, then 1, then 2 (mail-urgency.rules.ts). */
  urgency: Generated<0 | 1 | 2>;
  /** The ids of the users whose names it contains, each between spaces; withdrawn if one of them is deleted while it waits. */
  named_users: Generated<string | null>;
  /** When delivery failed permanently (ISO 8601 UTC). */
  failed_at: Generated<string | null>;
  /** Reason of the last failed attempt. */
  failure: Generated<MailFailure | null>;
}
