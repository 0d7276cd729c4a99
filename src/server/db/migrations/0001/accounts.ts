import type { Columns } from '../../columns.ts';

/** Photos, users with their sessions and search, confirmation codes, and limits. */
export const accounts = ({ kind, id, int, text, blob, strict }: Columns): string[] => [
  `create table images (
    id ${text} primary key,
    media_type ${text} not null,
    bytes ${blob} not null,
    created_at ${text} not null,
    object_key ${text},
    object_size integer
  ) ${strict}`,
  'create index images_object on images (object_key) where object_key is not null',
  `create table thumbnails (
    image_id ${text} not null references images (id) on delete cascade,
    width integer not null,
    media_type ${text} not null,
    bytes ${blob} not null,
    object_key ${text},
    object_size integer,
    primary key (image_id, width)
  ) ${strict}`,
  'create index thumbnails_object on thumbnails (object_key) where object_key is not null',
  `create table object_deletions (
    object_key ${text} primary key,
    due_at ${text} not null,
    tries integer default 0 not null
  ) ${strict}`,
  'create index object_deletions_due on object_deletions (due_at)',
  ...(kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  `create table users (
    id ${id},
    email ${text} not null unique,
    first_name ${text} not null,
    last_name ${text} not null,
    phone ${text},
    password_hash ${text} not null,
    currency ${text} not null,
    language ${text} not null,
    image_id ${text} references images (id),
    tariff ${text} not null,
    tariff_start_date ${text},
    tariff_end_date ${text},
    first_paid_at ${text},
    created_at ${text} not null,
    last_seen_on ${text},
    search_text ${text},
    locked_at ${text},
    lock_reason ${text},
    admin_notes ${text},
    time_zone ${text} default 'Europe/Kyiv' not null
  ) ${strict}`,
  'create index users_image on users (image_id)',
  'create index users_created on users (created_at, first_paid_at)',
  'create index users_tariff on users (tariff, tariff_end_date, id)',
  'create index users_tariff_end on users (tariff_end_date, id)',
  'create index users_locked on users (locked_at, id) where locked_at is not null',
  // On SQLite the primary key is the table, and each row is stored once less.
  `create table user_pieces (
    piece ${text} not null,
    user_id ${int} not null references users (id) on delete cascade,
    primary key (piece, user_id)
  ) ${kind === 'sqlite' ? 'strict, without rowid' : ''}`,
  'create index user_pieces_user on user_pieces (user_id)',
  `create table sessions (
    token_hash ${text} primary key,
    id ${text} not null,
    user_id ${int} not null references users (id) on delete cascade,
    user_agent ${text} not null,
    created_at ${text} not null,
    last_used_at ${text} not null
  ) ${strict}`,
  'create unique index sessions_id on sessions (id)',
  'create index sessions_user on sessions (user_id)',
  'create index sessions_last_use on sessions (last_used_at)',
  `create table codes (
    email ${text} not null,
    purpose ${text} not null,
    code_hash ${text} not null,
    expires_at ${text} not null,
    validated_at ${text},
    primary key (email, purpose)
  ) ${strict}`,
  'create index codes_expiry on codes (expires_at)',
  `create table attempts (
    subject ${text} primary key,
    failures integer not null,
    locked_until ${text},
    failed_at ${text} default '' not null
  ) ${strict}`,
  'create index attempts_failed on attempts (failed_at)',
  `create table buckets (
    subject ${text} primary key,
    full_at ${text} not null
  ) ${strict}`,
  'create index buckets_full_at on buckets (full_at)',
  `create table idempotency (
    user_id ${int} not null references users (id) on delete cascade,
    key ${text} not null,
    kind ${text} not null,
    request_hash ${text} default '' not null,
    created_id ${int} not null,
    created_at ${text} not null,
    primary key (user_id, key)
  ) ${strict}`,
  'create index idempotency_created on idempotency (created_at)',
];

/** The object of a deleted row is deleted later, whoever deletes the row. */
const INSERT = "insert into object_deletions (object_key, due_at) values (old.object_key, '') on conflict (object_key) do nothing";

const SQLITE_TRIGGERS = ['images', 'thumbnails'].map(
  (table) => `create trigger ${table}_object_delete after delete on ${table} when old.object_key is not null begin ${INSERT}; end`,
);

const POSTGRES_TRIGGERS = [
  `create function delete_object() returns trigger language plpgsql as $$
  begin
    ${INSERT};
    return null;
  end $$`,
  ...['images', 'thumbnails'].map(
    (table) =>
      `create trigger ${table}_object_delete after delete on ${table}
      for each row when (old.object_key is not null) execute function delete_object()`,
  ),
];
