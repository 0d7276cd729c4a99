import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { StoredObject } from './images.repo.ts';

/** A row with bytes: an image, or a thumbnail if there is a width. */
export interface Place {
  id: string;
  /** Pixels; 0 for an image in full size. */
  width: number;
}

export interface StoredPlace extends Place {
  object: StoredObject;
}

const NO_BYTES = new Uint8Array();

/** Pages of rows: `after` belongs to the last row of the page before. */
const lists = (db: Db) => ({
  async listImages(after: string, limit: number): Promise<Place[]> {
    const rows = await db
      .selectFrom('images')
      .select('id')
      .where('id', '>', after)
      .where('object_key', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => ({ id, width: 0 }));
  },
  async listThumbnails({ id, width }: Place, limit: number): Promise<Place[]> {
    const rows = await db
      .selectFrom('thumbnails')
      .select(['image_id', 'width'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('image_id', 'width'), '>', tuple(id, width)))
      .where('object_key', 'is', null)
      .orderBy('image_id')
      .orderBy('width')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.image_id, width: row.width }));
  },
  async listStoredImages(after: string, limit: number): Promise<StoredPlace[]> {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'object_key', 'object_size'])
      .where('object_key', '>', after)
      .orderBy('object_key')
      .limit(limit)
      .execute();
    return rows.map(({ id, object_key, object_size }) => ({ id, width: 0, object: { key: object_key ?? '', size: object_size ?? 0 } }));
  },
  async listStoredThumbnails(after: string, limit: number): Promise<StoredPlace[]> {
    const rows = await db
      .selectFrom('thumbnails')
      .select(['image_id', 'width', 'object_key', 'object_size'])
      .where('object_key', '>', after)
      .orderBy('object_key')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.image_id, width: row.width, object: { key: row.object_key ?? '', size: row.object_size ?? 0 } }));
  },
});

type Bytes = Pick<Updateable<Tables['images']>, 'bytes' | 'object_key' | 'object_size'>;

/** Replaces the bytes of a row whose object is still `from`, or that has none; false if there is no such row. */
async function move(db: Db, { id, width }: Place, from: string | null, bytes: Bytes): Promise<boolean> {
  const where = sql<SqlBool>`object_key is not distinct from ${from}`;
  const moved = await (width === 0
    ? db.updateTable('images').set(bytes).where('id', '=', id).where(where).returning('object_size').execute()
    : db
        .updateTable('thumbnails')
        .set(bytes)
        .where('image_id', '=', id)
        .where('width', '=', width)
        .where(where)
        .returning('object_size')
        .execute());
  return moved.length > 0;
}

/** Moves of bytes between rows and the object store. */
export const photoMovesRepo = (db: Db) => ({
  ...lists(db),
  /** False if the row was deleted or moved meanwhile. */
  toStore: (place: Place, { key, size }: StoredObject): Promise<boolean> =>
    move(db, place, null, { bytes: NO_BYTES, object_key: key, object_size: size }),
  /** Likewise. */
  toDatabase: ({ object, ...place }: StoredPlace, bytes: Uint8Array): Promise<boolean> =>
    move(db, place, object.key, { bytes, object_key: null, object_size: null }),
});

export type PhotoMovesRepo = ReturnType<typeof photoMovesRepo>;
