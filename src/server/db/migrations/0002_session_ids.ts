import type { Step } from '../columns.ts';

const addId: Step = async (db, { text, ifMissing }) => {
  await db.schema
    .alterTable('sessions')
    .addColumn('id', text, (c) => ifMissing(c.notNull().defaultTo('')))
    .execute();
};

const fillIds: Step = async (db, { randomId }) => {
  await db
    .updateTable('sessions' as never)
    .set({ id: randomId } as never)
    .where('id' as never, '=', '' as never)
    .execute();
};

/** The previous release may have added sessions without an id meanwhile. */
const indexIds: Step = async (db, columns) => {
  await columns.lockWrites(db, 'users', 'sessions');
  await fillIds(db, columns);
  await db.schema.createIndex('sessions_id').on('sessions').column('id').unique().execute();
  await db.schema.createIndex('users_image').on('users').column('image_id').execute();
};

/** Adds a public id to sessions, whose key is the hash of a secret. Indexes users by photo, so that deleting a photo does not scan them. */
export const sessionIds = [addId, fillIds, indexIds];
