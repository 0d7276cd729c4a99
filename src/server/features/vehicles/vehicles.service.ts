import type { Vehicle } from '#contract/vehicles.ts';
import { AppError } from '../../app-error.ts';
import { type AuthorizedVehicle, type AuthorizedVehicleId, authorizeVehicle } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { IdempotencyService } from '../../infra/idempotency/idempotency.service.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { totalsOf } from '../entries/entry-sums.service.ts';
import { eraseEntries } from '../entries/erased-entries.service.ts';
import { addShownReadings } from '../entries/shown-reading.service.ts';
import type { VehicleAccess } from './vehicle-access.service.ts';
import { findFacts } from './vehicle-archive.service.ts';
import { type NewVehicle, type VehicleInput, type VehicleRepos, vehicleWrites, withDuplicates } from './vehicle-writes.service.ts';
import type { VehicleRow } from './vehicles.repo.ts';
import { toVehicle } from './vehicles.rows.ts';

export type { VehiclesRepo } from './vehicles.repo.ts';

interface Deps {
  work: Work<VehicleRepos>;
  access: VehicleAccess;
  images: ImagesService;
  idempotency: IdempotencyService;
  clock: Clock;
  tokens: Tokens;
}

interface VehicleList {
  data: Vehicle[];
  hidden: number;
  archived: number;
  /** null is no limit. */
  limit: number | null;
}

interface NewVehicleWithPhoto extends NewVehicle {
  image: Uint8Array;
}

export type VehiclesService = ReturnType<typeof vehiclesService>;

export function vehiclesService({ work, access, images, idempotency, clock, tokens }: Deps) {
  const { findCreated, checkChange, insert, change } = vehicleWrites({ images, idempotency, clock, tokens });
  const thisYear = (): string => isoTime(clock.now()).slice(0, 4);

  /** The vehicle as the API returns it, with its totals; `year` is YYYY. */
  async function read(caller: Caller, vehicleId: number, year = thisYear()): Promise<Vehicle> {
    const row = authorizeVehicle(await work.repos.vehicles.find(caller.userId, vehicleId), caller.userId);
    if (!row) throw new AppError('carsApi.404');
    const all = await totalsOf(work.repos.sums, caller, [row.id], year, row.archived_at !== null);
    await addShownReadings(work.repos.readings, [row], all);
    const totals = all.get(row.id);
    if (row.archived_at === null) return toVehicle(row, totals);
    return toVehicle(row, totals, { facts: await findFacts(work.repos.vehicles, caller, row.archived_at), now: clock.now() });
  }

  /** How many vehicles are beyond the limit of the tariff, and how many are archived. */
  async function countLeftOut({ userId, limit }: Pick<Caller, 'userId' | 'limit'>): Promise<{ hidden: number; archived: number }> {
    const { active, archived } = await work.repos.vehicles.countByOwner(userId);
    return { hidden: limit === null ? 0 : Math.max(0, active - limit), archived };
  }

  return {
    /** As `get`, for a vehicle that the caller has just opened. */
    getOpened: read,

    /** The usable vehicles, oldest first; archived vehicles and those beyond the limit are only counted. */
    async list(caller: Caller, year = thisYear()): Promise<VehicleList> {
      const { userId, limit } = caller;
      const rows = await work.repos.vehicles.listByOwner(userId, limit);
      const own = rows.flatMap((row) => authorizeVehicle(row, userId) ?? []);
      const ids = own.map(({ id }) => id);
      const totals = await totalsOf(work.repos.sums, caller, ids, year);
      await addShownReadings(work.repos.readings, own, totals);
      const data = rows.map((row) => toVehicle(row, totals.get(row.id)));
      return { data, ...(await countLeftOut({ userId, limit })), limit };
    },

    countLeftOut,

    /** The rows of the usable vehicles, oldest first. */
    async listRows({ userId, limit }: Caller): Promise<AuthorizedVehicle<VehicleRow>[]> {
      const rows = await work.repos.vehicles.listByOwner(userId, limit);
      return rows.flatMap((row) => authorizeVehicle(row, userId) ?? []);
    },

    /** The newest usable vehicles, at most `max`. */
    async listNewestIds({ userId, limit }: Caller, max: number): Promise<AuthorizedVehicleId[]> {
      const rows = await work.repos.vehicles.listIds(userId, limit, max);
      return rows.flatMap((row) => authorizeVehicle(row, userId)?.id ?? []);
    },

    /** 404 and 403 like `access.open`; `year` is YYYY, the current year by default. */
    async get(caller: Caller, vehicleId: number, year?: string): Promise<Vehicle> {
      return read(caller, (await access.open(caller, vehicleId)).vehicle.id, year);
    },

    /**
     * 403 at the limit of the tariff or the account, 409 if the owner already has the number, 422 for an invalid photo. A repeated key
     * returns the vehicle of the first request (decision 9).
     */
    async create(caller: Caller, vehicle: NewVehicleWithPhoto): Promise<Vehicle> {
      const createdId = await findCreated(work.repos, caller, vehicle.idempotencyKey, caller.limit);
      if (createdId !== undefined) return read(caller, createdId);
      const image = await images.prepare(vehicle.image);
      const id = await withDuplicates(work.repos.vehicles, caller.userId, vehicle.fields, () =>
        work.inTransaction((repos) => insert(repos, caller, vehicle, image)),
      );
      return read(caller, id);
    },

    /**
     * Changes the fields that are present. 403 for an archived vehicle, 409 if the owner already has the number, or if readings would lose
     * their meaning.
     */
    async update(caller: Caller, vehicleId: number, input: VehicleInput, upload: Uint8Array | undefined, year?: string): Promise<Vehicle> {
      const { vehicle } = await access.open(caller, vehicleId);
      if (vehicle.archived_at !== null) throw new AppError('carsApi.archived');
      const row = upload && (await work.repos.vehicles.find(caller.userId, vehicle.id));
      // Checked before the photo is decoded, and again in the transaction.
      if (row) await checkChange(work.repos, vehicle, row, input);
      const image = upload && (await images.prepare(upload));
      const fields = { ...input.fields, vehicleType: input.fields.vehicleType ?? vehicle.vehicle_type };
      await withDuplicates(work.repos.vehicles, caller.userId, fields, () =>
        work.inTransaction((repos) => change(repos, vehicle, input, image)),
      );
      return read(caller, vehicle.id, year);
    },

    /** Deletes the vehicle, archived or not, with its entries, note and photo. */
    async remove(caller: Caller, vehicleId: number): Promise<void> {
      const { vehicle } = await access.open(caller, vehicleId);
      await work.inTransaction(async (repos) => {
        await eraseEntries({ locks: repos.vehicles, erased: repos.erased }, vehicle.id);
        const imageId = await repos.vehicles.delete(vehicle.id);
        if (imageId === undefined) throw new AppError('carsApi.404');
        await repos.images.delete(imageId);
      });
    },
  };
}
