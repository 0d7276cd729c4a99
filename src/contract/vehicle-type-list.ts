/** Vehicle types. A file of its own, because the home page needs nothing but their names. */
export const VEHICLE_TYPES = [
  'bicycle',
  'scooter',
  'motorcycle',
  'atv',
  'snowmobile',
  'car',
  'truck',
  'bus',
  'boat',
  'jet_ski',
  'yacht',
  'other',
] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];
