import type { Columns } from '../../columns.ts';

/** Administrators and their audit log, adverts, visits, jobs and the browser files of releases. */
export const admin = ({ kind, id, int, text, blob, strict }: Columns): string[] => [
  `create table admins (
    id ${id},
    email ${text} not null unique,
    password_hash ${text} not null,
    settings_hash ${text},
    role ${text} default 'all' not null,
    origin ${text} not null,
    created_at ${text} not null,
    last_login_at ${text},
    totp_secret ${text},
    totp_pending ${text},
    totp_step ${int}
  ) ${strict}`,
  'create index admins_role on admins (role, id)',
  `create table admin_sessions (
    token_hash ${text} primary key,
    id ${text} not null,
    admin_id ${int} not null references admins (id) on delete cascade,
    user_agent ${text} default '' not null,
    created_at ${text} not null,
    last_used_at ${text} not null
  ) ${strict}`,
  'create unique index admin_sessions_id on admin_sessions (id)',
  'create index admin_sessions_admin on admin_sessions (admin_id)',
  `create table admin_recovery_codes (
    admin_id ${int} not null references admins (id) on delete cascade,
    code_hash ${text} not null,
    primary key (admin_id, code_hash)
  ) ${strict}`,
  `create table admin_invitations (
    id ${id},
    email ${text} not null unique,
    role ${text} not null,
    token_hash ${text} not null unique,
    invited_by ${int} not null references admins (id) on delete cascade,
    created_at ${text} not null,
    expires_at ${text} not null
  ) ${strict}`,
  'create index admin_invitations_invited_by on admin_invitations (invited_by)',
  'create index admin_invitations_expires_at on admin_invitations (expires_at)',
  `create table audit (
    id ${id},
    at ${text} not null,
    actor ${text} not null,
    action ${text} not null,
    subject ${text} not null,
    user_id ${int},
    email ${text},
    "before" ${text},
    "after" ${text}
  ) ${strict}`,
  'create index audit_at on audit (at, id)',
  'create index audit_action on audit (action, at, id)',
  'create index audit_actor on audit (actor, at, id)',
  'create index audit_actor_action on audit (actor, action, at, id)',
  'create index audit_email on audit (email, action, at, id)',
  'create index audit_subject on audit (subject, id)',
  'create index audit_user on audit (user_id, at, id)',
  ...(kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  `create table advert_list (
    id integer primary key,
    changed_at ${text}
  ) ${strict}`,
  'insert into advert_list (id) values (1)',
  `create table advert_images (
    image_id ${text} primary key references images (id) on delete cascade
  ) ${strict}`,
  `create table adverts (
    id ${id},
    position integer not null,
    title_ua ${text} not null,
    title_ru ${text} not null,
    title_en ${text} not null,
    text_ua ${text} not null,
    text_ru ${text} not null,
    text_en ${text} not null,
    image_id ${text} references advert_images (image_id),
    link ${text},
    shown_from ${text},
    shown_until ${text},
    is_on integer default 1 not null
  ) ${strict}`,
  `create table visits (
    visit_date ${text} primary key,
    visit_count ${int} not null
  ) ${strict}`,
  `create table jobs (
    name ${text} primary key,
    due_at ${text} not null,
    lease ${text}
  ) ${strict}`,
  `create table assets (
    name ${text} primary key,
    encoding ${text},
    used_at ${text} not null,
    bytes ${blob} not null
  ) ${strict}`,
  'create index assets_used_at on assets (used_at)',
];

/** The email of the user that an entry is about, so that a search by prefix reads one index; cleared when the account is deleted. */
const SQLITE_TRIGGERS = [
  `create trigger audit_email_insert after insert on audit when new.user_id is not null begin
    update audit set email = (select email from users where id = new.user_id) where id = new.id;
  end`,
  'create trigger users_audit_update after update of email on users begin update audit set email = new.email where user_id = new.id; end',
  'create trigger users_audit_delete after delete on users begin update audit set email = null where user_id = old.id; end',
];

const POSTGRES_TRIGGERS = [
  `create function audit_email() returns trigger language plpgsql as $$
  begin
    new.email := (select email from users where id = new.user_id);
    return new;
  end $$`,
  'create trigger audit_email before insert on audit for each row when (new.user_id is not null) execute function audit_email()',
  `create function users_audit() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      update audit set email = null where user_id = old.id;
    else
      update audit set email = new.email where user_id = new.id;
    end if;
    return null;
  end $$`,
  'create trigger users_audit_update after update of email on users for each row execute function users_audit()',
  'create trigger users_audit_delete after delete on users for each row execute function users_audit()',
];
