import type { FuelType, ReadingUnit } from './vehicle-types.ts';

/** Fuels of a fill; gas is LPG. */
export const FUELS = ['petrol', 'diesel', 'gas', 'cng', 'electric', 'hydrogen'] as const;
export type Fuel = (typeof FUELS)[number];

/** The fuels that a vehicle of that type takes; gas stands for both LPG and natural gas. */
const FUELS_OF: Record<FuelType, readonly Fuel[]> = {
  ...{ petrol: ['petrol'], diesel: ['diesel'], electric: ['electric'], hydrogen: ['hydrogen'] },
  ...{ hybrid: ['petrol', 'diesel'], gas: ['gas', 'cng'] },
};

/** The fuels that a vehicle takes, the usual one first; none for a bicycle. */
export const fuelsOf = (type: FuelType | null, second: Fuel | null = null): readonly Fuel[] => [
  ...new Set([...(type ? FUELS_OF[type] : []), ...(second ? [second] : [])]),
];

/** Litres, US and imperial gallons, kilograms, cubic metres and kilowatt hours. */
export const VOLUME_UNITS = ['l', 'gal_us', 'gal_uk', 'kg', 'm3', 'kWh'] as const;
export type VolumeUnit = (typeof VOLUME_UNITS)[number];

const LIQUID = ['l', 'gal_us', 'gal_uk'] as const;
const UNITS: Record<Fuel, readonly VolumeUnit[]> = {
  ...{ petrol: LIQUID, diesel: LIQUID, gas: LIQUID },
  ...{ cng: ['m3', 'kg'], electric: ['kWh'], hydrogen: ['kg'] },
};

/** The units in which a fuel is sold, the usual one first. */
export const unitsOf = (fuel: Fuel): readonly VolumeUnit[] => UNITS[fuel];

/** Litres in one unit of a liquid, exactly. */
export const LITRES: Partial<Record<VolumeUnit, number>> = { l: 1, gal_us: 3.785411784, gal_uk: 4.54609 };

/** Units of consumption: for liquids in gallons the distance that one gallon lasts, for all others the volume for a distance or an hour. */
export type ConsumptionUnit = 'mpg_us' | 'mpg_uk' | `${'l' | 'kg' | 'm3' | 'kWh'}/100km` | 'kWh/100mi' | `${VolumeUnit}/h`;

/**
 * The unit of a consumption that is measured in `volume` on a vehicle with readings in `reading`; a bicycle has none. Miles with litres, kilograms
 * or cubic metres give the consumption per 100 km.
 */
export function consumptionUnitOf(volume: VolumeUnit, reading: Exclude<ReadingUnit, 'year'>): ConsumptionUnit {
  if (reading === 'h') return `${volume}/h`;
  if (volume === 'gal_us') return 'mpg_us';
  if (volume === 'gal_uk') return 'mpg_uk';
  return volume === 'kWh' && reading === 'mi' ? 'kWh/100mi' : `${volume}/100km`;
}
