import type { Generated } from 'kysely';
import type { BodyType, FuelType, MileageUnit, VehicleType } from '#contract/vehicle-types.ts';

export interface VehiclesTable {
  id: Generated<number>;
  user_id: number;
  vehicle_type: VehicleType;
  brand: string;
  model: string;
  year: number;
  color: string;
  body_type: BodyType | null;
  fuel_type: FuelType | null;
  /** Millilitres. */
  engine_volume: number | null;
  /** Tenths of mileage_unit. */
  mileage: number | null;
  mileage_unit: MileageUnit | null;
  vin: string | null;
  hin_number: string | null;
  serial_number: string | null;
  image_id: string;
  created_at: string;
  /** null for a vehicle in the list. */
  archived_at: string | null;
}

export interface NotesTable {
  vehicle_id: number;
  text: string;
}

export interface RecordsTable {
  id: Generated<number>;
  vehicle_id: number;
  operation_name: string;
  part_name: string;
  part_code: string;
  /** Cents. */
  price: number;
  /** Tenths of the vehicle's unit. */
  reading: number;
  performed_on: string;
  created_at: string;
}
