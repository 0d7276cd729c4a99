import { sql } from 'kysely';
import type { Step } from '../columns.ts';

/** Two of the indexes are replaced by others of the same name. */
const addColumns: Step = async (db, { idType, text, ifMissing }) => {
  await db.schema.alterTable('audit').addColumn('user_id', idType, ifMissing).execute();
  await db.schema.alterTable('audit').addColumn('email', text, ifMissing).execute();
  for (const index of ['audit_actor', 'audit_action']) await db.schema.dropIndex(index).ifExists().execute();
};

const fillAndIndex: Step = async (db, { kind, lockWrites }) => {
  // What is written between the first values and the triggers would be missing in them.
  await lockWrites(db, 'users', 'audit');
  for (const statement of [...(kind === 'sqlite' ? SQLITE_IDS : POSTGRES_IDS), SET_EMAIL]) await sql.raw(statement).execute(db);
  for (const statement of kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS) await sql.raw(statement).execute(db);
  for (const [index, columns] of Object.entries(INDEXES)) await db.schema.createIndex(index).on('audit').columns(columns).execute();
};

/**
 * The user that an entry of the audit log is about, and indexes for its search and filters. Triggers maintain the email and clear it
 * when the account is deleted; the application writes only the user's id.
 */
export const auditUsers = [addColumns, fillAndIndex];

const INDEXES: Record<string, string[]> = {
  audit_at: ['at', 'id'],
  audit_action: ['action', 'at', 'id'],
  audit_actor: ['actor', 'at', 'id'],
  audit_actor_action: ['actor', 'action', 'at', 'id'],
  audit_email: ['email', 'action', 'at', 'id'],
  audit_user: ['user_id', 'at', 'id'],
};

const SET_EMAIL = 'update audit set email = (select email from users where users.id = audit.user_id) where user_id is not null';

/** The user is the subject of an entry, the user of the order that is its subject, or named in the state of an order that is deleted. */
const SQLITE_IDS = [
  "update audit set user_id = cast(substr(subject, 6) as integer) where subject glob 'user [1-9]*'",
  `update audit set user_id = coalesce((select user_id from orders where code = substr(subject, 7)), json_extract("before", '$.user_id'))
  where subject glob 'order ?*'`,
];
const POSTGRES_IDS = [
  "update audit set user_id = substr(subject, 6)::bigint where subject ~ '^user [1-9][0-9]*$'",
  `update audit set user_id = coalesce(
    (select user_id from orders where code = substr(subject, 7)), ("before"::jsonb ->> 'user_id')::bigint
  ) where subject like 'order %'`,
];

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
