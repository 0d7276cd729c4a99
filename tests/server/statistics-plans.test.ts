import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthorizedVehicleId } from '#server/authorized.ts';
import type { Store } from '#server/db/store.ts';
import { groupsRepo } from '#server/features/entries/groups.repo.ts';
import { monthsRepo } from '#server/features/entries/months.repo.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { testClock } from '#tests/support/clock.ts';
import { fillRecords, fillVehicles } from '#tests/support/fill.ts';
import { plansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';

const VEHICLES = 40;
const RECORDS_EACH = 500;
const DAYS = { from: '2012-01-01', to: '2013-12-31' };
const PAGE = { currency: 'UAH' as const, from: DAYS.from, before: { performedOn: DAYS.to, id: Number.MAX_SAFE_INTEGER }, limit: 2_000 };

type Use = (db: Store['db'], ids: AuthorizedVehicleId[]) => Promise<unknown>;
const first = ([id]: AuthorizedVehicleId[]): AuthorizedVehicleId => id as AuthorizedVehicleId;

/** Calls that read nothing but the index. */
const BY_INDEX_ALONE: [string, Use][] = [
  ['the months of a vehicle', (db, ids) => monthsRepo(db).listMonths([first(ids)], DAYS)],
  ['the months of several vehicles', (db, ids) => monthsRepo(db).listMonths(ids.slice(0, 3), DAYS)],
  ['the readings of a vehicle', (db, ids) => monthsRepo(db).listPoints([first(ids)], PAGE)],
  ['the readings of several vehicles', (db, ids) => monthsRepo(db).listPoints(ids.slice(0, 3), PAGE)],
];
const BY_ROWS: [string, Use][] = [
  ['the operations of a vehicle', (db, ids) => groupsRepo(db).listOperations([first(ids)], PAGE)],
  ['the operations of several vehicles', (db, ids) => groupsRepo(db).listOperations(ids.slice(0, 3), PAGE)],
  ['the parts of a vehicle', (db, ids) => groupsRepo(db).listParts([first(ids)], PAGE)],
  ['the prices of a vehicle', (db, ids) => groupsRepo(db).listPrices(first(ids), PAGE)],
];

describe.each(DATABASES)('the statistics of a vehicle among 20,000 records on %s', (kind) => {
  let database: SharedDatabase;
  let store: Store;
  let ids: AuthorizedVehicleId[];
  beforeAll(async () => {
    database = await aDatabase(kind);
    store = await database.open();
    const bicycle = await aBicycle(store, await aUser({ store, clock: testClock() }));
    await fillVehicles(store, bicycle, VEHICLES - 1);
    const rows = await store.db.selectFrom('vehicles').select('id').orderBy('id').execute();
    ids = rows.map(({ id }) => id as AuthorizedVehicleId);
    for (const id of ids) await fillRecords(store, id, RECORDS_EACH);
    await sql.raw(kind === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(store.db);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  test.each([...BY_INDEX_ALONE, ...BY_ROWS])('%s: searches an index and scans nothing', async (_, use) => {
    const plans = await plansOf(store, (db) => use(db as Store['db'], ids));
    expect(plans.flatMap(({ sql: text, scans }) => scans.map((step) => `${step} in ${text}`))).toEqual([]);
    expect(plans.flatMap(({ reads }) => reads)).toEqual([expect.stringContaining('entries_totals')]);
  });

  test.runIf(kind === 'sqlite').each(BY_INDEX_ALONE)('%s: reads no rows', async (_, use) => {
    const plans = await plansOf(store, (db) => use(db as Store['db'], ids));
    expect(plans.flatMap(({ reads }) => reads)).toEqual([expect.stringContaining('COVERING INDEX entries_totals')]);
  });

  test('the search for large vehicles scans no records', async () => {
    const plans = await plansOf(store, (db) => monthsRepo(db).listLarge(ids.slice(0, 3), 100));
    expect(plans.flatMap(({ scans }) => scans).filter((step) => step.includes('entries'))).toEqual([]);
    expect(plans.flatMap(({ reads }) => reads)).toContainEqual(expect.stringContaining('entries_totals'));
  });
});

async function aBicycle({ db }: Store, { id }: TestUser): Promise<number> {
  const at = '2026-01-01T00:00:00.000Z';
  await db
    .insertInto('images')
    .values({ id: 'picture', media_type: 'image/jpeg', bytes: new Uint8Array(1), created_at: at })
    .execute();
  const row = await db
    .insertInto('vehicles')
    .values({
      ...{ user_id: id, vehicle_type: 'bicycle', brand: 'Ardis', model: 'Quick', year: 2020, color: 'red', serial_number: 'A1' },
      ...{ body_type: null, fuel_type: null, engine_volume: null, mileage_unit: null, vin: null, hin_number: null },
      ...{ image_id: 'picture', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
