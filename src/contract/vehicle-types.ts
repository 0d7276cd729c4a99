import type { VehicleType } from './vehicle-type-list.ts';

export type { VehicleType } from './vehicle-type-list.ts';

/** Groups of the types in the form, the most frequent first; the fields of each type are below (docs/product.md, Vehicles). */
export const VEHICLE_GROUPS = {
  land: ['car', 'motorcycle', 'scooter', 'truck', 'bus', 'bicycle', 'atv', 'snowmobile'],
  water: ['boat', 'jet_ski', 'yacht'],
  other: ['other'],
} as const satisfies Record<string, readonly VehicleType[]>;

export const BODY_TYPES = {
  car: ['sedan', 'hatchback', 'wagon', 'coupe', 'convertible', 'suv', 'minivan', 'crossover', 'roadster'],
  truck: ['pickup', 'flatbed', 'van', 'tipper'],
  bus: ['city', 'coach', 'minibus'],
  motorcycle: ['cruiser', 'sport', 'touring', 'dirt'],
} as const satisfies Partial<Record<VehicleType, readonly string[]>>;
export type BodyType = (typeof BODY_TYPES)[keyof typeof BODY_TYPES][number];
export const ALL_BODY_TYPES: readonly BodyType[] = Object.values(BODY_TYPES).flat();

export const FUEL_TYPES = ['petrol', 'diesel', 'electric', 'hybrid', 'gas', 'hydrogen'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** Kilometres, miles, engine hours. */
export const MILEAGE_UNITS = ['km', 'mi', 'h'] as const;
export type MileageUnit = (typeof MILEAGE_UNITS)[number];
/** Units of readings; the readings of a bicycle are years. */
export const READING_UNITS = [...MILEAGE_UNITS, 'year'] as const;
export type ReadingUnit = (typeof READING_UNITS)[number];

export type NumberField = 'vin' | 'hinNumber' | 'serialNumber';

const NUMBER_FIELD: Record<VehicleType, NumberField> = {
  bicycle: 'serialNumber',
  scooter: 'vin',
  motorcycle: 'vin',
  atv: 'vin',
  snowmobile: 'vin',
  car: 'vin',
  truck: 'vin',
  bus: 'vin',
  boat: 'hinNumber',
  jet_ski: 'hinNumber',
  yacht: 'hinNumber',
  other: 'serialNumber',
};

/** The identification number of a vehicle type. */
export const numberFieldOf = (type: VehicleType): NumberField => NUMBER_FIELD[type];

type Numbered = { vehicleType: VehicleType } & Record<'vin' | 'hinNumber', string | null>;

/** What a number is called; a chassis number is the serial number of a vehicle without a VIN. */
export type NumberKind = NumberField | 'chassis';
export function numberKindOf(vehicle: Numbered): NumberKind {
  const field = numberFieldOf(vehicle.vehicleType);
  if (field === 'serialNumber' || vehicle[field] !== null) return field;
  return field === 'vin' ? 'chassis' : 'serialNumber';
}

/** Body types of a vehicle type; empty if the type has no such field. */
export const bodyTypesOf = (type: VehicleType): readonly BodyType[] =>
  type in BODY_TYPES ? BODY_TYPES[type as keyof typeof BODY_TYPES] : [];

/** True if the type may have a number plate. */
export const hasPlate = (type: VehicleType): boolean => type !== 'bicycle';

/** True if the type has fuel type, engine volume and mileage. */
export const hasEngine = (type: VehicleType): boolean => type !== 'bicycle';

/** The type-specific fields of a vehicle type; all of them are required for it. */
export function fieldsOf(type: VehicleType): readonly TypeField[] {
  const engine: TypeField[] = hasEngine(type) ? ['fuelType', 'engineVolume', 'mileage', 'mileageUnit'] : [];
  const body: TypeField[] = bodyTypesOf(type).length > 0 ? ['carType'] : [];
  return [...body, ...engine, numberFieldOf(type)];
}

export const TYPE_FIELDS = ['carType', 'fuelType', 'engineVolume', 'mileage', 'mileageUnit', 'vin', 'hinNumber', 'serialNumber'] as const;
export type TypeField = (typeof TYPE_FIELDS)[number];
