import type { CompiledQuery, Insertable, Selectable, Updateable } from 'kysely';
import type { Currency } from '#contract/tariffs.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId, UserId } from '../../authorized.ts';
import { MILEAGE } from '../../db/from-details.ts';
import { withOtherUnit } from '../../db/other-unit.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export type StoredVehicle = Omit<Selectable<Tables['vehicles']>, 'other_yearly_distance'>;
/** With the mileage of its details, in tenths; null of a bicycle. */
export type VehicleRow = StoredVehicle & { mileage: number | null };
export type NewVehicleRow = Insertable<Tables['vehicles']>;
export type VehicleColumns = Updateable<Tables['vehicles']>;

/** What the access check reads of a vehicle and its owner. */
export interface OwnedVehicle
  extends Pick<
      VehicleRow,
      'id' | 'user_id' | 'vehicle_type' | 'mileage_unit' | 'yearly_distance' | 'is_paused' | 'archived_at' | FuelColumn
    >,
    TariffFacts {
  /** Of the owner. */
  currency: Currency;
  /** Number of older vehicles of the same owner that are not archived. */
  rank: number;
}

/** The columns that tell which fills a vehicle takes, and how much it holds. */
type FuelColumn = 'fuel_type' | 'second_fuel_type' | 'tank_volume' | 'second_tank_volume' | 'battery_capacity';

/** The columns of the numbers that are unique among the vehicles of one owner. */
export type NumberColumn = 'vin' | 'hin_number' | 'serial_number';

const COLUMNS = [
  'vehicles.id',
  'user_id',
  'vehicle_type',
  'brand',
  'model',
  'year',
  'color',
  'body_type',
  'fuel_type',
  'engine_volume',
  'mileage_unit',
  'vin',
  'hin_number',
  'serial_number',
  'plate',
  'second_fuel_type',
  'tank_volume',
  'second_tank_volume',
  'battery_capacity',
  'yearly_distance',
  'is_paused',
  'image_id',
  'created_at',
  'archived_at',
] as const;
const WITH_NOTE = [...COLUMNS, 'notes.text as note'] as const;

const ofOwner = (db: Db) => ({
  /** Of all vehicles of a user. */
  async listIdsByOwner(userId: UserId): Promise<AuthorizedVehicleId[]> {
    const rows = await db.selectFrom('vehicles').select('id').where('user_id', '=', userId).orderBy('id').execute();
    return rows.map(({ id }) => id as AuthorizedVehicleId);
  },
  /** Deletes all vehicles of a user; returns the ids of their photos. */
  async deleteByOwner(userId: UserId): Promise<string[]> {
    const rows = await db.deleteFrom('vehicles').where('user_id', '=', userId).returning('image_id').execute();
    return rows.map(({ image_id }) => image_id);
  },
  /** All of a user, archived and hidden ones too, oldest first; `after` is the id of the last one of the previous page. */
  async listAll(userId: UserId, after: number, limit: number) {
    return selectWithNotes(db).where('user_id', '=', userId).where('vehicles.id', '>', after).orderBy('vehicles.id').limit(limit).execute();
  },
});

const selectWithNotes = (db: Db) =>
  db
    .selectFrom('vehicles')
    .leftJoin('notes', (join) => join.onRef('notes.vehicle_id', '=', 'vehicles.id').on('notes.deleted_at', 'is', null))
    .select(WITH_NOTE)
    .select(MILEAGE);

