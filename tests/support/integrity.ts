import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Store } from '#server/db/store.ts';

/** Checks what no response shows: the file is not damaged, and no rows are left over from unfinished work. */
export async function checkIntegrity({ kind, db }: Store): Promise<void> {
  if (kind === 'sqlite') {
    expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
    expect((await sql`PRAGMA foreign_key_check`.execute(db)).rows).toEqual([]);
  }
  const photos = await sql`select id from images i
    where not exists (select 1 from vehicles v where v.image_id = i.id) and not exists (select 1 from users u where u.image_id = i.id)
      and not exists (select 1 from advert_images a where a.image_id = i.id)`.execute(db);
  expect(photos.rows, 'photos without an owner').toEqual([]);
  const objects = await sql`select object_key from object_deletions d
    where exists (select 1 from images i where i.object_key = d.object_key) or exists (select 1 from thumbnails t where t.object_key = d.object_key)`.execute(
    db,
  );
  expect(objects.rows, 'objects in use that would be deleted').toEqual([]);
  const keys = await sql`select key from idempotency i
    where (kind = 'entries' and not exists (select 1 from entries e where e.id = i.created_id)
        and not exists (select 1 from deleted_entries d where d.id = i.created_id))
       or (kind = 'vehicles' and not exists (select 1 from vehicles v where v.id = i.created_id))`.execute(db);
  expect(keys.rows, 'keys of items that do not exist').toEqual([]);
  const details =
    await sql`select entry_id from (select entry_id from fills union all select entry_id from costs union all select entry_id from readings
      union all select entry_id from plan_completions where entry_id is not null) as d
    where not exists (select 1 from entries e where e.id = d.entry_id) and not exists (select 1 from deleted_entries e where e.id = d.entry_id)`.execute(
      db,
    );
  expect(details.rows, 'details of entries that do not exist').toEqual([]);
  const stamps =
    await sql`select c.id from plan_completions c join plan_lines l on l.id = c.line_id where l.vehicle_id <> c.vehicle_id`.execute(db);
  expect(stamps.rows, 'completions of another vehicle').toEqual([]);
  await checkEmails(db);
}

/** Checks the emails that triggers maintain. */
async function checkEmails(db: Store['db']): Promise<void> {
  const emails = await sql`select o.code from orders o left join users u on u.id = o.user_id
    where coalesce(o.email, '') <> coalesce(u.email, '')`.execute(db);
  expect(emails.rows, 'orders with the email of another user').toEqual([]);
  const audited = await sql`select a.id from audit a left join users u on u.id = a.user_id
    where coalesce(a.email, '') <> coalesce(u.email, '')`.execute(db);
  expect(audited.rows, 'audit entries with the email of another user').toEqual([]);
}
