import type { TypedMoney } from '#contract/fields.ts';
import { RECORDS_UNPAGED_MAX } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import { cursorOf, type RecordCursor, readingError, readingUnitOf, type ServiceRecord } from '#contract/records.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicle, AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { IdempotencyService, IdempotencyStore } from '../../infra/idempotency/idempotency.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import { type ChangeableVehicle, lockForChange, type VehicleLocks } from '../vehicles/vehicle-locks.service.ts';
import { assertChangeable, type OwnedVehicle, type VehiclesService } from '../vehicles/vehicles.service.ts';
import type { RecordPricesService } from './record-prices.service.ts';
import type { NewRecordRow, ReadingFacts, RecordRow, RecordsRepo } from './records.repo.ts';
import { changeOf, type RecordFields, toColumns, toRecord } from './records.rows.ts';

export interface RecordRepos {
  records: RecordsRepo;
  locks: VehicleLocks;
  idempotency: IdempotencyStore;
}

interface Deps {
  work: Work<RecordRepos>;
  vehicles: Pick<VehiclesService, 'findOwn' | 'authorize' | 'authorizeChange'>;
  prices: RecordPricesService;
  idempotency: IdempotencyService;
  clock: Clock;
}

export interface HistoryPage {
  limit?: number | undefined;
  cursor?: RecordCursor | undefined;
}

export interface History {
  data: ServiceRecord[];
  /** Sum of all records, not only of the page, in the owner's currency. */
  totalCost: number;
  nextCursor: string | null;
}

type NewRecord = Omit<RecordFields, 'price'> & { price: TypedMoney };

export type RecordsService = ReturnType<typeof recordsService>;

export function recordsService({ work, vehicles, prices, idempotency, clock }: Deps) {
  /** The record that was created with the key; 404 if it was deleted, 409 for a key of another request. */
  async function findCreated({ userId }: Caller, vehicleId: AuthorizedVehicleId, key: IdempotencyKey): Promise<RecordRow | undefined> {
    const id = await idempotency.find(work.repos.idempotency, userId, key);
    return id === undefined ? undefined : found(await work.repos.records.find(vehicleId, id));
  }

  /** Inserts the record and its key in one transaction. If a parallel request used the key first, returns that request's record. */
  async function insertOnce(
    caller: Caller,
    vehicle: AuthorizedVehicle<OwnedVehicle>,
    row: NewRecordRow,
    key: IdempotencyKey,
  ): Promise<RecordRow> {
    try {
      return await work.inTransaction(async (repos) => {
        // On SQLite, transactions see those before them that are committed with them.
        const createdId = await idempotency.find(repos.idempotency, caller.userId, key);
        if (createdId !== undefined) return found(await repos.records.find(vehicle.id, createdId));
        const record = await insertInTx(repos, await lockUnit(repos, vehicle), row);
        await idempotency.store(repos.idempotency, caller.userId, key, 'records', record.id);
        return record;
      });
    } catch (error) {
      const created = await findCreated(caller, vehicle.id, key);
      if (!created) throw error;
      return created;
    }
  }

  return {
    /** A page of the history, newest first (by performedOn, then creation), and the sum of all prices. */
    async list(caller: Caller, vehicleId: number, { limit = RECORDS_UNPAGED_MAX, cursor }: HistoryPage): Promise<History> {
      const vehicle = await vehicles.authorize(caller, vehicleId);
      const rows = await work.repos.records.listByVehicle(vehicle.id, limit + 1, cursor);
      const data = rows.slice(0, limit).map(toRecord);
      const last = rows.length > limit ? data.at(-1) : undefined;
      const isWhole = !cursor && !last;
      const cents = isWhole ? rows.reduce((sum, row) => sum + row.price, 0) : await work.repos.records.sumPrices(vehicle.id);
      return { data, totalCost: fromCents(cents), nextCursor: last ? cursorOf(last) : null };
    },

    /**
     * 400 for a reading that is invalid in the vehicle's unit and a price in another currency, 403 at the limit of the vehicle or the
     * account. A repeated key returns the record of the first request, whatever has changed since, or 404 if that was deleted
     * (decision 9).
     */
    async create(caller: Caller, vehicleId: number, typed: NewRecord, key: IdempotencyKey | undefined): Promise<ServiceRecord> {
      const vehicle = await vehicles.findOwn(caller, vehicleId);
      const created = key && (await findCreated(caller, vehicle.id, key));
      if (created) return toRecord(created);
      assertChangeable(caller, vehicle);
      checkReading(vehicle, typed.reading, typed.readingUnit);
      const fields = { ...typed, price: await prices.amountOf(caller, typed.price) };
      const row = rowOf(vehicle, fields, isoTime(clock.now()));
      return toRecord(
        key === undefined
          ? ((await work.repos.records.insertInOneStatement(row, vehicle)) ??
              (await work.inTransaction(async (repos) => insertInTx(repos, await lockUnit(repos, vehicle), row))))
          : await insertOnce(caller, vehicle, row, key),
      );
    },

    /** Changes the fields that are present. 400 for a reading that is invalid in the vehicle's unit. */
    async update(caller: Caller, vehicleId: number, recordId: number, fields: Partial<RecordFields>): Promise<ServiceRecord> {
      const vehicle = await vehicles.authorizeChange(caller, vehicleId);
      const change = changeOf(fields);
      if (Object.keys(change).length === 0) return toRecord(found(await work.repos.records.find(vehicle.id, recordId)));
      if (fields.reading !== undefined) checkReading(vehicle, fields.reading, fields.readingUnit);
      const updated = await work.inTransaction(async (repos) => {
        const locked = fields.reading === undefined ? await lockForChange(repos.locks, vehicle.id) : await lockUnit(repos, vehicle);
        return repos.records.update(locked.id, recordId, change);
      });
      return toRecord(found(updated));
    },

    async remove(caller: Caller, vehicleId: number, recordId: number): Promise<void> {
      const vehicle = await vehicles.authorizeChange(caller, vehicleId);
      const isDeleted = await work.inTransaction(async ({ records, locks }) =>
        records.delete((await lockForChange(locks, vehicle.id)).id, recordId),
      );
      if (!isDeleted) throw new AppError('recordsApi.404');
    },
  };
}

