import { readingUnitOf } from '#contract/records.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { type FigureRepos, type MeasuredVehicle, pointsOf } from '../entries/collected.service.ts';
import { type Point, settled } from '../entries/doubt.rules.ts';
import type { StampsRepo } from '../entries/stamps.service.ts';
import { dayNumber } from './days.rules.ts';
import type { MileageRow, PlanRepo } from './plan.repo.ts';
import type { PlanReading } from './use.rules.ts';

export type { PlanUnitsRepo } from './plan.repo.ts';

export interface ReadingRepos {
  months: FigureRepos['months'];
  plan: PlanRepo;
  stamps: StampsRepo;
}

/**
 * The readings of vehicles that a plan counts with, by vehicle: accumulated, ordered by day, without doubtful ones. This is the one place
 * where the plan learns what the counter shows. After a confirmed reading that goes back, only those from it on count.
 */
export async function planReadings(
  { months, plan }: Pick<ReadingRepos, 'months' | 'plan'>,
  vehicles: readonly MeasuredVehicle[],
): Promise<Map<number, PlanReading[]>> {
  const ids = vehicles.map(({ id }) => id);
  const readings = new Map<number, PlanReading[]>();
  if (ids.length === 0) return readings;
  const mileages = new Map((await plan.listMileages(ids)).map((row) => [row.id, row]));
  const points = Map.groupBy(await pointsOf(months, ids), ({ vehicleId }) => vehicleId);
  for (const vehicle of vehicles) {
    const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
    if (unit === 'year') continue;
    const { sound } = settled(points.get(vehicle.id) ?? [], { vehicleType: vehicle.vehicle_type, unit });
    readings.set(vehicle.id, withMileage(sinceReset(sound), mileages.get(vehicle.id)));
  }
  return readings;
}

/** The readings of one vehicle; none of a bicycle. */
export const planReadingsOf = async (repos: ReadingRepos, vehicle: MeasuredVehicle & { id: AuthorizedVehicleId }): Promise<PlanReading[]> =>
  (await planReadings(repos, [vehicle])).get(vehicle.id) ?? [];

function sinceReset(sound: readonly Point[]): PlanReading[] {
  const last = sound.findLastIndex(({ reading }, index) => reading < (sound[index - 1]?.reading ?? 0));
  return sound.slice(Math.max(0, last)).map(({ performedOn, reading }) => ({ day: dayNumber(performedOn), value: reading }));
}

/** The mileage of the details is a reading of the day on which the vehicle was added, unless an entry says otherwise. */
function withMileage(readings: readonly PlanReading[], row: MileageRow | undefined): PlanReading[] {
  if (!row) return [...readings];
  const own = { day: dayNumber(row.created_at.slice(0, 10)), value: row.mileage };
  const before = readings.filter(({ day, value }) => day < own.day || (day === own.day && value <= own.value));
  const after = readings.slice(before.length);
  const isBetween = (before.at(-1)?.value ?? 0) <= own.value && own.value <= (after[0]?.value ?? own.value);
  return isBetween ? [...before, own, ...after] : [...readings];
}
