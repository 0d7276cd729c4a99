import type { Currency } from '#contract/tariffs.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';

/** What a view of the consumption is about. */
export interface Measured {
  vehicle: Vehicle;
  unit: MileageUnit;
  currency: Currency;
}
