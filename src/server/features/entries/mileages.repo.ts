import { type Insertable, sql } from 'kysely';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import { IS_FROM_DETAILS } from '../../db/from-details.ts';
import { withOtherUnit } from '../../db/other-unit.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { TABLES_OF_ENTRIES } from './details.repo.ts';

type Row = Insertable<Tables['entries']>;

/** The readings that are the mileage of the details: one for each day on which a higher one was entered. */
export const mileagesRepo = (db: Db) => ({
  /** The newest one. */
  async find(vehicleId: AuthorizedVehicleId): Promise<{ id: number; reading: number; performed_on: string } | undefined> {
    return db
      .selectFrom('entries')
      .select(['id', 'reading', 'performed_on'])
      .where('vehicle_id', '=', vehicleId)
      .where(IS_FROM_DETAILS)
      .orderBy('performed_on', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  },
  async count(vehicleId: AuthorizedVehicleId): Promise<number> {
    const row = db.selectFrom('entries').select(({ fn }) => fn.countAll<number>().as('count'));
    return (await row.where('vehicle_id', '=', vehicleId).where(IS_FROM_DETAILS).executeTakeFirstOrThrow()).count;
  },
  async insert(row: Omit<Row, 'kind' | 'source' | 'amount' | 'operation_name' | 'part_name' | 'part_code'>): Promise<void> {
    const none = { amount: null, operation_name: null, part_name: null, part_code: null };
    const { id } = await db
      .insertInto('entries')
      .values({ ...row, ...none, kind: 'reading', source: 'details' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('readings').values({ entry_id: id, vehicle_id: row.vehicle_id, is_reset: 0, old_reading: null }).execute();
  },
  async update(id: number, change: { reading: number; changed_at: string }): Promise<void> {
    await db.updateTable('entries').set(withOtherUnit('entries', change)).where('id', '=', id).execute();
  },
  /** Of a vehicle that gets another kind of unit: all of them, or those with fractions of hours. */
  async delete(vehicleId: ChangeableVehicleId, which: 'all' | 'fractions'): Promise<void> {
    const found = db.selectFrom('entries').select('id').where('vehicle_id', '=', vehicleId).where(IS_FROM_DETAILS);
    const rows = await (which === 'all' ? found : found.where(sql`reading % 10`, '<>', 0)).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await db.deleteFrom('entries').where('id', 'in', ids).execute();
    for (const table of TABLES_OF_ENTRIES) await db.deleteFrom(table).where('entry_id', 'in', ids).execute();
  },
});

export type MileagesRepo = ReturnType<typeof mileagesRepo>;
