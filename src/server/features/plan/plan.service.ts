import type * as z from 'zod/mini';
import { PLAN_LINES_MAX, SNOOZE_MAX, SNOOZE_OVERDUE_MAX } from '#contract/limits.ts';
import type { PlanLine, planLineInput } from '#contract/plan.ts';
import { dayNumber } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import { isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { lockForChange } from '../vehicles/vehicle-locks.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { todayAt } from './days.rules.ts';
import type { PlanLineFields } from './plan.repo.ts';
import { byUrgency } from './plan.rules.ts';
import { fieldsOf, invalid, NO_FIELDS, type PlanInput, type Start } from './plan-input.rules.ts';
import { lineOf, linesOf } from './plan-lists.service.ts';
import { addOnce, lockUnit, type PlanDeps } from './plan-once.service.ts';
import { planCounter } from './plan-readings.service.ts';

type NewLine = z.core.output<typeof planLineInput>;

/** The fields of several lines; 400 with the number of the line that does not fit. */
function allFieldsOf(access: Access, lines: readonly NewLine[], start: Start): PlanLineFields[] {
  return lines.map((line, index) => {
    try {
      return fieldsOf(access, line, { ...NO_FIELDS, title: line.title }, start);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fields = error.code === 'planApi.noRule' ? [{ field: 'everyMonths', code: error.code }] : error.fields;
      throw new AppError('planApi.400', { fields: fields.map(({ field, code }) => ({ field: `lines.${index}.${field}`, code })) });
    }
  });
}

/** A line of one of several vehicles. */
export interface SoonLine {
  vehicleId: number;
  line: PlanLine;
}

const VEHICLES_AT_ONCE = 20;

export type PlanService = ReturnType<typeof planService>;

/** The plans of vehicles (decision 67). Unless said otherwise, functions throw 404 and 403 like `access.open`. */
export function planService(deps: PlanDeps & { vehicles: Pick<VehiclesService, 'listRows'> }) {
  const { work, access, vehicles, clock, tokens } = deps;
  const add = addOnce(deps);
  const today = (): string => todayAt(clock.now());
  const startOf = async ({ vehicle }: Access): Promise<Start> => {
    const counter = await planCounter(work.repos, vehicle);
    const last = counter.readings.at(-1);
    return { today: today(), reading: last ? counter.shown(last.value) : null };
  };

  /** Stores lines once for a key, which is kept with the id of one of them. */
  const insertAll = (
    caller: Caller,
    vehicleId: number,
    key: IdempotencyKey | undefined,
    prepare: (opened: Access) => Promise<PlanLineFields[]>,
  ) =>
    add(caller, {
      ...{ vehicleId, key, kind: 'plan_lines' },
      insert: async (opened) => {
        const lines = await prepare(opened);
        return async ({ plan }, vehicle) => {
          if ((await plan.count(vehicle.id)) + lines.length > PLAN_LINES_MAX) throw new AppError('planApi.limit');
          const at = isoTime(clock.now());
          const [first] = await plan.insert(
            lines.map((fields) => ({ ...fields, vehicle_id: vehicle.id, uid: tokens.newUid(), created_at: at, changed_at: at })),
          );
          return (first as { id: number }).id;
        };
      },
    });

  return {
    async list(caller: Caller, vehicleId: number): Promise<PlanLine[]> {
      const { vehicle } = await access.open(caller, vehicleId);
      return (await linesOf(work.repos, [vehicle], today())).get(vehicle.id) ?? [];
    },

    /** What needs attention on all usable vehicles that are not laid up, without snoozed lines. */
    async listSoon(caller: Caller): Promise<SoonLine[]> {
      const usable = (await vehicles.listRows(caller)).filter(({ is_paused }) => !is_paused);
      const soon: SoonLine[] = [];
      for (let start = 0; start < usable.length; start += VEHICLES_AT_ONCE) {
        await nextTurn();
        for (const [vehicleId, lines] of await linesOf(work.repos, usable.slice(start, start + VEHICLES_AT_ONCE), today()))
          for (const line of lines) if (line.state !== 'fine' && line.snoozedUntil === null) soon.push({ vehicleId, line });
      }
      return soon.sort((a, b) => byUrgency(a.line, b.line));
    },

    /** 400 for input that does not fit the vehicle, 403 at the limit of lines. */
    async create(caller: Caller, vehicleId: number, input: NewLine, key: IdempotencyKey | undefined): Promise<PlanLine> {
      const { opened, id } = await insertAll(caller, vehicleId, key, async (access) => [
        fieldsOf(access, input, { ...NO_FIELDS, title: input.title }, await startOf(access)),
      ]);
      return lineOf(work.repos, opened.vehicle, id, today());
    },

    /** All of the lines or none: 400 with the number of one that does not fit, 403 at the limit. Returns the whole plan. */
    async createAll(caller: Caller, vehicleId: number, lines: readonly NewLine[], key: IdempotencyKey | undefined): Promise<PlanLine[]> {
      const { opened } = await insertAll(caller, vehicleId, key, async (access) => allFieldsOf(access, lines, await startOf(access)));
      return (await linesOf(work.repos, [opened.vehicle], today())).get(opened.vehicle.id) ?? [];
    },

    /** Changes the fields that are present. 404 for an unknown line, 400 for input that does not fit. */
    async update(caller: Caller, vehicleId: number, lineId: number, input: PlanInput): Promise<PlanLine> {
      const opened = await access.open(caller, vehicleId);
      const start = await startOf(opened);
      await work.inTransaction(async (repos) => {
        const vehicle = await lockUnit(repos, opened);
        const stored = await repos.plan.find(vehicle.id, lineId);
        if (!stored) throw new AppError('planApi.404');
        const { id, vehicle_id, snoozed_until, ...fields } = stored;
        await repos.plan.update(vehicle.id, lineId, { ...fieldsOf(opened, input, fields, start), changed_at: isoTime(clock.now()) });
      });
      return lineOf(work.repos, opened.vehicle, lineId, today());
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
      const { kind, state } = await lineOf(work.repos, opened.vehicle, lineId, today());
      if (until !== null) checkSnooze(dayNumber(until) - dayNumber(today()), kind === 'deadline' && state === 'overdue');
      await work.inTransaction(async ({ plan, locks }) => {
        const { id } = await lockForChange(locks, opened);
        await plan.update(id, lineId, { snoozed_until: until, changed_at: isoTime(clock.now()) });
      });
      return lineOf(work.repos, opened.vehicle, lineId, today());
    },
  };
}

function checkSnooze(days: number, isOverdueDeadline: boolean): void {
  if (days < 1 || days > SNOOZE_MAX) throw invalid('until', 'validation.date.snooze');
  if (isOverdueDeadline && days > SNOOZE_OVERDUE_MAX) throw invalid('until', 'validation.date.snoozeOverdue');
}
