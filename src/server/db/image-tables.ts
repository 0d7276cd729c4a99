import type { ColumnType } from 'kysely';

/** Key and size of the object that contains the bytes; null while they are in the row itself. */
interface ObjectColumns {
  object_key: ColumnType<string | null, string | null | undefined, string | null>;
  /** Size of the object in bytes. */
  object_size: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface ImagesTable extends ObjectColumns {
  id: string;
  media_type: string;
  /** Empty if the bytes are in the object store. */
  bytes: Uint8Array;
  created_at: string;
}

export interface ThumbnailsTable extends ObjectColumns {
  image_id: string;
  /** Pixels: width of the box that the thumbnail covers (`THUMBNAIL_WIDTHS`). */
  width: number;
  media_type: string;
  /** Empty if the bytes are in the object store. */
  bytes: Uint8Array;
}

/** Objects of the store that no row refers to, or not yet: they are deleted when they are due. */
export interface ObjectDeletionsTable {
  object_key: string;
  /** When to delete the object; empty means at once. Triggers insert such rows when an image or a thumbnail is deleted. */
  due_at: string;
  /** Attempts to delete the object. After the first one, an upload can no longer use it. */
  tries: number;
}
