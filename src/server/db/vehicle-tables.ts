import type { Generated } from 'kysely';
import type { CostCategory, QuantityUnit, Refunded } from '#contract/costs.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Fuel, VolumeUnit } from '#contract/fuels.ts';
import type { PlanKind, PlanMode } from '#contract/plan.ts';
import type { CostGroup } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ValueKind } from '#contract/values.ts';
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
  mileage_unit: MileageUnit | null;
  vin: string | null;
  hin_number: string | null;
  serial_number: string | null;
  plate: Generated<string | null>;
  second_fuel_type: Generated<Fuel | null>;
  /** Millilitres, as the next one. */
  tank_volume: Generated<number | null>;
  second_tank_volume: Generated<number | null>;
  /** Watt hours. */
  battery_capacity: Generated<number | null>;
  /** Tenths of the vehicle’s unit in a year, as its owner says. */
  yearly_distance: Generated<number | null>;
  other_yearly_distance: Generated<number | null>;
  /** 1 while it is laid up. */
  is_paused: Generated<0 | 1>;
  image_id: string;
  created_at: string;
  /** null for a vehicle in the list. */
  archived_at: string | null;
}

export interface NotesTable {
  vehicle_id: number;
  text: string;
  /** Set while the deletion can be undone; null for a note that is there. */
  deleted_at: Generated<string | null>;
}

/** What a vehicle was worth on a day. */
export interface VehicleValuesTable {
  vehicle_id: number;
  day: string;
  kind: ValueKind;
  /** Cents. */
  amount: number;
  currency: Currency;
}

/** What costs are summed by; work is maintenance and a fill energy, without being stored. */
export type StoredGroup = CostGroup | 'loan';

/** What the entries of all kinds share, and the texts of work, so that its lists need no join. */
interface EntryColumns {
  vehicle_id: number;
  kind: EntryKindName;
  performed_on: string;
  /** Of performed_on: with `month` or `year` it is the first day of that month or year. */
  day_precision: Generated<'day' | 'month' | 'year'>;
  /** Tenths of the vehicle's unit; 0 if it is not known. */
  reading: number;
  /** The reading in the other one of kilometres and miles, as it was before it was converted; null if it was not. */
  other_reading: Generated<number | null>;
  /** Of a second counter; not in the API yet. */
  second_reading: Generated<number | null>;
  /** 1 once the user has confirmed a doubtful reading. */
  is_reading_right: Generated<0 | 1>;
  /** Cents; null if the kind has no amount, or it is not known; negative for a refund. */
  amount: number | null;
  /** Of a cost. */
  cost_group: Generated<StoredGroup | null>;
  /** Of the amount: that of the account when the entry was made. */
  currency: Currency;
  /** What a receipt in another currency says, in hundredths, and its currency (ISO 4217). */
  /** The three texts of work; null for other kinds. */
  operation_name: string | null;
  part_name: string | null;
  part_code: string | null;
  place: Generated<string | null>;
  note: Generated<string | null>;
  warranty_until: Generated<string | null>;
  /** `details` for the mileage of the details, which is an entry of kind reading. */
  source: 'typed' | 'details' | 'import' | 'telegram';
  /** The user who added it, who may have been deleted since. */
  author_id: number;
  /** UUID that stays the same in exports and imports. */
  uid: string;
  created_at: string;
  changed_at: string;
}

export interface EntriesTable extends EntryColumns {
  id: Generated<number>;
}

/** Entries whose deletion can still be undone. */
export interface DeletedEntriesTable extends EntryColumns {
  id: number;
  deleted_at: string;
}

/**
 * Details of entries by kind. Rows of deleted entries stay until these can no longer be restored, so `entry_id` refers to one of two tables.
 */
interface DetailColumns {
  entry_id: number;
  vehicle_id: number;
}

export interface FillsTable extends DetailColumns {
  fuel: Fuel;
  /** Thousandths of `volume_unit`; null if it is not known. */
  volume: number | null;
  volume_unit: VolumeUnit;
  /** As entered, in ten-thousandths; null if it was not. */
  price_per_unit: number | null;
  is_full: 0 | 1;
  is_missed_before: 0 | 1;
  /** Percent. */
  level: number | null;
  /** Tenths of the vehicle's unit. */
  distance_on_fuel: number | null;
  /** In the other unit, like `other_reading`. */
  other_distance_on_fuel: Generated<number | null>;
  grade: string | null;
}

export interface CostsTable extends DetailColumns {
  category: CostCategory;
  title: string;
  /** Thousandths. */
  quantity: number | null;
  quantity_unit: QuantityUnit | null;
  refund_of: Refunded | null;
}

export interface ReadingsTable extends DetailColumns {
  /** 1 for the first reading of a new odometer. */
  is_reset: 0 | 1;
  /** The last value of the replaced odometer, in tenths; null if it is not known. */
  old_reading: number | null;
  /** In the other unit, like `other_reading`. */
  other_old_reading: Generated<number | null>;
}

/** Distances and readings are tenths of the vehicle's unit. */
export interface PlanLinesTable {
  id: Generated<number>;
  vehicle_id: number;
  /** UUID that stays the same in exports and imports. */
  uid: string;
  title: string;
  kind: PlanKind;
  mode: PlanMode;
  every_months: number | null;
  every_days: number | null;
  every_distance: number | null;
  due_on: string | null;
  due_at: number | null;
  /** The day on which due_at was entered, as the odometer of that day shows it. */
  due_at_on: string | null;
  is_end_of_month: 0 | 1;
  start_on: string | null;
  start_at: number | null;
  lead_days: number | null;
  lead_distance: number | null;
  /** In the other unit, like `other_reading`. */
  other_every_distance: Generated<number | null>;
  other_due_at: Generated<number | null>;
  other_start_at: Generated<number | null>;
  other_lead_distance: Generated<number | null>;
  /** Cents. */
  expected_cost: number | null;
  /** Of expected_cost. */
  currency: Currency;
  snoozed_until: string | null;
  created_at: string;
  changed_at: string;
}

/** That a line was done or skipped. What is due next is computed from these rows, never stored. */
export interface PlanCompletionsTable {
  id: Generated<number>;
  line_id: number;
  vehicle_id: number;
  /** The entry, also a deleted one that can be restored; null without one. It refers to one of two tables. */
  entry_id: number | null;
  /** Without an entry: when it was done, or skipped, and the reading, null if it is not known. */
  performed_on: string | null;
  reading: number | null;
  is_skip: 0 | 1;
  /** 1 for work beside the plan, which closes no occurrence of a fixed line. */
  is_extra: 0 | 1;
  /** The occurrence that was named or skipped, or the single date and reading that was due, as the odometer shows it when the row is made. */
  closes_on: string | null;
  closes_at: number | null;
  other_reading: Generated<number | null>;
  other_closes_at: Generated<number | null>;
  created_at: string;
}
