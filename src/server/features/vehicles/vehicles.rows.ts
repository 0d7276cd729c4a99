import type { ExportedVehicle } from '#contract/export-file.ts';
import { imagePath } from '#contract/images.ts';
import { fromCents } from '#contract/money.ts';
import { TENTHS } from '#contract/units.ts';
import type { VehicleFields } from '#contract/vehicle-input.ts';
import type { VehicleType } from '#contract/vehicle-type-list.ts';
import { fieldsOf, hasEngine, hasPlate, type MileageUnit, numberFieldOf, type TypeField } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { isoTime } from '../../ports/clock.ts';
import type { VehicleTotals } from '../entries/entry-sums.service.ts';
import { type ArchivedFacts, restorableFrom, undoUntil } from './vehicle-archive.rules.ts';
import type { NewVehicleRow, VehicleRow } from './vehicles.repo.ts';

/** Millilitres of a litre, watt hours of a kilowatt hour. */
const THOUSANDTHS = 1000;
const thousandths = (value: number | null | undefined): number | null => (value == null ? null : Math.round(value * THOUSANDTHS));
const whole = (value: number | null): number | null => (value === null ? null : value / THOUSANDTHS);

const mileageOf = ({ mileage }: VehicleRow): number | null => (mileage === null ? null : mileage / TENTHS);

/** The columns of a vehicle's fields; fields that its type does not have are null. */
export function toColumns(fields: VehicleFields) {
  return {
    vehicle_type: fields.vehicleType,
    brand: fields.brand,
    model: fields.model,
    year: fields.year,
    color: fields.color,
    body_type: fields.carType ?? null,
    fuel_type: fields.fuelType ?? null,
    engine_volume: thousandths(fields.engineVolume),
    mileage_unit: fields.mileageUnit ?? null,
    vin: fields.vin ?? null,
    hin_number: fields.hinNumber ?? null,
    serial_number: fields.serialNumber ?? null,
    plate: fields.plate ?? null,
    second_fuel_type: fields.secondFuelType ?? null,
    tank_volume: thousandths(fields.tankVolume),
    second_tank_volume: thousandths(fields.secondTankVolume),
    battery_capacity: thousandths(fields.batteryCapacity),
    yearly_distance: fields.yearlyDistance ? fields.yearlyDistance * TENTHS : null,
    is_paused: fields.isPaused ? 1 : 0,
  } satisfies Omit<NewVehicleRow, 'user_id' | 'image_id' | 'created_at'>;
}

const fuelFieldsOf = (row: VehicleRow) => ({
  secondFuelType: row.second_fuel_type,
  tankVolume: whole(row.tank_volume),
  secondTankVolume: whole(row.second_tank_volume),
  batteryCapacity: whole(row.battery_capacity),
});

const yearlyDistanceOf = ({ yearly_distance }: VehicleRow): number | null => (yearly_distance === null ? null : yearly_distance / TENTHS);

/** Hours and kilometres of a year have nothing in common, and a bicycle counts neither. */
const keepsYearlyDistance = (row: VehicleRow, type: VehicleType, unit: MileageUnit | null): boolean =>
  type !== 'bicycle' && (row.mileage_unit === 'h') === (unit === 'h');

/** Merges a change into the stored fields; stored fields that the new type does not have are dropped. */
export function withChange(row: VehicleRow, change: Partial<VehicleFields>): VehicleFields {
  const type = change.vehicleType ?? row.vehicle_type;
  const optional = {
    carType: row.body_type,
    fuelType: row.fuel_type,
    engineVolume: whole(row.engine_volume),
    mileage: mileageOf(row),
    mileageUnit: row.mileage_unit,
    vin: row.vin,
    hinNumber: row.hin_number,
    serialNumber: row.serial_number,
  };
  const kept = storedFieldsOf(row, type, change);
  const stored = kept.flatMap((field) => (optional[field] === null ? [] : [[field, optional[field]]]));
  const plate = hasPlate(type) ? row.plate : null;
  const base = {
    vehicleType: type,
    brand: row.brand,
    model: row.model,
    year: row.year,
    color: row.color,
    plate,
    yearlyDistance: keepsYearlyDistance(row, type, change.mileageUnit ?? row.mileage_unit) ? yearlyDistanceOf(row) : null,
    isPaused: row.is_paused === 1,
  };
  const fuel = hasEngine(type) ? fuelFieldsOf(row) : {};
  return { ...base, ...fuel, ...Object.fromEntries(stored), ...change } as VehicleFields;
}