export function vehiclesRepo(db: Db) {
  /** Compiled once: every request for a vehicle or its records starts with this query. */
  let owned: CompiledQuery<OwnedVehicle> | undefined;
  return {
    /** Without the archived ones, oldest first. */
    async listByOwner(userId: UserId, limit: number | null) {
      const query = selectWithNotes(db).where('user_id', '=', userId).where('archived_at', 'is', null).orderBy('vehicles.id');
      return (limit === null ? query : query.limit(limit)).execute();
    },
    /** The last archived first. */
    async listArchived(userId: UserId) {
      return selectWithNotes(db)
        .where('user_id', '=', userId)
        .where('archived_at', 'is not', null)
        .orderBy('archived_at', 'desc')
        .orderBy('vehicles.id', 'desc')
        .$narrowType<{ archived_at: string }>()
        .execute();
    },
    /** The newest `max` of the oldest `limit` vehicles that are not archived; null means no limit. */
    async listIds(userId: UserId, limit: number | null, max: number): Promise<Pick<VehicleRow, 'id' | 'user_id'>[]> {
      const query = db.selectFrom('vehicles').select(['id', 'user_id']).where('user_id', '=', userId).where('archived_at', 'is', null);
      if (limit === null) return query.orderBy('id', 'desc').limit(max).execute();
      return (await query.orderBy('id').limit(limit).execute()).slice(-max);
    },
    async find(userId: UserId, id: number) {
      return selectWithNotes(db).where('vehicles.id', '=', id).where('user_id', '=', userId).executeTakeFirst();
    },
    /** For the ownership check only: the query does not compare the owner. */
    async findOwned(id: number): Promise<OwnedVehicle | undefined> {
      owned ??= ownedQuery(db);
      const { rows } = await db.executeQuery<OwnedVehicle>({ ...owned, parameters: [id] });
      return rows[0];
    },
    async countByOwner(userId: UserId): Promise<{ active: number; archived: number }> {
      const { total, archived } = await db
        .selectFrom('vehicles')
        .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('archived_at').as('archived')])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { active: total - archived, archived };
    },
    async countArchivedAfter(userId: UserId, at: string): Promise<number> {
      const { count } = await db
        .selectFrom('vehicles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('archived_at', '>', at)
        .executeTakeFirstOrThrow();
      return count;
    },
    async findByNumber(userId: UserId, column: NumberColumn, value: string): Promise<Pick<VehicleRow, 'archived_at'> | undefined> {
      return db.selectFrom('vehicles').select('archived_at').where('user_id', '=', userId).where(column, '=', value).executeTakeFirst();
    },
    /** Locks the owner, which serializes their parallel requests, and returns their stored tariff. */
    async lockOwner(userId: UserId): Promise<TariffFacts | undefined> {
      return db
        .selectFrom('users')
        .select(['tariff', 'tariff_start_date', 'tariff_end_date'])
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
    async lock(id: AuthorizedVehicleId): Promise<StoredVehicle | undefined> {
      return db.selectFrom('vehicles').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    },
    async insert(row: NewVehicleRow & { user_id: UserId }): Promise<number> {
      const { id } = await db.insertInto('vehicles').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
    async update(id: ChangeableVehicleId, change: VehicleColumns): Promise<void> {
      await db.updateTable('vehicles').set(withOtherUnit('vehicles', change)).where('id', '=', id).execute();
    },
    /** null restores it. */
    async updateArchivedAt(id: AuthorizedVehicleId, at: string | null): Promise<void> {
      await db.updateTable('vehicles').set({ archived_at: at }).where('id', '=', id).execute();
    },
    /** Deletes the vehicle with its entries and note. Returns the id of its photo, undefined if the vehicle does not exist. */
    async delete(id: AuthorizedVehicleId): Promise<string | undefined> {
      return (await db.deleteFrom('vehicles').where('id', '=', id).returning('image_id').executeTakeFirst())?.image_id;
    },
    ...ofOwner(db),
  };
}

function ownedQuery(db: Db): CompiledQuery<OwnedVehicle> {
  return db
    .selectFrom('vehicles')
    .innerJoin('users', 'users.id', 'vehicles.user_id')
    .select([
      'vehicles.id',
      'user_id',
      'vehicle_type',
      'fuel_type',
      'second_fuel_type',
      'tank_volume',
      'second_tank_volume',
      'battery_capacity',
      'mileage_unit',
      'yearly_distance',
      'is_paused',
      'archived_at',
      'tariff',
      'tariff_start_date',
      'tariff_end_date',
      'currency',
    ])
    .select(({ selectFrom }) =>
      selectFrom('vehicles as older')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('older.user_id', '=', 'vehicles.user_id')
        .where('older.archived_at', 'is', null)
        .whereRef('older.id', '<', 'vehicles.id')
        .as('rank'),
    )
    .where('vehicles.id', '=', 0)
    .compile() as CompiledQuery<OwnedVehicle>;
}

export type VehiclesRepo = ReturnType<typeof vehiclesRepo>;
