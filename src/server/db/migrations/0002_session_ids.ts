import type { Step } from '../columns.ts';

/** Sessions get an id that may be shown, since their key is the hash of a secret; and deleting a photo need not read all users. */
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
