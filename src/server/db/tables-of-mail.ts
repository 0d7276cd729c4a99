import type { Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { MailFailure, MailKind } from '#contract/mails.ts';

/** Messages of the contact form; `user_id` of signed-in users. */
export interface FeedbackTable {
  id: Generated<number>;
  user_id: number | null;
  first_name: string;
  last_name: string;
  /** Trimmed, lower case. */
  email: string;
  text: string;
  language: Language;
  /** 1 of a business user. */
  is_priority: 0 | 1;
  created_at: string;
}

export interface MailsTable {
  id: Generated<number>;
  message_id: string;
  /** What it is about; codes an hour are counted by it. */
  kind: MailKind;
  /** Who it belongs to, for the deletion of an account; an address may have no account yet. */
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  created_at: string;
  /** Subject and bodies that hold codes are erased after delivery or at this time. */
  expires_at: string | null;
  next_try_at: string | null;
  tries: number;
  sent_at: string | null;
  /** Who gets the answer, when it is not the sender. */
  reply_to: Generated<string | null>;
  is_priority: Generated<0 | 1>;
  /** The contact message that it hands on: goes with it. */
  feedback_id: Generated<number | null>;
  /** 0 is delivered first, then 1, then 2 (mails.urgency.ts). */
  urgency: Generated<0 | 1 | 2>;
  /** When delivery was given up (ISO 8601 UTC). */
  failed_at: Generated<string | null>;
  /** Of the last try that failed. */
  failure: Generated<MailFailure | null>;
}
