import type { MileageUnit } from './vehicle-types.ts';

/** What happens to the readings of a vehicle whose unit changes. */
export const UNIT_CHANGES = ['convert', 'relabel'] as const;
export type UnitChange = (typeof UNIT_CHANGES)[number];

/** Units that convert into each other. */
export type Distance = Extract<MileageUnit, 'km' | 'mi'>;
const isDistance = (unit: MileageUnit | null | undefined): unit is Distance => unit === 'km' || unit === 'mi';

export const isConvertible = (from: MileageUnit | null, to: MileageUnit | null | undefined): to is Distance =>
  from !== to && isDistance(from) && isDistance(to);

/** Whole numbers, so that both databases and the application round alike: 1 mile is 1.609344 km. */
export const CONVERSION = {
  mi: { times: 1_000_000, by: 1_609_344 },
  km: { times: 1_609_344, by: 1_000_000 },
} as const satisfies Record<Distance, { times: number; by: number }>;

/** Whole kilometres in whole miles or the reverse; halves are rounded up. */
export function convertDistance(value: number, to: Distance): number {
  const { times, by } = CONVERSION[to];
  return Math.floor((2 * value * times + by) / (2 * by));
}

/** Stored units of one: prices are stored in cents, readings and engine hours in tenths. */
export const CENTS = 100;
export const TENTHS = 10;
