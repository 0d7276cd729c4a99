import type { Db } from '../../db/store.ts';
import type { EncodedImage } from '../../ports/images.ts';

/** An object of the store. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
}

/** An image whose bytes are in `object` if there is one, otherwise in the row. */
export interface StorableImage extends EncodedImage {
  object?: StoredObject | undefined;
}

export interface NewImage extends StorableImage {
  id: string;
  createdAt: string;
}

export interface ImageRow extends EncodedImage {
  /** The object with the bytes; null if they are in `bytes`. */
  object: StoredObject | null;
}

const COLUMNS = ['media_type', 'bytes', 'object_key', 'object_size'] as const;
const NO_BYTES = new Uint8Array();

interface FoundRow {
  media_type: string;
  bytes: Uint8Array;
  object_key: string | null;
  object_size: number | null;
}

const toObject = (key: string | null, size: number | null): StoredObject | null => (key === null ? null : { key, size: size ?? 0 });

const toImageRow = (row: FoundRow | undefined): ImageRow | undefined =>
  row && { mediaType: row.media_type, bytes: row.bytes, object: toObject(row.object_key, row.object_size) };

const valuesOf = ({ mediaType, bytes, object }: StorableImage) => ({
  ...{ media_type: mediaType, bytes: object ? NO_BYTES : bytes },
  ...{ object_key: object?.key ?? null, object_size: object?.size ?? null },
});

export const imagesRepo = (db: Db) => ({
  async insert({ id, createdAt, ...image }: NewImage): Promise<void> {
    await db
      .insertInto('images')
      .values({ id, ...valuesOf(image), created_at: createdAt })
      .execute();
  },
  async exists(id: string): Promise<boolean> {
    return (await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  },
  async find(id: string): Promise<ImageRow | undefined> {
    return toImageRow(await db.selectFrom('images').select(COLUMNS).where('id', '=', id).executeTakeFirst());
  },
  async findThumbnail(id: string, width: number): Promise<ImageRow | undefined> {
    const found = db.selectFrom('thumbnails').select(COLUMNS).where('image_id', '=', id).where('width', '=', width);
    return toImageRow(await found.executeTakeFirst());
  },
  /** False if another request has already stored the thumbnail. */
  async insertThumbnail(id: string, width: number, image: StorableImage): Promise<boolean> {
    const inserted = await db
      .insertInto('thumbnails')
      .values({ image_id: id, width, ...valuesOf(image) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('image_id')
      .execute();
    return inserted.length > 0;
  },
  /** Deletes a thumbnail whose object is lost. */
  async deleteThumbnail(id: string, width: number, objectKey: string): Promise<void> {
    await db.deleteFrom('thumbnails').where('image_id', '=', id).where('width', '=', width).where('object_key', '=', objectKey).execute();
  },
  /** Its thumbnails are deleted by ON DELETE CASCADE; triggers add the objects to `object_deletions`. */
  async delete(id: string): Promise<void> {
    await db.deleteFrom('images').where('id', '=', id).execute();
  },
  /** Makes a written object permanent, in the transaction that stores its key; false if it is already being deleted. */
  async keepObject(key: string): Promise<boolean> {
    const kept = await db
      .deleteFrom('object_deletions')
      .where('object_key', '=', key)
      .where('tries', '=', 0)
      .returning('object_key')
      .execute();
    return kept.length > 0;
  },
});

export type ImagesRepo = ReturnType<typeof imagesRepo>;
