import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

export const notesRepo = (db: Db) => ({
  async find(vehicleId: AuthorizedVehicleId): Promise<{ text: string } | undefined> {
    return db.selectFrom('notes').select('text').where('vehicle_id', '=', vehicleId).executeTakeFirst();
  },
  async upsert(vehicleId: ChangeableVehicleId, text: string): Promise<void> {
    await db
      .insertInto('notes')
      .values({ vehicle_id: vehicleId, text })
      .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet({ text }))
      .execute();
  },
  async delete(vehicleId: ChangeableVehicleId): Promise<boolean> {
    const rows = await db.deleteFrom('notes').where('vehicle_id', '=', vehicleId).returning('vehicle_id').execute();
    return rows.length > 0;
  },
});

export type NotesRepo = ReturnType<typeof notesRepo>;
