import * as z from 'zod/mini';
import { type OtherCurrencies, otherCurrencies } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { line } from './fields.ts';
import { PART_CODE_MAX } from './limits.ts';
import { VEHICLE_TYPES } from './vehicle-type-list.ts';
import { READING_UNITS } from './vehicle-types.ts';
import { vehicleParams } from './vehicles.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** A calendar day, YYYY-MM-DD; unlike the day of a record it may be in the future, such as the last day of this year. */
const calendarDay = z.iso.date(key('validation.date.format'));

/** The first and the last day of a period, both included. */
export const periodQuery = z.object({ from: z.optional(calendarDay), to: z.optional(calendarDay) }).check((context) => {
  const { from, to } = context.value;
  if (from !== undefined && to !== undefined && from > to)
    context.issues.push({ code: 'custom', message: key('validation.date.order'), path: ['from'], input: from });
});
export type StatisticsPeriod = z.core.output<typeof periodQuery>;

/** What costs are grouped by; instalments of a loan belong to no group, because they pay for the purchase. */
export const COST_GROUPS = ['energy', 'maintenance', 'running', 'standing', 'accessories'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** Sums are in the owner's currency, and count entries of that currency only; refunds are subtracted. */
const sum = z.object({ records: z.number(), cost: z.number() });
export type Sum = z.core.output<typeof sum>;

/** Sums of work, fills and other costs without loans; `groups` has those that are not empty. */
const spent = z.extend(sum, { groups: z.partialRecord(z.enum(COST_GROUPS), z.number()) });
export type Spent = z.core.output<typeof spent>;

/** Month YYYY-MM. Months without costs are missing. */
const month = z.extend(spent, { month: z.string() });
/**
 * `since` is the day of the first cost of all, for the year that begins with it instead of 1 January; `until` is today or the day of the
 * archiving, for the year that is not over. A year with neither is complete.
 */
const limits = { since: z.nullable(z.string()), until: z.nullable(z.string()) };
export type YearLimits = z.core.output<z.ZodMiniObject<typeof limits>>;
const year = z.extend(spent, { year: z.number(), otherCurrencies, ...limits });
/** In the unit of the vehicle; null if it is unknown. */
const distance = z.nullable(z.number());
/**
 * Why a distance is unknown. `goesBack`: readings get lower on `performedOn` (null for the other reasons), and no replaced odometer says why;
 * `noDistance`: no reading is higher than the first.
 */
const distanceReason = z.nullable(
  z.object({ code: z.enum(['noReadings', 'oneReading', 'goesBack', 'noDistance', 'bicycle']), performedOn: z.nullable(z.string()) }),
);
export type DistanceReason = NonNullable<z.core.output<typeof distanceReason>>;
const monthOfVehicle = z.extend(month, { distance });
const yearOfVehicle = z.extend(year, { distance, distanceReason });
type Measured<Span extends Spent> = Omit<Span, 'groups'> & { groups?: Spent['groups']; distance?: number | null };
export type MonthCost = Measured<z.core.output<typeof month>>;
export type YearCost = Measured<Omit<z.core.output<typeof year>, 'otherCurrencies'>> & {
  otherCurrencies?: OtherCurrencies;
  distanceReason?: DistanceReason | null;
};

/** Work of one name, ignoring case. */
const operationCost = z.extend(sum, { name: z.string() });
export type OperationCost = z.core.output<typeof operationCost>;

/**
 * Parts of one code, compared by its letters and digits, or of one name if they have no code. `code` is empty for these; `hasOtherNames` is
 * true if parts of other names have the same code. Costs are those of whole records.
 */
const partCost = z.extend(sum, {
  ...{ name: z.string(), code: z.string(), hasOtherNames: z.boolean() },
  ...{ lastPrice: z.number(), lastDay: z.string() },
});
export type PartCost = z.core.output<typeof partCost>;

/**
 * `change` is 0.25 for 25 % more than in the year before; null if one of the two years is incomplete or has costs in other currencies, or the
 * year before had none.
 */
const yearChange = z.object({
  year: z.number(),
  ...limits,
  cost: z.number(),
  previousCost: z.nullable(z.number()),
  change: z.nullable(z.number()),
});
export type YearChange = z.core.output<typeof yearChange>;

/** The year of the first cost of all, in any period; null without costs. */
const firstYear = z.nullable(z.number());

/** Everything spent in the period: work, fills and other costs, without loans. */
const total = {
  records: z.number(),
  totalCost: z.number(),
  /** What these and all other figures leave out; the years have their own. */
  otherCurrencies,
  /** The groups with costs, in the order of COST_GROUPS. */
  groups: z.array(z.extend(sum, { group: z.enum(COST_GROUPS) })),
  /** Instalments of loans, which no other sum contains. */
  loan: z.extend(sum, { otherCurrencies }),
  /** Fills whose amount is not known, so that sums are too low. */
  withoutAmount: z.number(),
};

/**
 * Expected costs; `planned` are those of the fixed dates of the service plan with a known price, `irregular` maintenance, running costs and
 * accessories. What was paid for such a date before counts in no other part.
 */
const forecast = z.object({ total: z.number(), planned: z.number(), energy: z.number(), irregular: z.number(), standing: z.number() });
export type Forecast = z.core.output<typeof forecast>;

/** Work: `operations` has the costliest ones, `others` the sum of the rest. */
const operations = { operations: z.array(operationCost), others: sum };

const extended = {
  /** The costliest parts; `otherParts` is the sum of the other ones, `withoutPart` of the work that names none. */
  parts: z.array(partCost),
  otherParts: sum,
  withoutPart: sum,
  yearOverYear: z.array(yearChange),
  /** Of the next 12 months, each number rounded to two digits; null with too few months, and for an archived vehicle. */
  forecast: z.nullable(forecast),
};

/** Costs per unit are null unless the distance is known and at least 100 km, 60 miles or 5 hours. */
const costPerUnit = z.nullable(z.number());

const vehicleStatistics = z.object({
  unit: z.enum(READING_UNITS),
  ...total,
  distance,
  distanceReason,
  /** The months and years of the period with a known distance, oldest first. */
  distances: z.object({
    months: z.array(z.object({ month: z.string(), distance: z.number() })),
    years: z.array(z.object({ year: z.number(), distance: z.number() })),
  }),
  /** The distance of an average month and year, between the days of the readings that it is counted from; null for less than 30 days. */
  average: z.nullable(z.object({ since: z.string(), until: z.string(), month: z.number(), year: z.number() })),
  costPerUnit,
  /** Without the standing costs. */
  runningCostPerUnit: costPerUnit,
  /**
   * What the vehicle has lost in value between the days whose value is known, the last one on `valueOn`; negative if it gained. null if no
   * day of the period lies between two of them.
   */
  depreciation: z.nullable(z.object({ amount: z.number(), valueOn: z.string() })),
  /** With the depreciation. */
  fullCostPerUnit: costPerUnit,
  /** Of 100 km, 100 miles or one hour; null without costs of energy. */
  energyCost: costPerUnit,
  /** The period with costs has fewer than 12 months, so that yearly payments distort it. */
  isUnderYear: z.boolean(),
  months: z.array(monthOfVehicle),
  /** The whole years that the period touches. */
  years: z.array(yearOfVehicle),
  firstYear,
  ...operations,
  extended: z.nullable(z.object(extended)),
});
export type VehicleStatistics = z.core.output<typeof vehicleStatistics>;

const comparedVehicle = z.object({
  id: z.number(),
  vehicleType: z.enum(VEHICLE_TYPES),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  /** VIN, HIN or serial number. */
  number: z.string(),
  unit: z.enum(READING_UNITS),
  records: z.number(),
  cost: z.number(),
  otherCurrencies,
  /** The part of the total cost, from 0 to 1. */
  share: z.number(),
  distance,
  distanceReason,
  costPerUnit,
});
export type ComparedVehicle = z.core.output<typeof comparedVehicle>;

const allStatistics = z.object({
  ...total,
  months: z.array(month),
  years: z.array(year),
  firstYear,
  /** Vehicles that no figure counts: those beyond the limit of the tariff, and the archived ones. */
  hidden: z.number(),
  archived: z.number(),
  ...operations,
  extended: z.nullable(z.object({ vehicles: z.array(comparedVehicle), ...extended })),
});
export type AllStatistics = z.core.output<typeof allStatistics>;

export const getVehicleStatistics = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/statistics',
  access: 'user',
  summary:
    'Get costs and distances of a vehicle, in the period from `from` to `to` (YYYY-MM-DD, both included and optional). For family and business; `extended` is null for family.',
  params: vehicleParams,
  query: periodQuery,
  answer: z.object({ data: vehicleStatistics }),
  unexpectedError: 'vehicleStatisticsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'vehicleStatisticsApi.tariff'],
});

export const getAllStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/vehicles',
  access: 'user',
  summary:
    'Get costs of all usable vehicles, in the period from `from` to `to` (YYYY-MM-DD, both included and optional). For family and business; `extended` is null for family.',
  query: periodQuery,
  answer: z.object({ data: allStatistics }),
  unexpectedError: 'vehicleStatisticsApi.500',
  errors: ['vehicleStatisticsApi.tariff'],
});

const partPrice = z.object({ performedOn: z.string(), price: z.number(), reading: z.number(), operationName: z.string() });
export type PartPrice = z.core.output<typeof partPrice>;

export const listPartPrices = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/statistics/parts',
  access: 'user',
  summary: 'List the newest 500 records of a vehicle with this part code, compared by its letters and digits. For business.',
  params: vehicleParams,
  query: z.object({ code: line(PART_CODE_MAX) }),
  answer: z.object({ data: z.array(partPrice) }),
  unexpectedError: 'vehicleStatisticsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'vehicleStatisticsApi.tariff'],
});
