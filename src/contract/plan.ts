import * as z from 'zod/mini';
import { entryCurrency } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { amount } from './entries.ts';
import type { FieldErrorCode } from './errors.ts';
import { day, id, line, typedMoney, typedNumber } from './fields.ts';
import { LEAD_DAYS_MAX, PLAN_DAY_MAX, PLAN_DAYS_MAX, PLAN_LINES_MAX, PLAN_MONTHS_MAX, PLAN_TITLE_MAX, YEAR_MIN } from './limits.ts';
import { PRICE_RULE, readingUnit, typedReading } from './records.ts';
import { vehicleParams } from './vehicles.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** A deadline, such as an insurance, can be snoozed for a short time only once it is overdue. */
export const PLAN_KINDS = ['maintenance', 'deadline'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];
/** Floating: from the day and the reading of the work. Fixed: at the same dates and readings, whenever the work was done. */
export const PLAN_MODES = ['floating', 'fixed'] as const;
export type PlanMode = (typeof PLAN_MODES)[number];
/** From the least to the most urgent. */
export const PLAN_STATES = ['fine', 'soon', 'due', 'overdue'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** A calendar day that may be in the future. */
const anyDay = z.string(key('validation.date.required')).check(
  z.trim(),
  z.iso.date({ error: key('validation.date.format'), abort: true }),
  z.refine((value) => Number(value.slice(0, 4)) >= YEAR_MIN, key('validation.year.past')),
  z.refine((value) => value <= PLAN_DAY_MAX, key('validation.date.far')),
);

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));
const count = (max: number) =>
  typedNumber({ decimals: 0, max }).check(z.refine((value) => value > 0, { error: key('validation.number.zero'), abort: true }));
const distance = typedReading.check(z.refine((value) => value > 0, key('validation.number.zero')));

const lineFields = {
  title: line(PLAN_TITLE_MAX),
  /** maintenance by default. */
  kind: z.optional(z.enum(PLAN_KINDS, key('validation.choice'))),
  /** floating by default. */
  mode: z.optional(z.enum(PLAN_MODES, key('validation.choice'))),
  /** One of the two. */
  everyMonths: optional(count(PLAN_MONTHS_MAX)),
  everyDays: optional(count(PLAN_DAYS_MAX)),
  /** In the vehicle's unit, as all readings and distances. */
  everyDistance: optional(distance),
  /** A single date or reading, or the first one of a line that recurs. */
  dueOn: optional(anyDay),
  dueAt: optional(distance),
  /** Moves each date to the end of its month. */
  isEndOfMonth: z.optional(z.boolean(key('validation.invalid'))),
  /** What the line counts from before its first completion: today and the present reading by default. */
  startOn: optional(day),
  startAt: optional(typedReading),
  /** How long before it is due a line is "soon"; null is 10 % of the interval. */
  leadDays: optional(typedNumber({ decimals: 0, max: LEAD_DAYS_MAX })),
  leadDistance: optional(typedReading),
  /** In the owner's currency. */
  expectedCost: optional(typedMoney(PRICE_RULE)),
  readingUnit,
};

export const planLineInput = z.object(lineFields);
export const planLinePatch = z.partial(planLineInput);

const lastDone = z.object({
  completionId: z.number(),
  /** null if it was done without a record. */
  entryId: z.nullable(z.number()),
  performedOn: z.string(),
  reading: z.nullable(z.number()),
  /** Since the completion before it, or since the start. */
  afterDays: z.nullable(z.number()),
  afterDistance: z.nullable(z.number()),
});

export const planLine = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(PLAN_KINDS),
  mode: z.enum(PLAN_MODES),
  everyMonths: z.nullable(z.number()),
  everyDays: z.nullable(z.number()),
  everyDistance: z.nullable(z.number()),
  dueOn: z.nullable(z.string()),
  dueAt: z.nullable(z.number()),
  isEndOfMonth: z.boolean(),
  startOn: z.nullable(z.string()),
  startAt: z.nullable(z.number()),
  leadDays: z.nullable(z.number()),
  leadDistance: z.nullable(z.number()),
  expectedCost: z.nullable(amount),
  /** Of the expected cost. */
  currency: entryCurrency,
  state: z.enum(PLAN_STATES),
  /** The rule that comes first. */
  reason: z.nullable(z.enum(['date', 'distance'])),
  /** The earlier one of `byDate` and `forecastOn`; null if neither is known. */
  dueDate: z.nullable(z.string()),
  /** When the rule by date is due. */
  byDate: z.nullable(z.string()),
  dueReading: z.nullable(z.number()),
  /** About when the vehicle has `dueReading`, if it is used as in the last year. */
  forecastOn: z.nullable(z.string()),
  /** How far past `byDate` and `dueReading` it is; negative before them. */
  over: z.object({ days: z.nullable(z.number()), distance: z.nullable(z.number()) }),
  lastDone: z.nullable(lastDone),
  /** The last skipped occurrence, if nothing was done since. */
  lastSkip: z.nullable(z.object({ completionId: z.number(), performedOn: z.string() })),
  /** null once that day has come. */
  snoozedUntil: z.nullable(z.string()),
  /** The works that stamped the line: a record of one of them, or of its title, fulfils it. */
  works: z.array(z.string()),
});
export type PlanLine = z.core.output<typeof planLine>;

const lineParams = z.object({ vehicleId: id, lineId: id });

export const listPlan = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/plan',
  access: 'user',
  summary: 'List the lines of a vehicle’s plan, the most urgent first: overdue, due, soon, fine, each by date.',
  params: vehicleParams,
  answer: z.object({ data: z.array(planLine) }),
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

