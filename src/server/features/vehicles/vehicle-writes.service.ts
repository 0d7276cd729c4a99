import { READING_MAX, VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { readingUnitOf } from '#contract/records.ts';
import { convertDistance, type Distance, isConvertible, TENTHS, type UnitChange } from '#contract/units.ts';
import { checkVehicle, type VehicleFields } from '#contract/vehicle-input.ts';
import { type NumberField, numberFieldOf } from '#contract/vehicle-types.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicle, AuthorizedVehicleId, ChangeableVehicleId, UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import type { IdempotencyService, IdempotencyStore } from '../../infra/idempotency/idempotency.service.ts';
import type { ImageStore, ImagesService, StorableImage } from '../../infra/images/images.service.ts';
import { assertOwnSeen, type Seen } from '../../infra/seen.rules.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { EntrySumsRepo } from '../entries/entry-sums.service.ts';
import type { ErasedEntriesRepo } from '../entries/erased-entries.service.ts';
import { type MileagesRepo, saveMileage } from '../entries/mileages.service.ts';
import { unitOf } from '../entries/reading.rules.ts';
import type { ReadingsRepo } from '../entries/readings.service.ts';
import type { PlanUnitsRepo } from '../plan/plan-readings.service.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import { lockForChange } from './vehicle-locks.service.ts';
import type { NumberColumn, OwnedVehicle, VehicleRow, VehiclesRepo } from './vehicles.repo.ts';
import { changedValues, toColumns, valuesOf, withChange } from './vehicles.rows.ts';

/** The columns of a new vehicle. */
export const vehicleColumns = toColumns;

/** The repositories of one transaction. */
export interface VehicleRepos {
  vehicles: VehiclesRepo;
  sums: EntrySumsRepo;
  readings: ReadingsRepo;
  mileages: MileagesRepo;
  plan: PlanUnitsRepo;
  images: ImageStore;
  idempotency: IdempotencyStore;
  erased: ErasedEntriesRepo;
}

interface Deps {
  images: ImagesService;
  idempotency: IdempotencyService;
  clock: Clock;
  tokens: Tokens;
}

export interface NewVehicle {
  fields: VehicleFields;
  idempotencyKey: IdempotencyKey | undefined;
}

export interface VehicleInput {
  fields: Partial<VehicleFields>;
  unitChange: UnitChange | undefined;
  /** Values as they were shown to the caller. */
  seen: Seen<ReturnType<typeof valuesOf>> | undefined;
}

/** All fields after a change, and the unit to convert the readings of the records to, if any. */
interface Checked {
  whole: VehicleFields;
  converted: Distance | undefined;
}

/** The steps that the vehicles service runs inside its transactions. */
export function vehicleWrites({ images, idempotency, clock, tokens }: Deps) {
  const saveTo = saveMileage({ clock, tokens });

  /**
   * The id of the vehicle created with the key; undefined if a new one may be created. 409 for a key of another request, 403 at the limit
   * of the tariff or the account. Called before the photo is decoded, which is expensive, and again in the transaction, where the result
   * is final.
   */
  async function findCreated(
    repos: VehicleRepos,
    { userId }: Caller,
    key: IdempotencyKey | undefined,
    limit: number | null,
  ): Promise<number | undefined> {
    const createdId = await idempotency.find(repos.idempotency, userId, key);
    if (createdId !== undefined) return createdId;
    const { active, archived } = await repos.vehicles.countByOwner(userId);
    if (limit !== null && active >= limit) throw new AppError('carsApi.limit');
    if (active + archived >= VEHICLES_PER_ACCOUNT) throw new AppError('carsApi.accountLimit');
    return undefined;
  }

  /**
   * 400 if the fields do not fit the type or a converted reading is too large, 409 if existing readings would lose their meaning, or if it
   * would undo a change that the caller has not `seen`.
   */
  async function checkChange(
    repos: VehicleRepos,
    vehicle: AuthorizedVehicle<OwnedVehicle>,
    row: VehicleRow,
    { fields, unitChange, seen }: VehicleInput,
  ): Promise<Checked> {
    const whole = withChange(row, fields);
    const errors = checkVehicle(whole);
    // What does not fit the stored values may fit those that the caller has seen.
    assertOwnSeen(valuesOf(row), seen, errors.length > 0 ? {} : changedValues(row, whole));
    const converted = conversionOf(row, fields, unitChange);
    if (converted && (await isTooLarge(repos, vehicle.id, converted))) errors.push(['mileage', 'validation.number.large']);
    if (errors.length > 0) throw new AppError('carsApi.400', { fields: errors.map(([field, code]) => ({ field, code })) });
    await assertReadingsFit(repos, vehicle.id, row, whole);
    return { whole, converted };
  }

  /** Locks the owner, so that parallel requests cannot exceed the limit of the tariff. Returns the id; 401 if the owner was deleted. */
  async function insert(repos: VehicleRepos, caller: Caller, vehicle: NewVehicle, image: StorableImage): Promise<number> {
    const facts = await repos.vehicles.lockOwner(caller.userId);
    if (!facts) throw new AppError('api.401');
    const createdId = await findCreated(repos, caller, vehicle.idempotencyKey, limitOf(tariffInForce(facts, clock.now())));
    if (createdId !== undefined) return createdId;
    const now = isoTime(clock.now());
    const id = await repos.vehicles.insert({
      ...toColumns(vehicle.fields),
      user_id: caller.userId,
      image_id: await images.create(repos.images, image),
      created_at: now,
    });
    if (vehicle.fields.mileage !== undefined)
      await saveTo(repos, { id: id as ChangeableVehicleId, user_id: caller.userId, currency: caller.currency }, vehicle.fields.mileage);
    await idempotency.store(repos.idempotency, caller.userId, vehicle.idempotencyKey, 'vehicles', id);
    return id;
  }

  async function change(
    repos: VehicleRepos,
    vehicle: AuthorizedVehicle<OwnedVehicle>,
    input: VehicleInput,
    image: StorableImage | undefined,
  ): Promise<void> {
    const locked = await lockForChange(repos.vehicles, { vehicle });
    const row = { ...locked, mileage: (await repos.mileages.find(locked.id))?.reading ?? null };
    const { whole, converted } = await checkChange(repos, vehicle, row, input);
    if (converted) await repos.readings.convert(row.id, converted);
    else if (readingUnitOf(whole.vehicleType, whole.mileageUnit ?? null) !== unitOf(row)) {
      await repos.readings.forgetDeleted(row.id);
      await repos.readings.forgetOtherUnit(row.id);
    }
    const imageId = image ? await images.create(repos.images, image) : row.image_id;
    await repos.vehicles.update(row.id, { ...changedColumns(whole, converted ? input.fields : whole), image_id: imageId });
    if (input.fields.mileage !== undefined) await saveTo(repos, { ...row, currency: vehicle.currency }, input.fields.mileage);
    if (whole.mileage === undefined) await repos.mileages.delete(row.id, 'all');
    else if (losesTenths(row, whole)) await repos.mileages.delete(row.id, 'fractions');
    if (image) await repos.images.delete(row.image_id);
  }

  return { findCreated, checkChange, insert, change };
}

const NUMBER_COLUMNS: Record<NumberField, NumberColumn> = { vin: 'vin', hinNumber: 'hin_number', serialNumber: 'serial_number' };
const NUMBER_FIELDS = Object.keys(NUMBER_COLUMNS) as NumberField[];

/**
 * Turns a violation of a unique constraint into 409: VIN, HIN and serial number are unique among one owner's vehicles. The code tells
 * whether the other vehicle is archived.
 */
export async function withDuplicates<T>(
  vehicles: VehiclesRepo,
  userId: UserId,
  fields: Pick<VehicleFields, 'vehicleType' | NumberField>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const field = NUMBER_FIELDS.find((name) => fields[name] !== undefined) ?? numberFieldOf(fields.vehicleType);
    const other = await vehicles.findByNumber(userId, NUMBER_COLUMNS[field], fields[field] ?? '');
    const code = other?.archived_at ? 'carsApi.archivedNumber' : 'carsApi.409';
    throw new AppError(code, { fields: [{ field, code }] });
  }
}

