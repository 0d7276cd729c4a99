import type { Vehicle } from '#contract/vehicles.ts';

/** A vehicle as the server returns it. */
export const vehicleOf = (id: number, given: Partial<Vehicle>): Vehicle => ({
  id,
  vehicleType: 'car',
  brand: 'Škoda',
  model: 'Octavia',
  year: 2014,
  color: 'blue',
  carType: 'wagon',
  fuelType: 'diesel',
  engineVolume: 1.9,
  mileage: 98_000,
  mileageUnit: 'km',
  vin: `TMBZZZ5E0HARNET0${id}`,
  hinNumber: null,
  serialNumber: null,
  image: '/api/images/abcdefghijklmnopqrstuv',
  reading: 98_000,
  totalCost: 0,
  yearCost: 0,
  recordCount: 0,
  lastRecord: null,
  note: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...given,
});
