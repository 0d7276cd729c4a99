import type { Db } from '../../db/store.ts';
import type { EncodedImage } from '../../ports/images.ts';

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
  async find(id: string): Promise<EncodedImage | undefined> {
    const row = await db.selectFrom('images').select(['media_type', 'bytes']).where('id', '=', id).executeTakeFirst();
    return row && { mediaType: row.media_type, bytes: row.bytes };
  },
  async findThumbnail(id: string, width: number): Promise<EncodedImage | undefined> {
    const row = await db
      .selectFrom('thumbnails')
      .select(['media_type', 'bytes'])
      .where('image_id', '=', id)
      .where('width', '=', width)
      .executeTakeFirst();
    return row && { mediaType: row.media_type, bytes: row.bytes };
  },
  /** Does nothing if another request has already stored the thumbnail. */
  async insertThumbnail(id: string, width: number, { mediaType, bytes }: EncodedImage): Promise<void> {
    await db
      .insertInto('thumbnails')
      .values({ image_id: id, width, media_type: mediaType, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  /** Its thumbnails are deleted by ON DELETE CASCADE. */
  async delete(id: string): Promise<void> {
    await db.deleteFrom('images').where('id', '=', id).execute();
  },
});

export type ImagesRepo = ReturnType<typeof imagesRepo>;
