import type { CONSUMPTION_REASONS, Consumption } from '#contract/fills.ts';
import { type ConsumptionUnit, consumptionUnitOf, type Fuel, LITRES, type VolumeUnit } from '#contract/fuels.ts';
import { CONVERSION, TENTHS } from '#contract/units.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';

/** A fill as consumption needs it. */
export interface FillPoint {
  id: number;
  performedOn: string;
  /** Tenths of the vehicle's unit, counted on over replaced odometers; null if it is not known. */
  reading: number | null;
  /** Number of odometers replaced before it. */
  segment: number;
  isDoubtful: boolean;
  fuel: Fuel;
  /** Thousandths of `volumeUnit`; null if it is not known. */
  volume: number | null;
  volumeUnit: VolumeUnit;
  isFull: boolean;
  isMissedBefore: boolean;
  /** Percent after the fill; null if it was not entered. */
  level: number | null;
}

/** What the vehicle measures and holds. */
export interface Tank {
  unit: MileageUnit;
  /** Thousandths of a litre or kilowatt hour; null if it is not known. */
  capacityOf: (fuel: Fuel) => number | null;
}

export type ConsumptionReason = (typeof CONSUMPTION_REASONS)[number];

export type Figure = { consumption: Consumption; consumptionReason: null } | { consumption: null; consumptionReason: ConsumptionReason };

/** A fill with a known level and a sound reading: stretches begin and end there. */
type Anchor = FillPoint & { reading: number; level: number };

const THOUSANDTHS = 1_000;
/** Percent; levels that differ by less count as equal. */
const LEVEL_TOLERANCE = 2;
/** The part of what was poured that a difference of levels may account for. */
const CORRECTION_MAX = 0.5;
/** Kilometres, hours. */
const SHORTEST = { distance: 10, hours: 1 };

const none = (consumptionReason: ConsumptionReason): Figure => ({ consumption: null, consumptionReason });

/**
 * The consumption of every fill by its id: of the stretch between two fills of the same fuel after which the level is known, with all that was
 * poured after the first one. Full fills without a reading, or with a doubtful one, neither begin nor end a stretch, and do not interrupt it.
 */
export function figuresOf(fills: readonly FillPoint[], tank: Tank): Map<number, Figure> {
  const figures = new Map<number, Figure>();
  for (const chain of Map.groupBy(fills, ({ fuel }) => fuel).values()) addFigures(figures, chain.toSorted(inOrder), tank);
  return figures;
}

/** By day, odometer and reading, those without a reading last on their day. */
const inOrder = (a: FillPoint, b: FillPoint): number =>
  (a.performedOn === b.performedOn ? 0 : a.performedOn < b.performedOn ? -1 : 1) ||
  a.segment - b.segment ||
  (a.reading ?? Number.MAX_SAFE_INTEGER) - (b.reading ?? Number.MAX_SAFE_INTEGER) ||
  a.id - b.id;

function addFigures(figures: Map<number, Figure>, chain: readonly FillPoint[], tank: Tank): void {
  let opening: Anchor | undefined;
  let poured: FillPoint[] = [];
  for (const fill of chain) {
    poured.push(fill);
    const closing = anchorOf(fill);
    if (typeof closing === 'string') {
      figures.set(fill.id, none(closing));
      continue;
    }
    figures.set(fill.id, opening ? figureOf(opening, closing, poured, tank) : none('first'));
    opening = closing;
    poured = [];
  }
}

/** The fill as an end of a stretch, or why it is none. */
function anchorOf(fill: FillPoint): Anchor | ConsumptionReason {
  const level = fill.level ?? (fill.isFull ? 100 : null);
  if (level === null) return 'notFull';
  if (fill.reading === null) return 'noReading';
  return fill.isDoubtful ? 'doubtful' : { ...fill, reading: fill.reading, level };
}

/** Volumes that can be added: liquids in any unit, and each other unit alone. */
const kindOf = (unit: VolumeUnit): string => (LITRES[unit] === undefined ? unit : 'l');

/** Litres, or the unit itself. */
const inBase = ({ volume, volumeUnit }: FillPoint): number => ((volume ?? 0) / THOUSANDTHS) * (LITRES[volumeUnit] ?? 1);

function figureOf(opening: Anchor, closing: Anchor, poured: readonly FillPoint[], tank: Tank): Figure {
  if (poured.some(({ isMissedBefore }) => isMissedBefore)) return none('missedBefore');
  if (poured.some(({ volume }) => volume === null)) return none('volumeUnknown');
  if (opening.segment !== closing.segment) return none('odometerReplaced');
  if (poured.some(({ volumeUnit }) => kindOf(volumeUnit) !== kindOf(closing.volumeUnit))) return none('mixedUnits');
  const distance = (closing.reading - opening.reading) / TENTHS;
  const isTooShort = tank.unit === 'h' ? distance < SHORTEST.hours : inKm(distance, tank.unit) < SHORTEST.distance;
  if (isTooShort) return none('tooShort');
  const sum = poured.reduce((total, fill) => total + inBase(fill), 0);
  const correction = correctionOf(opening, closing, tank);
  if (correction === null) return none('capacityUnknown');
  // The levels would tell more than what was poured.
  if (Math.abs(correction) > CORRECTION_MAX * sum) return none('tooShort');
  const volume = sum - correction;
  const unit = consumptionUnitOf(closing.volumeUnit, tank.unit);
  return {
    consumption: {
      ...{ value: rounded(consumptionOf(volume, distance, unit, tank.unit), 2), unit },
      ...{ volume: rounded(volume / (LITRES[closing.volumeUnit] ?? 1), 3), distance, since: opening.performedOn },
      isApproximate: correction !== 0,
    },
    consumptionReason: null,
  };
}

/** What the tank holds more at the end than at the beginning, in litres or kilowatt hours; null if that is not known. */
function correctionOf(opening: Anchor, closing: Anchor, { capacityOf }: Tank): number | null {
  const difference = closing.level - opening.level;
  if (Math.abs(difference) <= LEVEL_TOLERANCE) return 0;
  const isMeasured = kindOf(closing.volumeUnit) === 'l' || closing.volumeUnit === 'kWh';
  const capacity = isMeasured ? capacityOf(closing.fuel) : null;
  return capacity === null ? null : ((capacity / THOUSANDTHS) * difference) / 100;
}

const inKm = (distance: number, unit: MileageUnit): number =>
  unit === 'mi' ? (distance * CONVERSION.km.times) / CONVERSION.km.by : distance;
const inMiles = (distance: number, unit: MileageUnit): number =>
  unit === 'mi' ? distance : (distance * CONVERSION.mi.times) / CONVERSION.mi.by;

/** From litres, kilograms, cubic metres or kilowatt hours, and a distance or hours in the vehicle's unit. */
function consumptionOf(volume: number, distance: number, unit: ConsumptionUnit, measured: MileageUnit): number {
  if (unit === 'mpg_us' || unit === 'mpg_uk')
    return inMiles(distance, measured) / (volume / (LITRES[unit === 'mpg_us' ? 'gal_us' : 'gal_uk'] ?? 1));
  if (unit === 'kWh/100mi') return (100 * volume) / distance;
  if (measured === 'h') return volume / (LITRES[unit.slice(0, -2) as VolumeUnit] ?? 1) / distance;
  return (100 * volume) / inKm(distance, measured);
}

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
