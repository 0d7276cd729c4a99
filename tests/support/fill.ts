/** Large books written straight into the database. */
import { sql } from 'kysely';
import type { Store } from '#server/db/store.ts';

/** Rows per insert, which must end within PostgreSQL's statement timeout on a busy machine, too. */
const BATCH = 5_000;

/** Inserts records of `cents` each, spread over 15 years; their part codes are P0, P1 and so on. */
export async function fillRecords({ db }: Pick<Store, 'db'>, vehicleId: number, count: number, cents = 100): Promise<void> {
  for (let first = 0; first < count; first += BATCH) await insertRecords(db, vehicleId, first, Math.min(first + BATCH, count) - 1, cents);
}

async function insertRecords(db: Store['db'], vehicleId: number, first: number, last: number, cents: number): Promise<void> {
  await sql`insert into entries (vehicle_id, kind, source, author_id, uid, operation_name, part_name, part_code, amount, currency, reading, performed_on,
      created_at, changed_at)
    with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
    select ${sql.lit(vehicleId)}, 'work', 'typed', 1, 'uid-' || n, 'Заміна оливи двигуна та фільтрів', 'Олива 5W-30', 'P' || n, ${sql.lit(cents)}, 'UAH', 980000 + n,
      '20' || (10 + n % 15) || '-06-14',
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from numbers`.execute(db);
}

/** Inserts copies of a bicycle; their serial numbers are N0, N1 and so on. */
export async function fillVehicles({ db }: Pick<Store, 'db'>, bicycleId: number, count: number): Promise<void> {
  await sql`insert into vehicles (user_id, vehicle_type, brand, model, year, color, serial_number, image_id, created_at)
    with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})
    select user_id, vehicle_type, brand, model, year, color, 'N' || n, image_id, created_at
    from vehicles cross join numbers where id = ${sql.lit(bicycleId)}`.execute(db);
}
