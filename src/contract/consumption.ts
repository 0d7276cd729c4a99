import * as z from 'zod/mini';
import { otherCurrencies } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { amount } from './entries.ts';
import { CONSUMPTION_REASONS, CONSUMPTION_UNITS } from './fills.ts';
import { FUELS, VOLUME_UNITS } from './fuels.ts';
import { periodQuery } from './statistics.ts';
import { vehicleParams } from './vehicles.ts';

const stretchValue = z.object({ value: z.number(), performedOn: z.string() });

/**
 * `performedOn` is the day of the closing fill, `id` that fill; a stretch without a figure has a reason instead of a value. Or of a month
 * YYYY-MM, without `id`.
 */
const point = z.object({
  id: z.nullable(z.number()),
  performedOn: z.string(),
  since: z.nullable(z.string()),
  value: z.nullable(z.number()),
  reason: z.nullable(z.enum(CONSUMPTION_REASONS)),
  /** In the unit of the volume, and in the vehicle's unit. */
  volume: z.nullable(z.number()),
  distance: z.nullable(z.number()),
});
export type ConsumptionPoint = z.core.output<typeof point>;

const fuelConsumption = z.object({
  fuel: z.enum(FUELS),
  unit: z.enum(CONSUMPTION_UNITS),
  volumeUnit: z.enum(VOLUME_UNITS),
  /** Of all stretches that end in the period: their volume by their distance. null with a reason. */
  average: z.nullable(z.number()),
  reason: z.nullable(z.enum(CONSUMPTION_REASONS)),
  /** `estimate`: without stretches, all that was poured between the first and the last fill of the period. */
  basis: z.enum(['stretches', 'estimate']),
  isApproximate: z.boolean(),
  /** The average of an estimate is off by this at most; null if the capacity of the tank is not known. */
  margin: z.nullable(z.number()),
  volume: z.number(),
  distance: z.number(),
  /** Over the distance driven on this fuel only, of the stretches whose fills all state it; null if none does. */
  onFuel: z.nullable(z.object({ average: z.number(), distance: z.number() })),
  /** The last stretch that is not in `onFuel` because its fills state more than was driven at all: its closing fill, and its days. */
  tooMuchOnFuel: z.nullable(z.object({ id: z.number(), performedOn: z.string(), since: z.string() })),
  /** Fills of the period, and stretches that end in it. */
  fills: z.number(),
  intervals: z.number(),
  /** Of stretches of at least 100 km or 10 h. */
  best: z.nullable(stretchValue),
  worst: z.nullable(stretchValue),
  /** What costs and prices leave out. */
  otherCurrencies,
  /** For 100 km, 100 mi or one hour, of the stretches without fills in other currencies; null if what a fill has cost is not known. */
  costPerDistance: z.nullable(amount),
  /** The average price of one `volumeUnit`. */
  pricePerUnit: z.nullable(amount),
  /** Oldest first: fills, or months if there are more than 60. */
  points: z.array(point),
  prices: z.array(stretchValue),
});
export type FuelConsumption = z.core.output<typeof fuelConsumption>;

export const getConsumption = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/consumption',
  access: 'user',
  summary:
    'Get the consumption of each fuel of a vehicle over the whole distance driven, in the period from `from` to `to` (YYYY-MM-DD, both included and optional).',
  params: vehicleParams,
  query: periodQuery,
  /** `firstYear` is that of the first fill. */
  answer: z.object({ data: z.array(fuelConsumption), firstYear: z.nullable(z.number()) }),
  unexpectedError: 'fillsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});
