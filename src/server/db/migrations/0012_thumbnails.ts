import type { Step } from '../columns.ts';

/** Smaller versions of images, created when they are first requested. */
export const thumbnails: Step = async (db, { text, blob, strict }) => {
  await strict(db.schema.createTable('thumbnails'))
    .addColumn('image_id', text, (c) => c.notNull().references('images.id').onDelete('cascade'))
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('media_type', text, (c) => c.notNull())
    .addColumn('bytes', blob, (c) => c.notNull())
    .addPrimaryKeyConstraint('thumbnails_key', ['image_id', 'width'] as never)
    .execute();
};
