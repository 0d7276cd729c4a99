import { readingUnitOf } from '#contract/records.ts';
import type { StatisticsPeriod } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { MileageUnit, VehicleType } from '#contract/vehicle-types.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { nextTurn, pagesOf } from '../../db/turns.ts';
import { type Distance, distancesOf, NO_READINGS } from './distance.rules.ts';
import type { GroupsRepo, RecordsPage } from './groups.repo.ts';
import { addOperations, addParts, type Groups } from './groups.rules.ts';
import type { Days, MonthRow, MonthsRepo, PointRow } from './months.repo.ts';
import { positionOf } from './position.rules.ts';

export type { Days, MonthRow } from './months.repo.ts';

/** Records whose names one query reads. */
const RECORDS_AT_ONCE = 2_000;
/** Readings that one query reads: small rows, and each query of PostgreSQL takes its time. */
const POINTS_AT_ONCE = 5_000;
const VEHICLES_AT_ONCE = 20;
/** A vehicle with more records gets separate queries; the others share theirs. */
const OWN_QUERY_ABOVE = RECORDS_AT_ONCE / VEHICLES_AT_ONCE;

/** Earlier and later than any day of a record. */
export const ALL_DAYS: Days = { from: '0000-00-00', to: '9999-99-99' };
/** The position before all records until a day. */
export const endOf = (day: string): RecordsPage['before'] => ({ performedOn: day, id: Number.MAX_SAFE_INTEGER });

export const daysOf = ({ from, to }: StatisticsPeriod): Days => ({ from: from ?? ALL_DAYS.from, to: to ?? ALL_DAYS.to });
const areAllDays = ({ from, to }: Days): boolean => from === ALL_DAYS.from && to === ALL_DAYS.to;

export interface FigureRepos {
  months: MonthsRepo;
  groups: GroupsRepo;
}

/** A vehicle with what its distances depend on. */
export interface MeasuredVehicle {
  id: AuthorizedVehicleId;
  vehicle_type: VehicleType;
  mileage_unit: MileageUnit | null;
  /** Tenths of the unit, as the owner says. */
  yearly_distance: number | null;
}

/** Sums over vehicles of one owner. */
export interface Collected {
  /** What counts, by month, kind and group. */
  months: MonthRow[];
  /** The months of all time, for years and the forecast. */
  allMonths: MonthRow[];
  operations: Groups;
  /** Empty unless extended. */
  parts: Groups;
  distances: (vehicleId: number, period: Days) => Distance;
  /** The months in which a vehicle has readings, newest first. */
  monthsRead: (vehicleId: number) => string[];
}

interface Wanted {
  days: Days;
  /** Of the work that is summed by its names. */
  currency: Currency;
  isExtended: boolean;
  hasDistances: boolean;
}

/** Sums the records of vehicles in that period. Queries of SQLite are synchronous: other requests run between them. */
export async function collect(
  { months: repo, groups }: FigureRepos,
  vehicles: readonly MeasuredVehicle[],
  { days, currency, isExtended, hasDistances }: Wanted,
): Promise<Collected> {
  const distancesIn = new Map<number, (period: Days) => Distance>();
  const monthsRead = new Map<number, string[]>();
  const collected: Collected = {
    ...{ months: [], allMonths: [], operations: new Map(), parts: new Map() },
    distances: (vehicleId, period) => distancesIn.get(vehicleId)?.(period) ?? NO_READINGS,
    monthsRead: (vehicleId) => monthsRead.get(vehicleId) ?? [],
  };
  const monthsOf = async (ids: readonly AuthorizedVehicleId[], within: Days): Promise<MonthRow[]> => {
    await nextTurn();
    return repo.listMonths(ids, within);
  };
  for (const pack of await packsOf(repo, vehicles)) {
    const ids = pack.map(({ id }) => id);
    const allMonths = await monthsOf(ids, ALL_DAYS);
    const months = areAllDays(days) ? allMonths : await monthsOf(ids, days);
    collected.allMonths.push(...allMonths);
    collected.months.push(...months);
    for (const { id, distanceIn, read } of hasDistances ? await distancesOfPack(repo, pack) : []) {
      distancesIn.set(id, distanceIn);
      monthsRead.set(id, read);
    }
    if (!months.some((row) => row.kind === 'work' && row.currency === currency)) continue;
    for await (const rows of recordPages(days, currency, (page) => groups.listOperations(ids, page)))
      addOperations(collected.operations, rows);
    if (!isExtended) continue;
    for await (const rows of recordPages(days, currency, (page) => groups.listParts(ids, page))) addParts(collected.parts, rows);
  }
  return collected;
}

