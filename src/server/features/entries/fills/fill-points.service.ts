import { nextTurn } from '../../../db/turns.ts';
import type { Access } from '../../vehicles/vehicle-access.service.ts';
import { pointsOf } from '../collected.service.ts';
import type { MonthsRepo } from '../months.repo.ts';
import { unitOf } from '../reading.rules.ts';
import { type CountedPoint, settled } from '../segments.rules.ts';
import type { Place } from '../timeline.repo.ts';
import { type FillPoint, reachesBack } from './consumption.rules.ts';
import type { BareFill } from './fills.kind.ts';
import type { ChainRow, FillsRepo } from './fills.repo.ts';

export interface FillRepos {
  fills: FillsRepo;
  months: MonthsRepo;
}

/** More than the fills of a usual page with those before them. */
const FILLS_AT_ONCE = 200;

type Vehicle = Access['vehicle'];

/** Reads fills as consumption needs them. */
export function fillPoints(repos: FillRepos) {
  /** A doubtful reading is known by its neighbours among the readings of all kinds. */
  async function toPoints(vehicle: Vehicle): Promise<(row: ChainRow) => FillPoint> {
    const points = await pointsOf(repos.months, [vehicle.id]);
    const { ordered, doubts } = settled(points, { vehicleType: vehicle.vehicle_type, unit: unitOf(vehicle) });
    const byId = new Map<number, CountedPoint>();
    for (const point of ordered) byId.set(point.id, point);
    const resets = ordered.filter(({ reset }) => reset);
    // Without a reading, a fill of the day of a new odometer counts as one after it.
    const segmentOn = (day: string): number => resets.findLast(({ performedOn }) => performedOn <= day)?.segment ?? 0;
    return (row) => ({
      ...{ id: row.id, performedOn: row.performed_on, isDoubtful: doubts.has(row.id) },
      segment: byId.get(row.id)?.segment ?? segmentOn(row.performed_on),
      reading: byId.get(row.id)?.reading ?? null,
      ...{ fuel: row.fuel, volume: row.volume, volumeUnit: row.volume_unit, level: row.level },
      ...{ isFull: row.is_full === 1, isMissedBefore: row.is_missed_before === 1, total: row.amount },
      currency: row.currency,
      distanceOnFuel: row.distance_on_fuel,
    });
  }

  return {
    async listAll(vehicle: Vehicle): Promise<FillPoint[]> {
      const toPoint = await toPoints(vehicle);
      await nextTurn();
      return (await repos.fills.listAll(vehicle.id)).map(toPoint);
    },

    /** Some fills and those before them on which their figures depend. */
    async listBack(vehicle: Vehicle, fills: readonly BareFill[]): Promise<FillPoint[]> {
      const toPoint = await toPoints(vehicle);
      const newest = fills.reduce((day, { performedOn }) => (performedOn > day ? performedOn : day), '');
      const read: FillPoint[] = [];
      for (let before: Place | undefined = { performed_on: newest, id: Number.MAX_SAFE_INTEGER }; before; ) {
        await nextTurn();
        const rows: ChainRow[] = await repos.fills.listBefore(vehicle.id, before, FILLS_AT_ONCE);
        for (const row of rows) read.push(toPoint(row));
        before = rows.length < FILLS_AT_ONCE || reachesBack(read, fills) ? undefined : rows.at(-1);
      }
      return read;
    },
  };
}
