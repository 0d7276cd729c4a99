import type { Cost } from '#contract/costs.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Fill } from '#contract/fills.ts';
import type { Language } from '#contract/languages.ts';
import type { PlanLine } from '#contract/plan.ts';
import type { Reading } from '#contract/readings.ts';
import type { ServiceRecord } from '#contract/records.ts';
import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';

export interface ReportSettings {
  language: Language;
  currency: Currency;
  /** The kinds of entries in the history and in its sums. */
  kinds: readonly EntryKindName[];
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
  /** What is due next, the most urgent first. */
  plan: readonly ReportLine[];
}

/** A line of the plan. Costs are not part of it. */
export type ReportLine = Pick<PlanLine, 'title' | 'state' | 'reason' | 'byDate' | 'dueReading' | 'forecastOn'>;

/** What a report shows of an entry; notes are not part of it. */
export type ReportEntry = {
  performedOn: string;
  /** 0 if it is not known. */
  reading: number;
  /** null if there is no amount, or it is not known. */
  cents: number | null;
  /** Of the amount. */
  currency: Currency;
} & (
  | ({ kind: 'work' } & Pick<ServiceRecord, 'operationName' | 'partName' | 'partCode'>)
  | ({ kind: 'fill' } & Pick<Fill, 'fuel' | 'grade' | 'volume' | 'volumeUnit' | 'place' | 'consumption'>)
  | ({ kind: 'cost' } & Pick<Cost, 'category' | 'title' | 'quantity' | 'quantityUnit' | 'place'>)
  | ({ kind: 'reading' } & Pick<Reading, 'isReset' | 'oldReading'>)
);

/** A vehicle, or the next entries of the last one, newest first. */
export type ReportPart = ReportVehicle | readonly ReportEntry[];

export interface ReportSection extends ReportVehicle {
  entries: ReportEntry[];
}

/** Messages to the worker. `step` makes it draw a few more pages. */
export type WorkerRequest = { part: ReportPart } | { step: true };
/** The next bytes of the PDF. Sent when the worker has started and after each step. */
export interface WorkerAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  isLast: boolean;
}
