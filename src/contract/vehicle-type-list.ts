/** Vehicle types. In a separate file, because the home page needs only their names. */
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
