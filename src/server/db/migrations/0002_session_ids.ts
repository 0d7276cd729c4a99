import type { Step } from '../columns.ts';

/** Adds a public id to sessions, whose key is the hash of a secret. Indexes users by photo, so that deleting a photo does not scan them. */
export const sessionIds: Step = async (db, { text, randomId }) => {
  await db.schema
    .alterTable('sessions')
    .addColumn('id', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db
    .updateTable('sessions' as never)
    .set({ id: randomId } as never)
    .execute();
  await db.schema.createIndex('sessions_id').on('sessions').column('id').unique().execute();
  await db.schema.createIndex('users_image').on('users').column('image_id').execute();
};
