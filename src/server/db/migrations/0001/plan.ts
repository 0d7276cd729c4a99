import type { Columns } from '../../columns.ts';

export const plan = ({ kind, id, int, text, strict }: Columns): string[] => [
  `create table plan_lines (
    id ${id},
    vehicle_id ${int} not null references vehicles (id) on delete cascade,
    uid ${text} not null,
    title ${text} not null,
    kind ${text} not null,
    mode ${text} not null,
    every_months integer,
    every_days integer,
    every_distance ${int},
    due_on ${text},
    due_at ${int},
    due_at_on ${text},
    is_end_of_month integer not null,
    start_on ${text},
    start_at ${int},
    lead_days integer,
    lead_distance ${int},
    other_every_distance ${int},
    other_due_at ${int},
    other_start_at ${int},
    other_lead_distance ${int},
    expected_cost ${int},
    currency ${text} not null,
    snoozed_until ${text},
    created_at ${text} not null,
    changed_at ${text} not null
  ) ${strict}`,
  'create index plan_lines_vehicle on plan_lines (vehicle_id)',
  `create table plan_completions (
    id ${id},
    line_id ${int} not null references plan_lines (id) on delete cascade,
    vehicle_id ${int} not null references vehicles (id) on delete cascade,
    entry_id ${int},
    performed_on ${text},
    reading ${int},
    is_skip integer not null,
    is_extra integer not null,
    closes_on ${text},
    closes_at ${int},
    other_reading ${int},
    other_closes_at ${int},
    created_at ${text} not null,
    constraint plan_completions_entry unique (line_id, entry_id)
  ) ${strict}`,
  'create index plan_completions_vehicle on plan_completions (vehicle_id)',
  'create index plan_completions_of_entry on plan_completions (entry_id)',
  `create table plan_notices (
    line_id ${int} not null references plan_lines (id) on delete cascade,
    occurrence ${text} not null,
    state ${text} not null,
    told_on ${text} not null,
    primary key (line_id, occurrence, state)
  ) ${strict}`,
  `create table reading_questions (
    vehicle_id ${int} primary key references vehicles (id) on delete cascade,
    asked_on ${text} not null
  ) ${strict}`,
  `create table notice_accounts (
    user_id ${int} primary key references users (id) on delete cascade,
    sends_mail integer default 1 not null,
    is_paused integer default 0 not null,
    due_at ${text} default '',
    looked_on ${text},
    stop_token ${text} unique,
    calendar_hash ${text} unique
  ) ${strict}`,
  'create index notice_accounts_due on notice_accounts (due_at)',
  `create table telegram_links (
    user_id ${int} primary key references users (id) on delete cascade,
    chat_id ${text} unique,
    code_hash ${text} unique,
    code_until ${text},
    blocked_at ${text},
    asked_message ${int},
    asked_vehicle ${int} references vehicles (id) on delete set null
  ) ${strict}`,
  'create index telegram_links_vehicle on telegram_links (asked_vehicle)',
  `create table telegram_messages (
    id ${id},
    user_id ${int} references users (id) on delete cascade,
    chat_id ${text} not null,
    asks_vehicle ${int} references vehicles (id) on delete cascade,
    text ${text} not null,
    created_at ${text} not null,
    next_try_at ${text} not null,
    tries integer not null
  ) ${strict}`,
  'create index telegram_messages_due on telegram_messages (next_try_at)',
  'create index telegram_messages_user on telegram_messages (user_id)',
  'create index telegram_messages_vehicle on telegram_messages (asks_vehicle)',
  'create index telegram_messages_chat on telegram_messages (chat_id)',
  'create index telegram_messages_created on telegram_messages (created_at)',
  `create table telegram_bot (
    id integer primary key,
    next_update ${int} not null,
    read_at ${text} not null,
    lease ${text} not null,
    lease_until ${text} not null,
    paused_until ${text} not null
  ) ${strict}`,
  ...(kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
];

/** The owner of a vehicle with a plan gets notices, however the line was added. */
const INSERT =
  'insert into notice_accounts (user_id) select user_id from vehicles where id = new.vehicle_id on conflict (user_id) do nothing';

const SQLITE_TRIGGERS = [`create trigger plan_lines_insert after insert on plan_lines begin ${INSERT}; end`];

const POSTGRES_TRIGGERS = [
  `create function plan_lines_insert() returns trigger language plpgsql as $$
  begin
    ${INSERT};
    return null;
  end $$`,
  'create trigger plan_lines_insert after insert on plan_lines for each row execute function plan_lines_insert()',
];
