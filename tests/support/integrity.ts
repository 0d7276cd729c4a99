import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Store } from '#server/db/store.ts';

/** What no answer shows: the file is sound, and no row is left over from something that was not finished. */
export async function checkIntegrity({ kind, db }: Store): Promise<void> {
  if (kind === 'sqlite') {
    expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
    expect((await sql`PRAGMA foreign_key_check`.execute(db)).rows).toEqual([]);
  }
  const photos = await sql`select id from images i
    where not exists (select 1 from vehicles v where v.image_id = i.id) and not exists (select 1 from users u where u.image_id = i.id)`.execute(
    db,
  );
  expect(photos.rows, 'photos that belong to nothing').toEqual([]);
  const keys = await sql`select key from idempotency i
    where (kind = 'records' and not exists (select 1 from records r where r.id = i.made_id))
       or (kind = 'vehicles' and not exists (select 1 from vehicles v where v.id = i.made_id))`.execute(db);
  expect(keys.rows, 'keys of things that are not there').toEqual([]);
}
