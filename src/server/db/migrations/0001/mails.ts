import type { Columns } from '../../columns.ts';

/** A waiting message of a business user comes first. */
const RANK = "(case when status = 'waiting' then is_priority else 0 end)";

/** Contact messages with their replies, and the queue of emails. */
export const mails = ({ id, int, text, strict }: Columns): string[] => [
  `create table feedback (
    id ${id},
    user_id ${int} references users (id) on delete cascade,
    first_name ${text} not null,
    last_name ${text} not null,
    email ${text} not null,
    text ${text} not null,
    language ${text} not null,
    is_priority integer not null,
    created_at ${text} not null,
    status ${text} default 'waiting' not null,
    answered_at ${text},
    answered_by ${text}
  ) ${strict}`,
  'create index feedback_user on feedback (user_id)',
  'create index feedback_email on feedback (email)',
  `create index feedback_rank on feedback (${RANK}, id)`,
  // Contains all columns of the rank, so that PostgreSQL uses an index-only scan.
  `create index feedback_status on feedback (status, ${RANK}, id, is_priority)`,
  'create index feedback_answered on feedback (answered_at) where answered_at is not null',
  `create table feedback_words (
    feedback_id ${int} not null references feedback (id) on delete cascade,
    word ${text} not null,
    primary key (feedback_id, word)
  ) ${strict}`,
  'create index feedback_words_word on feedback_words (word, feedback_id)',
  `create table feedback_replies (
    id ${id},
    feedback_id ${int} not null references feedback (id) on delete cascade,
    text ${text} not null,
    actor ${text} not null,
    request_key ${text},
    created_at ${text} not null
  ) ${strict}`,
  'create index feedback_replies_feedback on feedback_replies (feedback_id, id)',
  'create index feedback_replies_key on feedback_replies (request_key)',
  'create unique index feedback_replies_request on feedback_replies (feedback_id, request_key) where request_key is not null',
  `create table mails (
    id ${id},
    message_id ${text} not null unique,
    kind ${text} not null,
    recipient ${text} not null,
    subject ${text} not null,
    text_body ${text} not null,
    html_body ${text} not null,
    reply_to ${text},
    thread ${text},
    stop_url ${text},
    is_priority integer default 0 not null,
    urgency integer default 1 not null,
    feedback_id ${int} references feedback (id) on delete cascade,
    reply_id ${int} references feedback_replies (id) on delete cascade,
    created_at ${text} not null,
    expires_at ${text},
    next_try_at ${text},
    tries integer not null,
    sent_at ${text},
    failed_at ${text},
    failure ${text}
  ) ${strict}`,
  'create index mails_feedback on mails (feedback_id)',
  'create index mails_reply on mails (reply_id)',
  'create index mails_created on mails (created_at)',
  'create index mails_recipient on mails (recipient, kind, created_at)',
  'create index mails_due on mails (urgency, next_try_at, id) where next_try_at is not null',
  'create index mails_waiting on mails (next_try_at, id) where next_try_at is not null',
  'create index mails_expiring on mails (expires_at) where next_try_at is not null',
  'create index mails_failed on mails (failed_at, id) where failed_at is not null',
];
