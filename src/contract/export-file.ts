import * as z from 'zod/mini';
import { COST_CATEGORIES, QUANTITY_UNITS, REFUNDED } from './costs.ts';
import { FUELS, VOLUME_UNITS } from './fuels.ts';
import { INCOME_KINDS } from './income.ts';
import { LANGUAGES } from './languages.ts';
import { PLAN_KINDS, PLAN_MODES } from './plan.ts';
import { CURRENCIES, ORDER_STATUSES, PAID_TARIFFS, TARIFFS } from './tariffs.ts';
import { VALUE_KINDS } from './values.ts';
import { VEHICLE_TYPES } from './vehicle-type-list.ts';
import { ALL_BODY_TYPES, FUEL_TYPES, MILEAGE_UNITS } from './vehicle-types.ts';

/**
 * What `carnet.json` of an export contains (docs/export.schema.json). Numbers are as they are stored, without what can be computed from
 * others. A change of what a reader relies on increments the version.
 */
export const EXPORT_VERSION = 1;

const day = z.iso.date();
const time = z.iso.datetime();
const text = z.nullable(z.string());
const number = z.nullable(z.number());

const shared = {
  /** Stays the same in every export and import. */
  uid: z.string(),
  performedOn: day,
  /** With `month` or `year`, `performedOn` is the first day of that month or year. */
  dayPrecision: z.enum(['day', 'month', 'year']),
  /** In the vehicle's unit, or a year of a bicycle; null if it is not known. */
  reading: number,
  /** The reading as it was before the vehicle was converted between kilometres and miles. */
  otherReading: number,
  /** Whether a doubtful reading was confirmed. */
  isReadingRight: z.boolean(),
  place: text,
  note: text,
  /** Of the amount. */
  currency: z.enum(CURRENCIES),
  source: z.enum(['typed', 'details', 'import', 'telegram']),
  createdAt: time,
  changedAt: time,
};

const work = z.object({
  kind: z.literal('work'),
  ...shared,
  operationName: z.string(),
  partName: z.string(),
  partCode: z.string(),
  price: z.number(),
  warrantyUntil: z.nullable(day),
});

const fill = z.object({
  kind: z.literal('fill'),
  ...shared,
  fuel: z.enum(FUELS),
  volume: number,
  volumeUnit: z.enum(VOLUME_UNITS),
  total: number,
  /** As it was entered; null if it was not. */
  pricePerUnit: number,
  isFull: z.boolean(),
  isMissedBefore: z.boolean(),
  /** Percent. */
  level: number,
  distanceOnFuel: number,
  otherDistanceOnFuel: number,
  grade: text,
});

const cost = z.object({
  kind: z.literal('cost'),
  ...shared,
  category: z.enum(COST_CATEGORIES),
  title: z.string(),
  /** That of a refund is positive too. */
  total: z.number(),
  quantity: number,
  quantityUnit: z.nullable(z.enum(QUANTITY_UNITS)),
  refundOf: z.nullable(z.enum(REFUNDED)),
});

const reading = z.object({
  kind: z.literal('reading'),
  ...shared,
  /** Whether it is the first reading of a new odometer, and the last value of the replaced one. */
  isReset: z.boolean(),
  oldReading: number,
  otherOldReading: number,
});

export const exportedEntry = z.discriminatedUnion('kind', [work, fill, cost, reading]);
export type ExportedEntry = z.core.output<typeof exportedEntry>;

export const exportedValue = z.object({ day, kind: z.enum(VALUE_KINDS), amount: z.number(), currency: z.enum(CURRENCIES) });
export type ExportedValue = z.core.output<typeof exportedValue>;

const optionalDay = z.nullable(day);

/** A line of the service plan; distances and readings are in the vehicle's unit, `other…` as before its conversion. */
export const exportedPlanLine = z.object({
  uid: z.string(),
  title: z.string(),
  kind: z.enum(PLAN_KINDS),
  mode: z.enum(PLAN_MODES),
  everyMonths: number,
  everyDays: number,
  everyDistance: number,
  dueOn: optionalDay,
  dueAt: number,
  /** The day whose odometer `dueAt` is a reading of. */
  dueAtOn: optionalDay,
  isEndOfMonth: z.boolean(),
  startOn: optionalDay,
  startAt: number,
  leadDays: number,
  leadDistance: number,
  otherEveryDistance: number,
  otherDueAt: number,
  otherStartAt: number,
  otherLeadDistance: number,
  expectedCost: number,
  /** Of the expected cost. */
  currency: z.enum(CURRENCIES),
  snoozedUntil: optionalDay,
  createdAt: time,
  changedAt: time,
});
export type ExportedPlanLine = z.core.output<typeof exportedPlanLine>;