/** The unit to convert the readings to; undefined if the unit stays or is only relabelled. 400 if the units cannot be converted. */
function conversionOf(row: VehicleRow, fields: Partial<VehicleFields>, unitChange: UnitChange | undefined): Distance | undefined {
  const to = fields.mileageUnit ?? row.mileage_unit;
  if (unitChange !== 'convert' || to === row.mileage_unit) return undefined;
  if (isConvertible(row.mileage_unit, to)) return to;
  throw new AppError('carsApi.400', { fields: [{ field: 'unitChange', code: 'validation.choice' }] });
}

async function isTooLarge({ readings, plan }: VehicleRepos, id: AuthorizedVehicleId, to: Distance): Promise<boolean> {
  const highest = Math.max((await readings.findFacts(id)).highest, (await plan.findFacts(id)).highest);
  return convertDistance(highest / TENTHS, to) > READING_MAX;
}

/** All columns, but without the use in a year if that is not given: a conversion has converted it. */
function changedColumns(whole: VehicleFields, { yearlyDistance }: Partial<VehicleFields>) {
  const { yearly_distance, ...columns } = toColumns(whole);
  return yearlyDistance === undefined ? columns : { ...columns, yearly_distance };
}

const losesTenths = (row: VehicleRow, whole: VehicleFields): boolean => row.mileage_unit === 'h' && whole.mileageUnit !== 'h';

/** 409 if readings would lose their meaning: years stay years, and tenths of hours do not become kilometres (decision 32). */
async function assertReadingsFit(repos: VehicleRepos, id: AuthorizedVehicleId, row: VehicleRow, whole: VehicleFields): Promise<void> {
  const areYears = row.vehicle_type === 'bicycle';
  const becomeYears = whole.vehicleType === 'bicycle';
  const isRounded = losesTenths(row, whole);
  if (areYears === becomeYears && !isRounded) return;
  for (const { any, fractions } of [await repos.readings.findFacts(id), await repos.plan.findFacts(id)])
    if ((areYears !== becomeYears && any) || (isRounded && fractions)) throw new AppError('carsApi.typeInUse');
}
