import type { Vehicle } from '#contract/vehicles.ts';

/** The vehicle's identifying number; its kind depends on the type. */
export const numberOf = (vehicle: Pick<Vehicle, 'vin' | 'hinNumber' | 'serialNumber'>): string =>
  vehicle.vin ?? vehicle.hinNumber ?? vehicle.serialNumber ?? '';
