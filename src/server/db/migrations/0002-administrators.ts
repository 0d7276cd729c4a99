import { sql } from 'kysely';
import type { Columns, Step } from '../columns.ts';

const step =
  (statements: (columns: Columns) => string[]): Step =>
  async (db, columns) => {
    for (const statement of statements(columns)) await sql.raw(statement).execute(db);
  };

/** What an administrator wrote about a user is cleared with the email when the account is deleted. */
const SQLITE_TRIGGERS = [
  'drop trigger users_audit_delete',
  `create trigger users_audit_delete after delete on users begin
    update audit set email = null, reason = null where user_id = old.id;
  end`,
];

const POSTGRES_TRIGGERS = [
  `create or replace function users_audit() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      update audit set email = null, reason = null where user_id = old.id;
    else
      update audit set email = new.email where user_id = new.id;
    end if;
    return null;
  end $$`,
];

/** Language and former email of administrators, the users that an email names, and reasons in the audit log. One table at a time. */
export const administrators: readonly Step[] = [
  step(({ text, ifMissing }) => [
    `alter table admins add column ${ifMissing} language ${text} default 'ua' not null`,
    `alter table admins add column ${ifMissing} settings_email ${text}`,
  ]),
  step(({ text, ifMissing }) => [`alter table mails add column ${ifMissing} named_users ${text}`]),
  step(({ kind, text, ifMissing }) => [
    `alter table audit add column ${ifMissing} reason ${text}`,
    ...(kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  ]),
];
