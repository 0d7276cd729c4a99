import { SNOOZE_MAX, SNOOZE_OVERDUE_MAX } from '#contract/limits.ts';
import type { PlanLine } from '#contract/plan.ts';
import { dayNumber } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import { isoTime } from '../../ports/clock.ts';
import { lockForChange } from '../vehicles/vehicle-locks.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { todayAt } from './days.rules.ts';
import { byUrgency } from './plan.rules.ts';
import { fieldsOf, invalid, type PlanInput } from './plan-input.rules.ts';
import { lineOf, linesOf } from './plan-lists.service.ts';
import { lockUnit, type PlanDeps } from './plan-once.service.ts';
import { startOf } from './plan-readings.service.ts';

/** A line of one of several vehicles. */
export interface SoonLine {
  vehicleId: number;
  line: PlanLine;
}

const VEHICLES_AT_ONCE = 20;

export type PlanService = ReturnType<typeof planService>;

/** The plans of vehicles (decision 67). Unless said otherwise, functions throw 404 and 403 like `access.open`. */
export function planService(deps: PlanDeps & { vehicles: Pick<VehiclesService, 'listRows'> }) {
  const { work, access, vehicles, clock } = deps;
  const today = ({ timeZone }: Caller): string => todayAt(clock.now(), timeZone);

  return {
    async list(caller: Caller, vehicleId: number): Promise<PlanLine[]> {
      const { vehicle } = await access.open(caller, vehicleId);
      return (await linesOf(work.repos, [vehicle], today(caller))).get(vehicle.id) ?? [];
    },

    /** What needs attention on all usable vehicles that are not laid up, and what is next on each, without snoozed lines. */
    async listSoon(caller: Caller): Promise<{ data: SoonLine[]; next: SoonLine[] }> {
      const usable = (await vehicles.listRows(caller)).filter(({ is_paused }) => !is_paused);
      const data: SoonLine[] = [];
      const next: SoonLine[] = [];
      for (let start = 0; start < usable.length; start += VEHICLES_AT_ONCE) {
        await nextTurn();
        for (const [vehicleId, lines] of await linesOf(work.repos, usable.slice(start, start + VEHICLES_AT_ONCE), today(caller)))
          for (const line of lines.filter(({ snoozedUntil }) => snoozedUntil === null)) {
            if (line.state !== 'fine') data.push({ vehicleId, line });
            if (line.reason !== null && next.at(-1)?.vehicleId !== vehicleId) next.push({ vehicleId, line });
          }
      }
      return { data: data.sort((a, b) => byUrgency(a.line, b.line)), next };
    },

    /** Changes the fields that are present. 404 for an unknown line, 400 for input that does not fit. */
    async update(caller: Caller, vehicleId: number, lineId: number, input: PlanInput): Promise<PlanLine> {
      const opened = await access.open(caller, vehicleId);
      const start = await startOf(work.repos, opened.vehicle, today(caller));
      await work.inTransaction(async (repos) => {
        const vehicle = await lockUnit(repos, opened);
        const stored = await repos.plan.find(vehicle.id, lineId);
        if (!stored) throw new AppError('planApi.404');
        const { id, vehicle_id, snoozed_until, created_at, ...fields } = stored;
        await repos.plan.update(vehicle.id, lineId, { ...fieldsOf(opened, input, fields, start), changed_at: isoTime(clock.now()) });
      });
      return lineOf(work.repos, opened.vehicle, lineId, today(caller));
    },

    async remove(caller: Caller, vehicleId: number, lineId: number): Promise<void> {
      const opened = await access.open(caller, vehicleId);
      const isDeleted = await work.inTransaction(async ({ plan, locks }) => plan.delete((await lockForChange(locks, opened)).id, lineId));
      if (!isDeleted) throw new AppError('planApi.404');
    },

    /** null ends it. 400 for a day that is not in the future or too far ahead. */
    async snooze(caller: Caller, vehicleId: number, lineId: number, until: string | null): Promise<PlanLine> {
      const opened = await access.open(caller, vehicleId);
      if (opened.vehicle.archived_at !== null) throw new AppError('carsApi.archived');
      const { kind, state } = await lineOf(work.repos, opened.vehicle, lineId, today(caller));
      if (until !== null) checkSnooze(dayNumber(until) - dayNumber(today(caller)), kind === 'deadline' && state === 'overdue');
      await work.inTransaction(async ({ plan, locks }) => {
        const { id } = await lockForChange(locks, opened);
        await plan.update(id, lineId, { snoozed_until: until, changed_at: isoTime(clock.now()) });
      });
      return lineOf(work.repos, opened.vehicle, lineId, today(caller));
    },
  };
}

function checkSnooze(days: number, isOverdueDeadline: boolean): void {
  if (days < 1 || days > SNOOZE_MAX) throw invalid('until', 'validation.date.snooze');
  if (isOverdueDeadline && days > SNOOZE_OVERDUE_MAX) throw invalid('until', 'validation.date.snoozeOverdue');
}