const soonLine = z.object({ vehicleId: z.number(), line: planLine });

export const listSoon = endpoint({
  method: 'GET',
  path: '/api/plan',
  access: 'user',
  summary:
    'List what is overdue, due or soon on all usable vehicles, without snoozed lines, the most urgent first. `next` is the first line of each vehicle that has one, also if it is fine.',
  answer: z.object({ data: z.array(soonLine), next: z.array(soonLine) }),
  unexpectedError: 'planApi.500',
  errors: [],
});

export const createPlanLine = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/plan',
  access: 'user',
  summary: 'Add a line to the plan, with at least one rule by date or distance. A bicycle has none by distance.',
  params: vehicleParams,
  body: planLineInput,
  idempotent: true,
  answer: z.object({ data: planLine }),
  status: 201,
  successCode: 'planApi.create.success',
  validationError: 'planApi.400',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404', 'planApi.noRule', 'planApi.limit'],
});

export const planLinesInput = z.object({
  lines: z
    .array(planLineInput, key('validation.invalid'))
    .check(z.minLength(1, key('validation.required')), z.maxLength(PLAN_LINES_MAX, key('validation.invalid'))),
});

export const createPlanLines = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/plan/lines',
  access: 'user',
  summary:
    'Add several lines at once, such as those of a ready-made set: all or none. Answers the whole plan. An error names its line by its number, as `lines.0.title`.',
  params: vehicleParams,
  body: planLinesInput,
  idempotent: true,
  answer: z.object({ data: z.array(planLine) }),
  status: 201,
  successCode: 'planApi.createAll.success',
  validationError: 'planApi.400',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.limit'],
});

export const updatePlanLine = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/{vehicleId}/plan/{lineId}',
  access: 'user',
  summary: 'Update any fields of a line; null clears a field.',
  params: lineParams,
  body: planLinePatch,
  answer: z.object({ data: planLine }),
  successCode: 'planApi.update.success',
  validationError: 'planApi.400',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404', 'planApi.noRule'],
});

export const removePlanLine = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/plan/{lineId}',
  access: 'user',
  summary: 'Delete a line with its completions. Entries stay.',
  params: lineParams,
  answer: z.object({}),
  successCode: 'planApi.delete.success',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404'],
});

/** Instead of an occurrence: the work was done beside the plan. */
export const EXTRA = 'extra';

export const completionInput = z.object({
  /** The entry that fulfils the line; without one, `performedOn` and `reading` say when it was done. */
  entryId: z.optional(z.number(key('validation.invalid')).check(z.int(key('validation.invalid')), z.positive(key('validation.invalid')))),
  /** Today by default. */
  performedOn: z.optional(day),
  /** Required by a line with a rule by distance. */
  reading: optional(typedReading),
  readingUnit,
  /** Of a fixed line: the due date that is closed (of a line by distance only, the due reading), or `extra`. The nearest by default. */
  occurrence: z.optional(
    z.string(key('validation.invalid')).check(z.regex(/^(\d{4}-\d{2}-\d{2}|\d{1,7}(\.\d)?|extra)$/, key('validation.choice'))),
  ),
  /** true asks which occurrence of a fixed line is meant, if the work is further than half an interval from the one on show. */
  ask: z.optional(z.boolean(key('validation.invalid'))),
});

/** Sent with `planApi.whichOccurrence`: what a completion can close, the proposed one first, and what is due after each. */
export interface OccurrenceChoices {
  choices: { occurrence: string; next: string }[];
}

export const completePlanLine = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/plan/{lineId}/done',
  access: 'user',
  summary:
    'Mark a line as done, by an entry or on a day with a reading. The same entry twice changes nothing. With `ask: true`, work far from the date of a fixed line is 409 with the choices, and nothing is stored.',
  params: lineParams,
  body: completionInput,
  idempotent: true,
  answer: z.object({ data: planLine, completionId: z.number() }),
  status: 201,
  successCode: 'planApi.done.success',
  validationError: 'planApi.400',
  unexpectedError: 'planApi.500',
  errors: [
    ...(['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404'] as const),
    ...(['planApi.completions', 'planApi.whichOccurrence'] as const),
  ],
});

export const skipOccurrence = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/plan/{lineId}/skip',
  access: 'user',
  summary: 'Skip the occurrence of a recurring line that is open: it is closed without having been done.',
  params: lineParams,
  idempotent: true,
  answer: z.object({ data: planLine, completionId: z.number() }),
  status: 201,
  successCode: 'planApi.skip.success',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404', 'planApi.completions', 'planApi.once'],
});

export const removeCompletion = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/plan/{lineId}/completions/{completionId}',
  access: 'user',
  summary: 'Undo a completion or a skip of a line. An entry stays.',
  params: z.object({ vehicleId: id, lineId: id, completionId: id }),
  answer: z.object({ data: planLine }),
  successCode: 'planApi.undo.success',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404', 'planApi.completion.404'],
});

export const snoozePlanLine = endpoint({
  method: 'PUT',
  path: '/api/vehicles/{vehicleId}/plan/{lineId}/snooze',
  access: 'user',
  summary:
    'Snooze a line until a day, at most 90 days ahead, or 7 for a deadline that is overdue; null ends it. What is due stays as it is.',
  params: lineParams,
  body: z.object({ until: z.nullable(anyDay) }),
  answer: z.object({ data: planLine }),
  successCode: 'planApi.snooze.success',
  validationError: 'planApi.400',
  unexpectedError: 'planApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'planApi.404'],
});
