import type { Db } from '../../db/store.ts';

export interface StoredImage {
  id: string;
  mediaType: string;
  bytes: Uint8Array;
  createdAt: string;
}

export const imagesRepo = (db: Db) => ({
  async insert(image: StoredImage): Promise<void> {
    await db
      .insertInto('images')
      .values({ id: image.id, media_type: image.mediaType, bytes: image.bytes, created_at: image.createdAt })
      .execute();
  },
  async find(id: string): Promise<{ mediaType: string; bytes: Uint8Array } | undefined> {
    const row = await db.selectFrom('images').select(['media_type', 'bytes']).where('id', '=', id).executeTakeFirst();
    return row && { mediaType: row.media_type, bytes: row.bytes };
  },
  async delete(id: string): Promise<void> {
    await db.deleteFrom('images').where('id', '=', id).execute();
  },
});

export type ImagesRepo = ReturnType<typeof imagesRepo>;
