import type * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { planLinePatch } from '#contract/plan.ts';
import { hasEngine } from '#contract/vehicle-types.ts';
import { AppError } from '../../app-error.ts';
import { checkMoney, checkReading, toTenths } from '../entries/reading.rules.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import type { PlanLineFields } from './plan.repo.ts';

export type PlanInput = z.core.output<typeof planLinePatch>;

/** What is stored for a field that the request leaves out. */
export const NO_FIELDS: Omit<PlanLineFields, 'title' | 'currency'> = {
  ...{ kind: 'maintenance', mode: 'floating', every_months: null, every_days: null, every_distance: null },
  ...{ due_on: null, due_at: null, due_at_on: null, is_end_of_month: 0, start_on: null, start_at: null },
  ...{ lead_days: null, lead_distance: null, expected_cost: null },
};
/** What a line counts from if the request does not say it. */
export interface Start {
  today: string;
  /** The present reading in tenths; null if it is not known. */
  reading: number | null;
}

const DISTANCES = {
  everyDistance: 'every_distance',
  dueAt: 'due_at',
  startAt: 'start_at',
  leadDistance: 'lead_distance',
} as const satisfies Partial<Record<keyof PlanInput, keyof PlanLineFields>>;

export const invalid = (field: string, code: FieldErrorCode): AppError => new AppError('planApi.400', { fields: [{ field, code }] });

/** The fields of a line after a request. Throws 400 for what does not fit the vehicle, and for a line without a rule. */
export function fieldsOf({ vehicle, owner }: Access, input: PlanInput, stored: PlanLineFields, start: Start): PlanLineFields {
  // An expected cost keeps its currency while it is changed.
  const currency = stored.expected_cost === null ? owner.currency : stored.currency;
  checkMoney(currency, input.expectedCost, 'expectedCost', 'planApi.400');
  const next = { ...stored, currency, ...plainFields(input), ...distancesOf(vehicle, input) };
  if (next.every_months !== null && next.every_days !== null) throw invalid('everyDays', 'validation.choice');
  const rules = [next.every_months, next.every_days, next.every_distance, next.due_on, next.due_at];
  if (rules.every((rule) => rule === null)) throw new AppError('planApi.noRule');
  const isByDate = next.every_months !== null || next.every_days !== null;
  return {
    ...next,
    due_at_on: next.due_at === stored.due_at ? stored.due_at_on : start.today,
    start_on: isByDate || next.every_distance !== null ? (next.start_on ?? start.today) : next.start_on,
    start_at: next.every_distance === null ? null : (next.start_at ?? start.reading),
  };
}

/** The fields that are present. */
function plainFields(input: PlanInput): Partial<PlanLineFields> {
  const { title, kind, mode, everyMonths, everyDays, dueOn, isEndOfMonth, startOn, leadDays, expectedCost } = input;
  return {
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(mode === undefined ? {} : { mode }),
    ...(everyMonths === undefined ? {} : { every_months: everyMonths }),
    ...(everyDays === undefined ? {} : { every_days: everyDays }),
    ...(dueOn === undefined ? {} : { due_on: dueOn }),
    ...(isEndOfMonth === undefined ? {} : { is_end_of_month: isEndOfMonth ? 1 : 0 }),
    ...(startOn === undefined ? {} : { start_on: startOn }),
    ...(leadDays === undefined ? {} : { lead_days: leadDays }),
    ...(expectedCost === undefined ? {} : { expected_cost: expectedCost === null ? null : toCents(expectedCost.amount) }),
  };
}

/** In tenths; 400 for a distance of a bicycle, and for one that is invalid in the vehicle's unit. */
function distancesOf(vehicle: Access['vehicle'], input: PlanInput): Partial<PlanLineFields> {
  const columns: Partial<PlanLineFields> = {};
  for (const [field, column] of Object.entries(DISTANCES) as [keyof typeof DISTANCES, (typeof DISTANCES)[keyof typeof DISTANCES]][]) {
    const value = input[field];
    if (value === undefined) continue;
    if (value !== null && !hasEngine(vehicle.vehicle_type)) throw invalid(field, 'validation.notForType');
    if (value !== null) checkReading(vehicle, value, input.readingUnit, 'planApi.400', field);
    columns[column] = value === null ? null : toTenths(value);
  }
  return columns;
}
