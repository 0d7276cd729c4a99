import type * as z from 'zod/mini';
import { PLAN_LINES_MAX } from '#contract/limits.ts';
import type { PlanLine, planLineInput } from '#contract/plan.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { todayAt } from './days.rules.ts';
import type { PlanLineFields } from './plan.repo.ts';
import { fieldsOf, NO_FIELDS, type Start } from './plan-input.rules.ts';
import { lineOf, linesOf } from './plan-lists.service.ts';
import { addOnce, type PlanDeps } from './plan-once.service.ts';
import { startOf } from './plan-readings.service.ts';

type NewLine = z.core.output<typeof planLineInput>;

/** The fields of several lines; 400 with the number of the line that does not fit. */
function allFieldsOf(access: Access, lines: readonly NewLine[], start: Start): PlanLineFields[] {
  return lines.map((line, index) => {
    try {
      return fieldsOf(access, line, { ...NO_FIELDS, title: line.title, currency: access.owner.currency }, start);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fields = error.code === 'planApi.noRule' ? [{ field: 'everyMonths', code: error.code }] : error.fields;
      throw new AppError('planApi.400', { fields: fields.map(({ field, code }) => ({ field: `lines.${index}.${field}`, code })) });
    }
  });
}

export type NewLinesService = ReturnType<typeof newLinesService>;

/** New lines of plans. Functions throw 404 and 403 like `access.open` and `lockForChange`, and 403 at the limit of lines. */
export function newLinesService(deps: PlanDeps) {
  const { work, clock, tokens } = deps;
  const add = addOnce(deps);
  const today = ({ timeZone }: Caller): string => todayAt(clock.now(), timeZone);

  /** Stores lines once for a key, which is kept with the id of one of them. */
  const insertAll = (
    caller: Caller,
    vehicleId: number,
    key: IdempotencyKey | undefined,
    prepare: (opened: Access, start: Start) => PlanLineFields[],
  ) =>
    add(caller, {
      ...{ vehicleId, key, kind: 'plan_lines' },
      insert: async (opened) => {
        const lines = prepare(opened, await startOf(work.repos, opened.vehicle, today(caller)));
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
    /** 400 for input that does not fit the vehicle. */
    async create(caller: Caller, vehicleId: number, input: NewLine, key: IdempotencyKey | undefined): Promise<PlanLine> {
      const { opened, id } = await insertAll(caller, vehicleId, key, (access, start) => [
        fieldsOf(access, input, { ...NO_FIELDS, title: input.title, currency: access.owner.currency }, start),
      ]);
      return lineOf(work.repos, opened.vehicle, id, today(caller));
    },

    /** All of the lines or none: 400 with the number of one that does not fit. Returns the whole plan. */
    async createAll(caller: Caller, vehicleId: number, lines: readonly NewLine[], key: IdempotencyKey | undefined): Promise<PlanLine[]> {
      const { opened } = await insertAll(caller, vehicleId, key, (access, start) => allFieldsOf(access, lines, start));
      return (await linesOf(work.repos, [opened.vehicle], today(caller))).get(opened.vehicle.id) ?? [];
    },
  };
}
