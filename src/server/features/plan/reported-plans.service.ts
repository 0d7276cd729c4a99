import type { PlanLine } from '#contract/plan.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { todayAt } from './days.rules.ts';
import { linesOf } from './plan-lists.service.ts';
import type { ReadingRepos } from './plan-readings.service.ts';

export interface ReportedPlans {
  /** What is due next, the most urgent first: lines of which a day or a reading is known. Nothing is due on an archived vehicle. */
  list(caller: Caller, vehicle: Access['vehicle']): Promise<PlanLine[]>;
}

/** The plans of vehicles in reports. */
export const reportedPlans = (repos: ReadingRepos, clock: Clock): ReportedPlans => ({
  async list({ timeZone }, vehicle) {
    if (vehicle.archived_at !== null) return [];
    const lines = (await linesOf(repos, [vehicle], todayAt(clock.now(), timeZone))).get(vehicle.id) ?? [];
    return lines.filter(({ byDate, dueReading }) => byDate !== null || dueReading !== null);
  },
});