/** That a line of the plan was done or skipped. */
export const exportedCompletion = z.object({
  /** `uid` of the line. */
  line: z.string(),
  /** `uid` of the entry that fulfils it, which has the day and the reading; null without one. */
  entry: text,
  performedOn: optionalDay,
  reading: number,
  otherReading: number,
  isSkip: z.boolean(),
  /** Work beside the plan. */
  isExtra: z.boolean(),
  closesOn: optionalDay,
  closesAt: number,
  otherClosesAt: number,
  createdAt: time,
});
export type ExportedCompletion = z.core.output<typeof exportedCompletion>;

const vehicleFields = {
  vehicleType: z.enum(VEHICLE_TYPES),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  color: z.string(),
  carType: z.nullable(z.enum(ALL_BODY_TYPES)),
  fuelType: z.nullable(z.enum(FUEL_TYPES)),
  secondFuelType: z.nullable(z.enum(FUELS)),
  /** Litres, as the tanks. */
  engineVolume: number,
  tankVolume: number,
  secondTankVolume: number,
  /** Kilowatt hours. */
  batteryCapacity: number,
  /** That of the newest entry from the details. */
  mileage: number,
  mileageUnit: z.nullable(z.enum(MILEAGE_UNITS)),
  vin: text,
  hinNumber: text,
  serialNumber: text,
  plate: text,
  /** Of a year, as its owner says. */
  yearlyDistance: number,
  /** Whether the vehicle is laid up. */
  isPaused: z.boolean(),
  note: text,
  createdAt: time,
  archivedAt: z.nullable(time),
  /** Whether the vehicle is beyond the limit of the tariff. */
  isHidden: z.boolean(),
};
export const exportedVehicle = z.object(vehicleFields);
export type ExportedVehicle = z.core.output<typeof exportedVehicle>;

export const exportedProfile = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: text,
  /** Of all amounts of entries and values. */
  currency: z.enum(CURRENCIES),
  language: z.enum(LANGUAGES),
  timeZone: z.string(),
  tariff: z.enum(TARIFFS),
  tariffStart: z.nullable(time),
  tariffEnd: z.nullable(time),
  createdAt: time,
});
export type ExportedProfile = z.core.output<typeof exportedProfile>;

const order = z.object({
  code: z.string(),
  tariffFrom: z.enum(TARIFFS),
  tariff: z.enum(PAID_TARIFFS),
  months: z.number(),
  /** US dollars. */
  amount: z.number(),
  /** What was to be transferred in the currency of the account, at the rate of that day; null if in US dollars. */
  transferAmount: z.nullable(z.number()),
  transferCurrency: text,
  transferRate: z.nullable(z.number()),
  ratedOn: text,
  status: z.enum(ORDER_STATUSES),
  isCardPaid: z.boolean(),
  createdAt: time,
  confirmedAt: z.nullable(time),
  completedAt: z.nullable(time),
  periodStart: z.nullable(time),
  periodEnd: z.nullable(time),
});
export type ExportedOrder = z.core.output<typeof order>;

/** Money that came in for the user, or was given back. */
const payment = z.object({
  /** YYYY-MM-DD. */
  paidOn: z.string(),
  kind: z.enum(INCOME_KINDS),
  /** Negative for money that was given back, and for the correction of a payment. */
  amount: z.number(),
  currency: z.string(),
  orderCode: text,
  /** As the bank states them. */
  payer: text,
  purpose: text,
});
export type ExportedPayment = z.core.output<typeof payment>;

/** Path of the picture in the ZIP; null without one. */
const photo = text;

export const exportFile = z.object({
  version: z.literal(EXPORT_VERSION),
  exportedAt: time,
  profile: z.extend(exportedProfile, { photo }),
  /** The newest first. */
  orders: z.array(order),
  /** The newest first. */
  payments: z.array(payment),
  /** The oldest first. */
  vehicles: z.array(
    z.extend(exportedVehicle, {
      photo,
      /** What it was worth, the oldest value first. */
      values: z.array(exportedValue),
      plan: z.array(exportedPlanLine),
      /** The newest first. */
      entries: z.array(exportedEntry),
      completions: z.array(exportedCompletion),
    }),
  ),
});
export type ExportFile = z.core.output<typeof exportFile>;