/** All known readings of vehicles, in no order, with the odometers that they replace. */
export async function pointsOf(repo: MonthsRepo, ids: readonly AuthorizedVehicleId[]): Promise<PointRow[]> {
  const points: PointRow[] = [];
  const page = (last: PointRow | undefined) => repo.listPoints(ids, { before: last ?? endOf(ALL_DAYS.to), limit: POINTS_AT_ONCE });
  for await (const rows of pagesOf(POINTS_AT_ONCE, page)) points.push(...rows);
  const mileages = await repo.listMileages(ids);
  const isMileage = new Set(mileages.map(({ id }) => id));
  const all = [...points.filter(({ id }) => !isMileage.has(id)), ...mileages];
  const resets = new Map((await repo.listResets(ids)).map(({ id, oldReading }) => [id, { oldReading }]));
  return resets.size === 0 ? all : all.map((point) => ({ ...point, reset: resets.get(point.id) }));
}

/** The same of any number of vehicles, by vehicle: in one query for many small ones, and in separate ones for each large one. */
export async function pointsByVehicle(repo: MonthsRepo, vehicles: readonly MeasuredVehicle[]): Promise<Map<number, PointRow[]>> {
  const points: PointRow[] = [];
  for (const pack of await packsOf(repo, vehicles))
    for (const point of await pointsOf(
      repo,
      pack.map(({ id }) => id),
    ))
      points.push(point);
  return Map.groupBy(points, ({ vehicleId }) => vehicleId);
}

/**
 * The distances of vehicles from all of their readings: a doubtful one is known by its neighbours, and a period counts from the last one
 * before it.
 */
async function distancesOfPack(
  repo: MonthsRepo,
  vehicles: readonly MeasuredVehicle[],
): Promise<{ id: number; distanceIn: (period: Days) => Distance; read: string[] }[]> {
  const points = await pointsOf(
    repo,
    vehicles.map(({ id }) => id),
  );
  const byVehicle = Map.groupBy(points, ({ vehicleId }) => vehicleId);
  return vehicles.map(({ id, vehicle_type: vehicleType, mileage_unit: unit }) => {
    const meter = { vehicleType, unit: readingUnitOf(vehicleType, unit) };
    const own = byVehicle.get(id) ?? [];
    return { id, distanceIn: distancesOf(own, meter), read: monthsOf(own) };
  });
}

/** Newest first. */
const monthsOf = (points: readonly PointRow[]): string[] =>
  [...new Set(points.map(({ performedOn }) => performedOn.slice(0, 7)))].sort().reverse();

/** Reads pages of records, newest first, until one is not full. */
async function* recordPages<Row extends { records: number; oldest: string }>(
  { from, to }: Days,
  currency: Currency,
  read: (page: RecordsPage) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before = endOf(to);
  for (;;) {
    await nextTurn();
    const rows = await read({ currency, from, before, limit: RECORDS_AT_ONCE });
    yield rows;
    if (rows.reduce((sum, row) => sum + row.records, 0) < RECORDS_AT_ONCE) return;
    before = positionOf(rows.map(({ oldest }) => oldest).reduce((first, other) => (other < first ? other : first)));
  }
}

/** Packs of vehicles that together have few enough records for one query, and each large vehicle alone. */
async function packsOf(repo: MonthsRepo, vehicles: readonly MeasuredVehicle[]): Promise<MeasuredVehicle[][]> {
  if (vehicles.length <= 1) return vehicles.map((vehicle) => [vehicle]);
  const packs: MeasuredVehicle[][] = [];
  for (let start = 0; start < vehicles.length; start += VEHICLES_AT_ONCE) {
    await nextTurn();
    const chunk = vehicles.slice(start, start + VEHICLES_AT_ONCE);
    const rows = await repo.listLarge(
      chunk.map(({ id }) => id),
      OWN_QUERY_ABOVE,
    );
    const large = new Set<number>(rows.map(({ id }) => id));
    packs.push(...chunk.filter(({ id }) => large.has(id)).map((vehicle) => [vehicle]));
    packs.push(chunk.filter(({ id }) => !large.has(id)));
  }
  return packs.filter((pack) => pack.length > 0);
}
