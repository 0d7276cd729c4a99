import { sql } from 'kysely';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';

export const notesRepo = (db: Db) => ({
  async find(vehicleId: AuthorizedVehicleId): Promise<{ text: string } | undefined> {
    return db.selectFrom('notes').select('text').where('vehicle_id', '=', vehicleId).where('deleted_at', 'is', null).executeTakeFirst();
  },
  async upsert(vehicleId: ChangeableVehicleId, text: string): Promise<void> {
    await db
      .insertInto('notes')
      .values({ vehicle_id: vehicleId, text })
      .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet({ text, deleted_at: null }))
      .execute();
  },
  /** Marks the note as deleted; false if there is none. */
  async delete(vehicleId: ChangeableVehicleId, at: string): Promise<boolean> {
    const rows = await db
      .updateTable('notes')
      .set({ deleted_at: at })
      .where('vehicle_id', '=', vehicleId)
      .where('deleted_at', 'is', null)
      .returning('vehicle_id')
      .execute();
    return rows.length > 0;
  },
  /** Undefined if there is no note that was deleted after `since`. */
  async restore(vehicleId: ChangeableVehicleId, since: string): Promise<{ text: string } | undefined> {
    return db
      .updateTable('notes')
      .set({ deleted_at: null })
      .where('vehicle_id', '=', vehicleId)
      .where('deleted_at', '>', since)
      .returning('text')
      .executeTakeFirst();
  },
  deleteExpired: (deletedBefore: string): Promise<boolean> =>
    deleteExpired(db, 'notes', ['vehicle_id'], sql`deleted_at < ${deletedBefore}`),
});

export type NotesRepo = ReturnType<typeof notesRepo>;
