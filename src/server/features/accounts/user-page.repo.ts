import type { Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

const COLUMNS = [
  ...(['id', 'email', 'first_name', 'last_name', 'phone', 'language', 'created_at', 'last_seen_on'] as const),
  ...(['tariff', 'tariff_start_date', 'tariff_end_date', 'locked_at', 'lock_reason', 'admin_notes'] as const),
];

export type UserPageRow = Pick<Selectable<Tables['users']>, (typeof COLUMNS)[number]>;

export interface StorageUse {
  vehicles: number;
  archived: number;
  photoBytes: number;
}

/** What administrators see of a user. Of vehicles and photos, only numbers and sizes are read. */
export const userPageRepo = (db: Db) => ({
  async find(id: number): Promise<UserPageRow | undefined> {
    return db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  },
  async findStorageUse(id: number): Promise<StorageUse> {
    const { vehicles, archived, bytes } = await db
      .selectFrom('vehicles')
      .leftJoin('images', 'images.id', 'vehicles.image_id')
      .select(({ fn, ref }) => [
        fn.countAll<number>().as('vehicles'),
        fn.count<number>('vehicles.archived_at').as('archived'),
        fn.sum<number | null>(fn.coalesce('images.object_size', fn<number>('length', [ref('images.bytes')]))).as('bytes'),
      ])
      .where('vehicles.user_id', '=', id)
      .executeTakeFirstOrThrow();
    const avatar = await db
      .selectFrom('users')
      .innerJoin('images', 'images.id', 'users.image_id')
      .select(({ fn, ref }) => fn.coalesce('images.object_size', fn<number>('length', [ref('images.bytes')])).as('bytes'))
      .where('users.id', '=', id)
      .executeTakeFirst();
    return { vehicles: vehicles - archived, archived, photoBytes: Number(bytes ?? 0) + (avatar?.bytes ?? 0) };
  },
});

export type UserPageRepo = ReturnType<typeof userPageRepo>;
