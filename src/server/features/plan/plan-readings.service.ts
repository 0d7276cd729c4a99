import { readingUnitOf } from '#contract/records.ts';
import { type FigureRepos, type MeasuredVehicle, pointsByVehicle } from '../entries/collected.service.ts';
import type { Point } from '../entries/doubt.rules.ts';
import { settled } from '../entries/segments.rules.ts';
import type { StampsRepo } from '../entries/stamps.service.ts';
import { type Counter, counterOf, NO_COUNTER, readingOn } from './counter.rules.ts';
import type { PlanRepo } from './plan.repo.ts';
import type { Start } from './plan-input.rules.ts';
import type { PlanReading } from './use.rules.ts';

export type { PlanUnitsRepo } from './plan.repo.ts';

export interface ReadingRepos {
  months: FigureRepos['months'];
  plan: PlanRepo;
  stamps: StampsRepo;
}

/**
 * The counters of vehicles that have one: what they have shown, without doubtful readings. This is the one place where the plan learns it.
 * After a confirmed reading that goes back without a new odometer, only those from it on count.
 */
export async function planCounters(
  { months }: Pick<ReadingRepos, 'months'>,
  vehicles: readonly MeasuredVehicle[],
): Promise<Map<number, Counter>> {
  const ids = vehicles.map(({ id }) => id);
  const counters = new Map<number, Counter>();
  if (ids.length === 0) return counters;
  const points = await pointsByVehicle(months, vehicles);
  for (const vehicle of vehicles) {
    const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
    if (unit === 'year') continue;
    const { ordered, sound } = settled(points.get(vehicle.id) ?? [], { vehicleType: vehicle.vehicle_type, unit });
    counters.set(vehicle.id, counterOf(ordered, sinceReset(sound)));
  }
  return counters;
}

/** The counter of one vehicle. */
export const planCounter = async (repos: ReadingRepos, vehicle: MeasuredVehicle): Promise<Counter> =>
  (await planCounters(repos, [vehicle])).get(vehicle.id) ?? NO_COUNTER;

/** What a line counts from if nothing else is said: today and the present reading. */
export async function startOf(repos: ReadingRepos, vehicle: MeasuredVehicle, today: string): Promise<Start> {
  const counter = await planCounter(repos, vehicle);
  const last = counter.readings.at(-1);
  return { today, reading: last ? counter.shown(last.value) : null };
}

function sinceReset(sound: readonly Point[]): PlanReading[] {
  const last = sound.findLastIndex(({ reading }, index) => reading < (sound[index - 1]?.reading ?? 0));
  return sound.slice(Math.max(0, last)).map(({ performedOn, reading }) => readingOn(performedOn, reading));
}
