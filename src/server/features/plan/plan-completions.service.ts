import { PLAN_COMPLETIONS_MAX } from '#contract/limits.ts';
import type { PlanLine } from '#contract/plan.ts';
import { AppError } from '../../app-error.ts';
import type { ChangeableVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import { checkReading, toTenths } from '../entries/reading.rules.ts';
import type { StampsRepo } from '../entries/stamps.service.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { lockForChange } from '../vehicles/vehicle-locks.service.ts';
import { type Closes, type CompletionInput, closesOf, skipOf } from './completion.rules.ts';
import type { Counter } from './counter.rules.ts';
import { todayAt } from './days.rules.ts';
import { distanceRule } from './plan.rules.ts';
import { invalid } from './plan-input.rules.ts';
import { lineOf, storedLine } from './plan-lists.service.ts';
import { addOnce, type PlanDeps, type PlanRepos } from './plan-once.service.ts';
import { planCounter } from './plan-readings.service.ts';

export interface Completed {
  data: PlanLine;
  completionId: number;
}

/** What a completion stores beside the occurrence that it closes. */
interface Stamp {
  line_id: number;
  vehicle_id: ChangeableVehicleId;
  entry_id: number | null;
  performed_on: string | null;
  /** Tenths. */
  reading: number | null;
  is_skip: 0 | 1;
}

export type PlanCompletionsService = ReturnType<typeof planCompletionsService>;

/** What was done of a plan. Functions throw 404 and 403 like `access.open` and `lockForChange`, and 404 for an unknown line. */
export function planCompletionsService(deps: PlanDeps) {
  const { work, access, clock } = deps;
  const add = addOnce(deps);
  const today = ({ timeZone }: Caller): string => todayAt(clock.now(), timeZone);

  const answer = async (caller: Caller, { opened, id }: { opened: Access; id: number }, lineId: number): Promise<Completed> => ({
    data: await lineOf(work.repos, opened.vehicle, lineId, today(caller)),
    completionId: id,
  });

  return {
    /**
     * Marks the line as done by an entry or on a day. 400 for an unknown entry, and without a reading if the line has a rule by distance;
     * 409 for work far from the date of a fixed line if the caller wants to be asked. The same entry twice changes nothing.
     */
    async complete(
      caller: Caller,
      { vehicleId, lineId }: { vehicleId: number; lineId: number },
      input: CompletionInput,
      key: IdempotencyKey | undefined,
    ): Promise<Completed> {
      const added = await add(caller, {
        ...{ vehicleId, key, kind: 'plan_completions' },
        insert: async ({ vehicle }) => {
          if (typeof input.reading === 'number') checkReading(vehicle, input.reading, input.readingUnit, 'planApi.400');
          const counter = await planCounter(work.repos, vehicle);
          return (repos, { id }) => stamp(repos, { vehicleId: id, lineId, counter }, input, { now: clock.now(), today: today(caller) });
        },
      });
      return answer(caller, added, lineId);
    },

    /** Closes the open occurrence without work; 409 for a line that is due once, or not known to be due. */
    async skip(
      caller: Caller,
      { vehicleId, lineId }: { vehicleId: number; lineId: number },
      key: IdempotencyKey | undefined,
    ): Promise<Completed> {
      const added = await add(caller, {
        ...{ vehicleId, key, kind: 'plan_completions' },
        insert: async ({ vehicle }) => {
          const counter = await planCounter(work.repos, vehicle);
          return async (repos, { id }) => {
            const { line, completions } = await storedLine(repos, id, lineId, counter);
            const skip = {
              entry_id: null,
              performed_on: today(caller),
              reading: null,
              is_skip: 1 as const,
              line_id: lineId,
              vehicle_id: id,
            };
            return insert(repos, skip, shownOf(skipOf(line, completions), counter), clock.now());
          };
        },
      });
      return answer(caller, added, lineId);
    },

    /** Undoes a completion or a skip; also 404 for one that does not exist. */
    async undo(caller: Caller, vehicleId: number, lineId: number, completionId: number): Promise<PlanLine> {
      const opened = await access.open(caller, vehicleId);
      await work.inTransaction(async ({ plan, locks }) => {
        const { id } = await lockForChange(locks, opened);
        if (!(await plan.find(id, lineId))) throw new AppError('planApi.404');
        if (!(await plan.deleteCompletion(id, lineId, completionId))) throw new AppError('planApi.completion.404');
      });
      return lineOf(work.repos, opened.vehicle, lineId, today(caller));
    },
  };
}

/** Ends a snooze, since the next occurrence is another matter. 403 at the limit of completions. */
async function insert({ plan }: PlanRepos, stored: Stamp, { isExtra, closesOn, closesAt }: Closes, now: number): Promise<number> {
  if ((await plan.countCompletions(stored.vehicle_id)) >= PLAN_COMPLETIONS_MAX) throw new AppError('planApi.completions');
  const at = isoTime(now);
  await plan.update(stored.vehicle_id, stored.line_id, { snoozed_until: null, changed_at: at });
  const row = { ...stored, is_extra: isExtra ? (1 as const) : (0 as const), closes_on: closesOn, closes_at: closesAt, created_at: at };
  return (await plan.insertCompletion(row)).id;
}

/** Readings are stored as the present odometer shows them. */
const shownOf = (closes: Closes, counter: Counter): Closes => ({
  ...closes,
  closesAt: closes.closesAt === null ? null : counter.shown(closes.closesAt),
});

/** Stores that the line was done; the id of the completion that exists for the entry, if there is one. */
async function stamp(
  repos: PlanRepos,
  { vehicleId, lineId, counter }: { vehicleId: ChangeableVehicleId; lineId: number; counter: Counter },
  input: CompletionInput,
  { now, today }: { now: number; today: string },
): Promise<number> {
  const { line, completions } = await storedLine(repos, vehicleId, lineId, counter);
  const work = await workOf(repos.stamps, vehicleId, input, today);
  const existing = input.entryId === undefined ? undefined : await repos.plan.findCompletion(lineId, input.entryId);
  if (existing) return existing.id;
  if (distanceRule(line) && work.reading === null) throw invalid('reading', 'validation.required');
  const own =
    input.entryId === undefined ? { performed_on: work.performedOn, reading: work.reading } : { performed_on: null, reading: null };
  const stored = { ...own, entry_id: input.entryId ?? null, is_skip: 0 as const, line_id: lineId, vehicle_id: vehicleId };
  const { performedOn, reading } = work;
  const accumulated =
    reading === null || input.entryId !== undefined
      ? reading && counter.ofEntry(input.entryId ?? 0, reading, performedOn)
      : counter.accumulated(reading, performedOn);
  const closes = closesOf(line, completions, { performedOn, reading: accumulated }, input, counter);
  return insert(repos, stored, shownOf(closes, counter), now);
}

/** When and at which reading (tenths) the work was done: as the entry says, or as it was typed. 400 for an entry of another vehicle. */
async function workOf(
  stamps: StampsRepo,
  vehicleId: ChangeableVehicleId,
  { entryId, performedOn, reading }: CompletionInput,
  today: string,
): Promise<{ performedOn: string; reading: number | null }> {
  if (entryId === undefined) return { performedOn: performedOn ?? today, reading: reading ? toTenths(reading) : null };
  const entry = await stamps.find(vehicleId, entryId);
  if (!entry) throw invalid('entryId', 'validation.choice');
  return { performedOn: entry.performedOn, reading: entry.reading || null };
}
