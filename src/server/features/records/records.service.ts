import { readingFault, readingUnitOf, type ServiceRecord } from '#contract/records.ts';
import { AppError } from '../../app-error.ts';
import type { Authorized } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { isForeignKeyViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyService, IdempotencyStore } from '../idempotency/idempotency.service.ts';
import type { OwnedVehicle, VehiclesService } from '../vehicles/vehicles.service.ts';
import type { RecordChange, RecordRow, RecordsRepo } from './records.repo.ts';

/** Prices in the owner's currency, readings in the vehicle's unit. */
export interface RecordFields {
  operationName: string;
  partName: string;
  partCode: string;
  price: number;
  reading: number;
  performedOn?: string | undefined;
}

export interface RecordRepos {
  records: RecordsRepo;
  idempotency: IdempotencyStore;
}

interface Deps {
  work: Work<RecordRepos>;
  vehicles: Pick<VehiclesService, 'authorize'>;
  idempotency: IdempotencyService;
  clock: Clock;
}

export type RecordsService = ReturnType<typeof recordsService>;

const KIND = 'records';
const CENTS = 100;
const TENTHS = 10;

export function recordsService({ work, vehicles, idempotency, clock }: Deps) {
  const rowOf = (vehicle: Authorized<OwnedVehicle>, fields: RecordFields) => {
    const now = isoTime(clock.now());
    const columns = {
      operation_name: fields.operationName,
      part_name: fields.partName,
      part_code: fields.partCode,
      price: toCents(fields.price),
      reading: toTenths(fields.reading),
    };
    return { ...columns, vehicle_id: vehicle.id, performed_on: fields.performedOn ?? now.slice(0, 10), created_at: now };
  };

  /** The record and the memory of its key in one transaction; a parallel twin makes this one leave no trace. */
  async function insertOnce(caller: Caller, row: ReturnType<typeof rowOf>, key: string): Promise<RecordRow> {
    const known = await idempotency.find(work.read.idempotency, caller.userId, key, KIND);
    if (known !== undefined) return existing(row.vehicle_id, known);
    const made = await work.write(async (repos) => {
      const record = await repos.records.insert(row);
      if (await idempotency.keep(repos.idempotency, caller.userId, key, KIND, record.id)) return record;
      await repos.records.delete(row.vehicle_id, record.id);
      return undefined;
    });
    return made ?? existing(row.vehicle_id, (await idempotency.find(work.read.idempotency, caller.userId, key, KIND)) ?? 0);
  }

  async function existing(vehicleId: number, id: number): Promise<RecordRow> {
    const record = await work.read.records.find(vehicleId, id);
    if (!record) throw new AppError('recordsApi.404');
    return record;
  }

  return {
    /** Newest work first (performedOn, then creation), and the sum of all prices. */
    async list(caller: Caller, vehicleId: number): Promise<{ data: ServiceRecord[]; totalCost: number }> {
      const vehicle = await vehicles.authorize(caller, vehicleId);
      const rows = await work.read.records.listByVehicle(vehicle.id);
      const cents = rows.reduce((sum, row) => sum + row.price, 0);
      return { data: rows.map(toRecord), totalCost: cents / CENTS };
    },

    async create(caller: Caller, vehicleId: number, fields: RecordFields, idempotencyKey: string | undefined): Promise<ServiceRecord> {
      const vehicle = await vehicles.authorize(caller, vehicleId);
      checkReading(vehicle, fields.reading);
      const row = rowOf(vehicle, fields);
      try {
        return toRecord(idempotencyKey === undefined ? await work.read.records.insert(row) : await insertOnce(caller, row, idempotencyKey));
      } catch (error) {
        throw isForeignKeyViolation(error) ? new AppError('carsApi.404') : error;
      }
    },

    async update(caller: Caller, vehicleId: number, recordId: number, fields: Partial<RecordFields>): Promise<ServiceRecord> {
      const vehicle = await vehicles.authorize(caller, vehicleId);
      if (fields.reading !== undefined) checkReading(vehicle, fields.reading);
      const change = changeOf(fields);
      const row =
        Object.keys(change).length > 0
          ? await work.read.records.update(vehicle.id, recordId, change)
          : await work.read.records.find(vehicle.id, recordId);
      if (!row) throw new AppError('recordsApi.404');
      return toRecord(row);
    },

    async remove(caller: Caller, vehicleId: number, recordId: number): Promise<void> {
      const vehicle = await vehicles.authorize(caller, vehicleId);
      if (!(await work.read.records.delete(vehicle.id, recordId))) throw new AppError('recordsApi.404');
    },
  };
}

const toCents = (price: number): number => Math.round(price * CENTS);
const toTenths = (reading: number): number => Math.round(reading * TENTHS);

function checkReading(vehicle: OwnedVehicle, reading: number): void {
  const code = readingFault(reading, readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit));
  if (code) throw new AppError('recordsApi.400', { fields: [{ field: 'reading', code }] });
}

/** Only what is given. */
function changeOf(fields: Partial<RecordFields>): RecordChange {
  return {
    ...(fields.operationName === undefined ? {} : { operation_name: fields.operationName }),
    ...(fields.partName === undefined ? {} : { part_name: fields.partName }),
    ...(fields.partCode === undefined ? {} : { part_code: fields.partCode }),
    ...(fields.price === undefined ? {} : { price: toCents(fields.price) }),
    ...(fields.reading === undefined ? {} : { reading: toTenths(fields.reading) }),
    ...(fields.performedOn === undefined ? {} : { performed_on: fields.performedOn }),
  };
}

const toRecord = (row: RecordRow): ServiceRecord => ({
  id: row.id,
  operationName: row.operation_name,
  partName: row.part_name,
  partCode: row.part_code,
  price: row.price / CENTS,
  reading: row.reading / TENTHS,
  performedOn: row.performed_on,
});
