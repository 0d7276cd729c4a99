import { numberFieldOf, type VehicleType } from '#contract/vehicle-types.ts';
import { checkVehicle, type Vehicle, type VehicleFields } from '#contract/vehicles.ts';
import { AppError } from '../../app-error.ts';
import { type Authorized, authorized } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { IdempotencyRepo } from '../idempotency/idempotency.repo.ts';
import type { ImagesRepo } from '../images/images.repo.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { OwnedVehicle, VehicleRow, VehiclesRepo } from './vehicles.repo.ts';
import { toColumns, toVehicle, withChange } from './vehicles.rows.ts';

export interface VehicleRepos {
  vehicles: VehiclesRepo;
  images: ImagesRepo;
  idempotency: IdempotencyRepo;
}

interface Deps {
  work: Work<VehicleRepos>;
  clock: Clock;
  tokens: Tokens;
  images: Images;
}

interface NewVehicle {
  fields: VehicleFields;
  image: Uint8Array;
  idempotencyKey: string | undefined;
}

export type VehiclesService = ReturnType<typeof vehiclesService>;

const KIND = 'vehicles';

export function vehiclesService({ work, clock, tokens, images }: Deps) {
  const thisYear = (): string => isoTime(clock.now()).slice(0, 4);

  /** 404 for an unknown or somebody else's vehicle, 403 for one that the tariff hides. */
  async function authorize(caller: Caller, vehicleId: number, repos: VehicleRepos = work.read): Promise<Authorized<OwnedVehicle>> {
    const vehicle = authorized(await repos.vehicles.findOwned(vehicleId), (row) => row.user_id === caller.userId);
    if (!vehicle) throw new AppError('carsApi.404');
    if (caller.limit !== null && vehicle.rank >= caller.limit) throw new AppError('carsApi.hidden');
    return vehicle;
  }

  /** As it goes over the wire, with its sums. */
  async function read(vehicleId: number): Promise<Vehicle> {
    const row = await work.read.vehicles.find(vehicleId);
    if (!row) throw new AppError('carsApi.404');
    const [stats] = await work.read.vehicles.stats(row.user_id, thisYear(), vehicleId);
    const [last] = await work.read.vehicles.lastRecords(row.user_id, vehicleId);
    return toVehicle(row, stats, last);
  }

  async function storeImage(repos: VehicleRepos, image: EncodedImage): Promise<string> {
    const id = tokens.newId();
    await repos.images.insert({ id, ...image, createdAt: isoTime(clock.now()) });
    return id;
  }

  /** Within the limit of the tariff, also against parallel requests: the owner's row is the lock (specification 9). */
  async function insert(repos: VehicleRepos, caller: Caller, vehicle: NewVehicle, image: EncodedImage): Promise<number> {
    const facts = await repos.vehicles.lockOwner(caller.userId);
    if (!facts) throw new AppError('api.401');
    const made = await repos.idempotency.find(caller.userId, vehicle.idempotencyKey, KIND);
    if (made !== undefined) return made;
    const limit = limitOf(tariffInForce(facts, clock.now()));
    if (limit !== null && (await repos.vehicles.countByOwner(caller.userId)) >= limit) throw new AppError('carsApi.limit');
    const now = isoTime(clock.now());
    const id = await repos.vehicles.insert({ ...toColumns(vehicle.fields), user_id: caller.userId, image_id: await storeImage(repos, image), created_at: now });
    await repos.idempotency.insert(caller.userId, vehicle.idempotencyKey, KIND, id, now);
    return id;
  }

  async function change(repos: VehicleRepos, vehicle: Authorized<OwnedVehicle>, fields: Partial<VehicleFields>, image: EncodedImage | undefined): Promise<void> {
    const row = await repos.vehicles.lock(vehicle.id);
    if (!row) throw new AppError('carsApi.404');
    const whole = withChange(row, fields);
    const faults = checkVehicle(whole);
    if (faults.length > 0) throw new AppError('carsApi.400', { fields: faults.map(([field, code]) => ({ field, code })) });
    await refuseOtherReadings(repos, row, whole);
    const imageId = image ? await storeImage(repos, image) : row.image_id;
    await repos.vehicles.update(row.id, { ...toColumns(whole), image_id: imageId });
    if (image) await repos.images.delete(row.image_id);
  }

  return {
    authorize,

    /** The usable vehicles, oldest first; beyond the limit they are only counted. */
    async list(caller: Caller): Promise<{ data: Vehicle[]; hidden: number; limit: number | null }> {
      const { userId, limit } = caller;
      const rows = await work.read.vehicles.listByOwner(userId, limit);
      const stats = Map.groupBy(await work.read.vehicles.stats(userId, thisYear()), ({ vehicleId }) => vehicleId);
      const last = Map.groupBy(await work.read.vehicles.lastRecords(userId), ({ vehicleId }) => vehicleId);
      const data = rows.map((row) => toVehicle(row, stats.get(row.id)?.[0], last.get(row.id)?.[0]));
      const hidden = limit === null ? 0 : Math.max(0, (await work.read.vehicles.countByOwner(userId)) - limit);
      return { data, hidden, limit };
    },

    async get(caller: Caller, vehicleId: number): Promise<Vehicle> {
      const { id } = await authorize(caller, vehicleId);
      return read(id);
    },

    async create(caller: Caller, vehicle: NewVehicle): Promise<Vehicle> {
      const image = await images.encode(vehicle.image);
      const id = await withDuplicates(vehicle.fields.vehicleType, () => work.write((repos) => insert(repos, caller, vehicle, image)));
      return read(id);
    },

    async update(caller: Caller, vehicleId: number, fields: Partial<VehicleFields>, upload: Uint8Array | undefined): Promise<Vehicle> {
      const vehicle = await authorize(caller, vehicleId);
      const image = upload && (await images.encode(upload));
      await withDuplicates(fields.vehicleType ?? vehicle.vehicle_type, () => work.write((repos) => change(repos, vehicle, fields, image)));
      return read(vehicle.id);
    },

    async remove(caller: Caller, vehicleId: number): Promise<void> {
      const vehicle = await authorize(caller, vehicleId);
      await work.write(async (repos) => {
        const imageId = await repos.vehicles.delete(vehicle.id);
        if (imageId === undefined) throw new AppError('carsApi.404');
        await repos.images.delete(imageId);
      });
    },
  };
}

/** VIN, HIN and serial number are unique among one owner's vehicles (specification 8: 409). */
async function withDuplicates<T>(type: VehicleType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('carsApi.409', { fields: [{ field: numberFieldOf(type), code: 'carsApi.409' }] });
  }
}

/** Readings in the book keep their meaning: years stay years, and tenths of hours do not become kilometres. */
async function refuseOtherReadings(repos: VehicleRepos, row: VehicleRow, whole: VehicleFields): Promise<void> {
  const areYears = row.vehicle_type === 'bicycle';
  const becomeYears = whole.vehicleType === 'bicycle';
  const losesTenths = row.mileage_unit === 'h' && whole.mileageUnit !== 'h';
  if (areYears === becomeYears && !losesTenths) return;
  const readings = await repos.vehicles.readingsOf(row.id);
  if ((areYears !== becomeYears && readings.any) || (losesTenths && readings.fractions)) throw new AppError('carsApi.typeInUse');
}
