import type { PlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import { dayNumber } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { MeasuredVehicle } from '../entries/collected.service.ts';
import { stampingEntries } from '../entries/stamps.service.ts';
import { type Counter, NO_COUNTER } from './counter.rules.ts';
import type { PlanLineRow } from './plan.repo.ts';
import { type PlannedLine, type Stamped, toCompletion, toPlanLine, toRules } from './plan.rows.ts';

export type { PlannedLine } from './plan.rows.ts';

import { byUrgency, type Completion, inOrder, type PlanNow, type PlanRules } from './plan.rules.ts';
import { planCounters, type ReadingRepos } from './plan-readings.service.ts';
import { dailyUse } from './use.rules.ts';

function nowOf(vehicle: MeasuredVehicle, { readings }: Counter, today: string): PlanNow {
  const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
  return {
    today,
    unit: unit === 'year' ? null : unit,
    last: readings.at(-1),
    rate: dailyUse(readings, dayNumber(today), vehicle.yearly_distance),
  };
}

/** The lines of vehicles as they are on that day, by vehicle, the most urgent first. */
export async function linesOf(
  repos: ReadingRepos,
  vehicles: readonly MeasuredVehicle[],
  today: string,
): Promise<Map<AuthorizedVehicleId, PlanLine[]>> {
  const planned = await plannedLines(repos, vehicles, today);
  return new Map([...planned].map(([id, lines]) => [id, lines.map(toPlanLine).sort(byUrgency)]));
}

/** The same with all that their states depend on, in the order of their ids. */
export async function plannedLines(
  repos: ReadingRepos,
  vehicles: readonly MeasuredVehicle[],
  today: string,
): Promise<Map<AuthorizedVehicleId, PlannedLine[]>> {
  const lines = new Map<AuthorizedVehicleId, PlannedLine[]>();
  if (vehicles.length === 0) return lines;
  const rows = Map.groupBy(await repos.plan.list(vehicles.map(({ id }) => id)), (row) => row.vehicle_id);
  const planned = vehicles.filter(({ id }) => rows.has(id));
  if (planned.length === 0) return lines;
  const stamped = Map.groupBy(
    await stampedOf(
      repos,
      planned.map(({ id }) => id),
    ),
    ({ row }) => row.line_id,
  );
  const counters = await planCounters(
    repos,
    planned.filter(({ id }) => rows.get(id)?.some(isByDistance)),
  );
  for (const vehicle of planned) {
    const counter = counters.get(vehicle.id) ?? NO_COUNTER;
    const now = nowOf(vehicle, counter, today);
    const own = rows.get(vehicle.id) ?? [];
    lines.set(
      vehicle.id,
      own.map((row) => plannedLine(row, stamped.get(row.id) ?? [], now, counter)),
    );
  }
  return lines;
}

const plannedLine = (row: PlanLineRow, stamped: Stamped[], now: PlanNow, counter: Counter): PlannedLine => ({
  ...{ row, stamped, now, counter, rules: toRules(row, counter) },
  completions: inOrder(stamped.map((one) => toCompletion(one, counter))),
});

/** The line as it is on that day; 404 if the vehicle does not have it. */
export async function lineOf(repos: ReadingRepos, vehicle: MeasuredVehicle, lineId: number, today: string): Promise<PlanLine> {
  const lines = (await linesOf(repos, [vehicle], today)).get(vehicle.id);
  const line = lines?.find(({ id }) => id === lineId);
  if (!line) throw new AppError('planApi.404');
  return line;
}

/** What a line says, and its completions in order; 404 if the vehicle does not have it. */
export async function storedLine(
  repos: Pick<ReadingRepos, 'plan' | 'stamps'>,
  vehicleId: AuthorizedVehicleId,
  lineId: number,
  counter: Counter,
): Promise<{ line: PlanRules; completions: Completion[] }> {
  const row = await repos.plan.find(vehicleId, lineId);
  if (!row) throw new AppError('planApi.404');
  const stamped = (await stampedOf(repos, [vehicleId])).filter((one) => one.row.line_id === lineId);
  return { line: toRules(row, counter), completions: inOrder(stamped.map((one) => toCompletion(one, counter))) };
}

/** The completions of vehicles that count: those without an entry, and those whose entry is not deleted. */
async function stampedOf(
  { plan, stamps }: Pick<ReadingRepos, 'plan' | 'stamps'>,
  vehicleIds: readonly AuthorizedVehicleId[],
): Promise<Stamped[]> {
  const rows = await plan.listCompletions(vehicleIds);
  const hasEntries = rows.some(({ entry_id }) => entry_id !== null);
  const entries = hasEntries ? await stampingEntries(stamps, vehicleIds) : undefined;
  return rows.flatMap((row) => {
    const entry = row.entry_id === null ? undefined : entries?.get(row.entry_id);
    return row.entry_id === null || entry ? [{ row, entry }] : [];
  });
}

const isByDistance = ({ every_distance, due_at }: PlanLineRow): boolean => every_distance !== null || due_at !== null;
