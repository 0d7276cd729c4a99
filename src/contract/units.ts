import type { MileageUnit } from './vehicle-types.ts';

/** How the readings of a vehicle are treated when its unit changes. */
export const UNIT_CHANGES = ['convert', 'relabel'] as const;
export type UnitChange = (typeof UNIT_CHANGES)[number];

/** Units that can be converted into each other. */
export type Distance = Extract<MileageUnit, 'km' | 'mi'>;
const isDistance = (unit: MileageUnit | null | undefined): unit is Distance => unit === 'km' || unit === 'mi';

export const isConvertible = (from: MileageUnit | null, to: MileageUnit | null | undefined): to is Distance =>
  from !== to && isDistance(from) && isDistance(to);

/** Integer factors, so that both databases and the application round identically. 1 mile is 1.609344 km. */
export const CONVERSION = {
  mi: { times: 1_000_000, by: 1_609_344 },
  km: { times: 1_609_344, by: 1_000_000 },
} as const satisfies Record<Distance, { times: number; by: number }>;

/** Converts whole kilometres to whole miles or the reverse; rounds half up. */
export function convertDistance(value: number, to: Distance): number {
  const { times, by } = CONVERSION[to];
  return Math.floor((2 * value * times + by) / (2 * by));
}

/** Readings, including engine hours, are stored in tenths. */
export const TENTHS = 10;