function found(row: RecordRow | undefined): RecordRow {
  if (!row) throw new AppError('recordsApi.404');
  return row;
}

const otherUnit = (): AppError => new AppError('recordsApi.400', { fields: [{ field: 'reading', code: 'validation.reading.unit' }] });

const unitOf = (facts: ReadingFacts): ReadingUnit => readingUnitOf(facts.vehicle_type, facts.mileage_unit);

function checkReading(vehicle: OwnedVehicle, reading: number, typedIn: ReadingUnit | undefined): void {
  if (typedIn !== undefined && typedIn !== unitOf(vehicle)) throw otherUnit();
  const code = readingError(reading, unitOf(vehicle));
  if (code) throw new AppError('recordsApi.400', { fields: [{ field: 'reading', code }] });
}

/** Inserts the record into a vehicle that the transaction has locked. */
async function insertInTx({ records }: RecordRepos, { id }: ChangeableVehicle, row: NewRecordRow): Promise<RecordRow> {
  const record = await records.insert({ ...row, vehicle_id: id });
  if (!record) throw new AppError('recordsApi.limit');
  return record;
}

/** Locks the vehicle and checks that its unit is still the one in which the reading was validated. */
async function lockUnit({ locks }: RecordRepos, checked: AuthorizedVehicle<OwnedVehicle>): Promise<ChangeableVehicle> {
  const locked = await lockForChange(locks, checked.id);
  if (unitOf(locked) !== unitOf(checked)) throw otherUnit();
  return locked;
}

function rowOf(vehicle: AuthorizedVehicle<OwnedVehicle>, fields: RecordFields, now: string): NewRecordRow {
  return { ...toColumns(fields), vehicle_id: vehicle.id, performed_on: fields.performedOn ?? now.slice(0, 10), created_at: now };
}
