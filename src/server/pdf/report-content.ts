import type { Language } from '#contract/languages.ts';
import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';

export interface ReportSettings {
  language: Language;
  currency: Currency;
  /** False leaves out the prices and all sums. */
  hasPrices: boolean;
  /** The day of the report, YYYY-MM-DD. */
  day: string;
}

export interface ReportVehicle {
  vehicle: Vehicle;
  /** The unit of its readings. */
  unit: ReadingUnit;
  /** A JPEG; undefined if the photo cannot be decoded. */
  photo: Uint8Array | undefined;
  statistics: VehicleStatistics;
}

export interface ReportRecord {
  performedOn: string;
  reading: number;
  operationName: string;
  partName: string;
  partCode: string;
  cents: number;
}

/** A vehicle, or the next records of the last one, newest first. */
export type ReportPart = ReportVehicle | readonly ReportRecord[];

export interface ReportSection extends ReportVehicle {
  records: ReportRecord[];
}

/** Messages to the worker. `step` makes it draw a few more pages. */
export type WorkerRequest = { part: ReportPart } | { step: true };
/** The next bytes of the PDF. Sent when the worker has started and after each step. */
export interface WorkerAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  isLast: boolean;
}
