import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type AdvertRow = Omit<Selectable<Tables['adverts']>, 'position'>;
export type AdvertFields = Omit<Insertable<Tables['adverts']>, 'id'>;

/** Id of the only row of `advert_list`, which serves as the lock. */
const SINGLETON_ID = 1;
const COLUMNS = [
  ...(['id', 'title_ua', 'title_ru', 'title_en', 'text_ua', 'text_ru', 'text_en', 'image_id'] as const),
  ...(['link', 'shown_from', 'shown_until', 'is_on'] as const),
];

/** Adverts that are switched on and shown on that day (YYYY-MM-DD); both ends are included. */
const isOnShow = (day: string) => (eb: ExpressionBuilder<Tables, 'adverts'>) =>
  eb.and([
    eb('is_on', '=', 1),
    eb.or([eb('shown_from', 'is', null), eb('shown_from', '<=', day)]),
    eb.or([eb('shown_until', 'is', null), eb('shown_until', '>=', day)]),
  ]);

export const advertsRepo = (db: Db) => ({
  async list(): Promise<AdvertRow[]> {
    return db.selectFrom('adverts').select(COLUMNS).orderBy('position').orderBy('id').execute();
  },
  async listShown(day: string): Promise<AdvertRow[]> {
    return db.selectFrom('adverts').select(COLUMNS).where(isOnShow(day)).orderBy('position').orderBy('id').execute();
  },
  async hasShown(day: string): Promise<boolean> {
    return (await db.selectFrom('adverts').select('id').where(isOnShow(day)).limit(1).executeTakeFirst()) !== undefined;
  },
  /** Serializes changes of the list and its images until the transaction ends. */
  async lock(): Promise<void> {
    await db.selectFrom('advert_list').select('id').where('id', '=', SINGLETON_ID).forNoKeyUpdate().execute();
  },
  async updateChangedAt(at: string): Promise<void> {
    await db.updateTable('advert_list').set({ changed_at: at }).where('id', '=', SINGLETON_ID).execute();
  },
  async insert(row: AdvertFields): Promise<void> {
    await db.insertInto('adverts').values(row).execute();
  },
  async update(id: number, row: AdvertFields): Promise<void> {
    await db.updateTable('adverts').set(row).where('id', '=', id).execute();
  },
  async delete(id: number): Promise<void> {
    await db.deleteFrom('adverts').where('id', '=', id).execute();
  },
  async insertImage(imageId: string): Promise<void> {
    await db.insertInto('advert_images').values({ image_id: imageId }).execute();
  },
  /** Returns the ids among `imageIds` that were uploaded for adverts. */
  async findImages(imageIds: readonly string[]): Promise<string[]> {
    if (imageIds.length === 0) return [];
    const rows = await db.selectFrom('advert_images').select('image_id').where('image_id', 'in', imageIds).execute();
    return rows.map(({ image_id }) => image_id);
  },
  /** Ids of images uploaded before this time (ISO 8601) that no advert uses. */
  async listUnused(before: string): Promise<string[]> {
    const rows = await db
      .selectFrom('advert_images')
      .select('advert_images.image_id as id')
      // A subquery, because with a join SQLite may scan all images, which are many and large.
      .where(
        ({ selectFrom }) => selectFrom('images').select('images.created_at').whereRef('images.id', '=', 'advert_images.image_id'),
        '<',
        before,
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('adverts').select('adverts.id').whereRef('adverts.image_id', '=', 'advert_images.image_id'))),
      )
      .execute();
    return rows.map(({ id }) => id);
  },
});

export type AdvertsRepo = ReturnType<typeof advertsRepo>;