/** The stored fields that stay: those of the type. A VIN or HIN and the serial number of a vehicle without one replace each other. */
function storedFieldsOf(row: VehicleRow, type: VehicleType, change: Partial<VehicleFields>): readonly TypeField[] {
  const fields = fieldsOf(type);
  const number = numberFieldOf(type);
  if (number === 'serialNumber') return fields;
  if (change.serialNumber !== undefined) return fields.filter((field) => field !== number);
  const hadSerialNumber = numberFieldOf(row.vehicle_type) === number && row[number === 'vin' ? 'vin' : 'hin_number'] === null;
  return hadSerialNumber && change[number] === undefined ? [...fields, 'serialNumber'] : fields;
}

/** An archived vehicle at the time `now`. */
export interface Archived {
  facts: ArchivedFacts;
  now: number;
}

function archiveTimes({ facts, now }: Archived): Pick<Vehicle, 'undoUntil' | 'restorableFrom'> {
  const until = undoUntil(facts, now);
  return { undoUntil: until === undefined ? null : isoTime(until), restorableFrom: isoTime(restorableFrom(facts)) };
}

/** What a change of a vehicle can change, as the API returns it. */
export const valuesOf = (row: VehicleRow) => ({
  vehicleType: row.vehicle_type,
  brand: row.brand,
  model: row.model,
  year: row.year,
  color: row.color,
  carType: row.body_type,
  fuelType: row.fuel_type,
  engineVolume: whole(row.engine_volume),
  ...fuelFieldsOf(row),
  mileage: mileageOf(row),
  mileageUnit: row.mileage_unit,
  vin: row.vin,
  hinNumber: row.hin_number,
  serialNumber: row.serial_number,
  plate: row.plate,
  yearlyDistance: yearlyDistanceOf(row),
  isPaused: row.is_paused === 1,
});

/** The same after a change that gives these fields. */
export const changedValues = (row: VehicleRow, fields: VehicleFields) =>
  valuesOf({ ...row, ...toColumns(fields), mileage: fields.mileage === undefined ? null : fields.mileage * TENTHS });

/** What is stored of a vehicle and returned as it is. */
const detailsOf = (row: VehicleRow & { note: string | null }) => ({
  ...valuesOf(row),
  note: row.note,
  createdAt: row.created_at,
  archivedAt: row.archived_at,
});

/** The vehicle as the API returns it. */
export function toVehicle(
  row: VehicleRow & { note: string | null },
  { stats, last, shown }: VehicleTotals = { stats: undefined, last: undefined },
  archived?: Archived,
): Vehicle {
  const reading = shown ?? stats?.reading;
  return {
    id: row.id,
    ...detailsOf(row),
    image: imagePath(row.image_id),
    reading: reading === undefined ? null : reading / TENTHS,
    totalCost: fromCents(stats?.total ?? 0),
    yearCost: fromCents(stats?.thisYear ?? 0),
    recordCount: stats?.records ?? 0,
    spentTotal: fromCents(stats?.spent ?? 0),
    spentYear: fromCents(stats?.spentThisYear ?? 0),
    otherCurrencies: stats?.otherCurrencies ?? [],
    otherCurrenciesYear: stats?.otherCurrenciesThisYear ?? [],
    entryCount: stats?.entries ?? 0,
    lastRecord: last ? { operationName: last.operationName, performedOn: last.performedOn } : null,
    ...(archived ? archiveTimes(archived) : { undoUntil: null, restorableFrom: null }),
  };
}

export const toExportedVehicle = (row: VehicleRow & { note: string | null }, isHidden: boolean): ExportedVehicle => ({
  ...detailsOf(row),
  isHidden,
});
