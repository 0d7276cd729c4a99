import type { FuelConsumption } from '#contract/consumption.ts';
import type { Fill } from '#contract/fills.ts';
import { type Fuel, fuelsOf } from '#contract/fuels.ts';
import type { StatisticsPeriod } from '#contract/statistics.ts';
import type { Caller } from '../../../caller.ts';
import type { Work } from '../../../db/work.ts';
import type { IdempotencyKey } from '../../../ports/idempotency-key.ts';
import type { Access, VehicleAccess } from '../../vehicles/vehicle-access.service.ts';
import { daysOf } from '../collected.service.ts';
import type { EntriesService, EntryList, EntryPage } from '../entries.service.ts';
import type { Saved } from '../entry.kind.ts';
import { unitOf } from '../reading.rules.ts';
import { consumptionIn } from './averages.rules.ts';
import { chainsOf, type Figure, figuresOf, type Tank } from './consumption.rules.ts';
import { type FillRepos, fillPoints } from './fill-points.service.ts';
import { type BareFill, FILL, type FillInput } from './fills.kind.ts';

interface Deps {
  work: Pick<Work<FillRepos>, 'repos'>;
  access: VehicleAccess;
  entries: EntriesService;
}

type Vehicle = Access['vehicle'];

interface Consumptions {
  data: FuelConsumption[];
  firstYear: number | null;
}

export type FillsService = ReturnType<typeof fillsService>;

/** Fills with their consumption, which depends on all fills of the vehicle. Functions throw like those of the entries service. */
export function fillsService({ work: { repos }, access, entries }: Deps) {
  const points = fillPoints(repos);

  /** The consumption of all fills of a vehicle, or at least of some, by their ids. */
  async function consumptions(vehicle: Vehicle, fills?: readonly BareFill[]): Promise<Map<number, Figure>> {
    const unit = unitOf(vehicle);
    if (unit === 'year') return new Map();
    return figuresOf(await (fills ? points.listBack(vehicle, fills) : points.listAll(vehicle)), { unit, capacityOf: capacityOf(vehicle) });
  }

  async function withConsumption(vehicle: Vehicle, fills: readonly BareFill[]): Promise<Fill[]> {
    if (fills.length === 0) return [];
    const figures = await consumptions(vehicle, fills);
    return fills.map((fill) => ({ ...fill, ...(figures.get(fill.id) ?? { consumption: null, consumptionReason: 'first' }) }));
  }

  /** The answer to a write of one fill. */
  async function answer(caller: Caller, vehicleId: number, { data, isDoubtful }: Saved<BareFill>): Promise<Saved<Fill>> {
    const { vehicle } = await access.find(caller, vehicleId);
    const [fill] = await withConsumption(vehicle, [data]);
    return { data: fill as Fill, isDoubtful };
  }

  return {
    withConsumption,
    consumptions,

    /** A row for each fuel with fills in the period, that of the vehicle first; `firstYear` is that of the first fill, in any period. */
    async consumption(caller: Caller, vehicleId: number, period: StatisticsPeriod): Promise<Consumptions> {
      const { vehicle, owner } = await access.open(caller, vehicleId);
      const unit = unitOf(vehicle);
      if (unit === 'year') return { data: [], firstYear: null };
      const tank = { unit, capacityOf: capacityOf(vehicle) };
      const fills = await points.listAll(vehicle);
      const chains = chainsOf(fills, tank);
      const fuels = new Set([...fuelsOf(vehicle.fuel_type, vehicle.second_fuel_type), ...chains.keys()]);
      const rows = [...fuels].map((fuel) =>
        consumptionIn(fuel, chains.get(fuel) ?? [], { ...tank, currency: owner.currency }, daysOf(period)),
      );
      const days = fills.map(({ performedOn }) => performedOn);
      const first = days.reduce((oldest, day) => (oldest === '' || day < oldest ? day : oldest), '');
      return { data: rows.filter((row) => row !== undefined), firstYear: first === '' ? null : Number(first.slice(0, 4)) };
    },

    async list(caller: Caller, vehicleId: number, page: EntryPage): Promise<EntryList<Fill>> {
      const { data, nextCursor } = await entries.list(caller, FILL, vehicleId, page);
      const { vehicle } = await access.open(caller, vehicleId);
      return { data: await withConsumption(vehicle, data), nextCursor };
    },

    /** Without a unit, that of the last fill with the fuel. */
    async create(caller: Caller, vehicleId: number, input: FillInput, key: IdempotencyKey | undefined): Promise<Saved<Fill>> {
      const { vehicle } = await access.find(caller, vehicleId);
      const volumeUnit = input.volumeUnit ?? (input.fuel && (await repos.fills.findUnit(vehicle.id, input.fuel)));
      return answer(caller, vehicleId, await entries.create(caller, FILL, vehicleId, { ...input, volumeUnit }, key));
    },

    async update(caller: Caller, vehicleId: number, id: number, input: FillInput): Promise<Saved<Fill>> {
      return answer(caller, vehicleId, await entries.update(caller, FILL, vehicleId, id, input));
    },

    async restore(caller: Caller, vehicleId: number, id: number): Promise<Fill> {
      return (await answer(caller, vehicleId, { data: await entries.restore(caller, FILL, vehicleId, id) })).data;
    },
  };
}

/** How much the vehicle holds of a fuel, in thousandths of a litre or kilowatt hour; the second tank is that of the further fuel. */
const capacityOf =
  (vehicle: Vehicle): Tank['capacityOf'] =>
  (fuel: Fuel) => {
    if (fuel === 'electric') return vehicle.battery_capacity;
    return fuel === vehicle.second_fuel_type ? vehicle.second_tank_volume : vehicle.tank_volume;
  };
