import type { CONSUMPTION_REASONS, Consumption } from '#contract/fills.ts';
import { type ConsumptionUnit, consumptionUnitOf, type Fuel, LITRES, type VolumeUnit } from '#contract/fuels.ts';
import type { Currency } from '#contract/tariffs.ts';
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
  /** Tenths of the vehicle's unit that were driven on this fuel since the last fill with it; null if it was not entered. */
  distanceOnFuel: number | null;
  /** Cents; null if it is not known. */
  total: number | null;
  currency: Currency;
}

/** What the vehicle measures and holds. */
export interface Tank {
  unit: MileageUnit;
  /** Thousandths of a litre or kilowatt hour; null if it is not known. */
  capacityOf: (fuel: Fuel) => number | null;
}

/** A distance for a vehicle with kilometres or miles, or one with hours. */
export interface Length {
  km: number;
  hours: number;
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
const SHORTEST: Length = { km: 10, hours: 1 };

/** From one fill after which the level is known to the next, in exact figures. */
export interface Stretch {
  /** Days. */
  since: string;
  until: string;
  /** What was poured after the first of the two. */
  poured: readonly FillPoint[];
  /** What was used, in litres or the unit of the fuel. */
  volume: number;
  /** In the vehicle's unit. */
  distance: number;
  /** Whether `volume` was corrected by a difference of levels. */
  isApproximate: boolean;
}

/** A fill with the stretch that it closes, or why it closes none; `since` is the day of the last fill that could begin one. */
export interface Link {
  fill: FillPoint;
  since: string | null;
  stretch: Stretch | ConsumptionReason;
}

/**
 * The fills of each fuel in their order, with the stretches between two of them after which the level is known. Full fills without a reading,
 * or with a doubtful one, neither begin nor end a stretch, and do not interrupt it.
 */
export function chainsOf(fills: readonly FillPoint[], tank: Tank): Map<Fuel, Link[]> {
  const chains = [...Map.groupBy(fills, ({ fuel }) => fuel)];
  return new Map(chains.map(([fuel, chain]) => [fuel, linked(chain.toSorted(inOrder), tank)]));
}

/** The consumption of every fill by its id. */
export function figuresOf(fills: readonly FillPoint[], tank: Tank): Map<number, Figure> {
  const links = [...chainsOf(fills, tank).values()].flat();
  return new Map(links.map(({ fill, stretch }) => [fill.id, figureOf(fill, stretch, tank)]));
}

/**
 * Whether fills that were read newest first are enough for the figures of some of them: for each of their fuels, the fills of an earlier day
 * on which a stretch begins were all read.
 */
export function reachesBack(read: readonly FillPoint[], wanted: readonly Pick<FillPoint, 'fuel' | 'performedOn'>[]): boolean {
  // The fills of this day may continue.
  const last = read.at(-1)?.performedOn ?? '';
  return [...Map.groupBy(wanted, ({ fuel }) => fuel)].every(([fuel, fills]) => {
    const oldest = fills.reduce((day, { performedOn }) => (performedOn < day ? performedOn : day), fills[0]?.performedOn ?? '');
    const begins = (fill: FillPoint): boolean => fill.performedOn < oldest && fill.performedOn > last && typeof anchorOf(fill) !== 'string';
    return read.some((fill) => fill.fuel === fuel && begins(fill));
  });
}

function figureOf({ volumeUnit }: FillPoint, stretch: Link['stretch'], tank: Tank): Figure {
  if (typeof stretch === 'string') return { consumption: null, consumptionReason: stretch };
  const { since, volume, distance, isApproximate } = stretch;
  const unit = consumptionUnitOf(volumeUnit, tank.unit);
  return {
    consumption: {
      ...{ value: rounded(consumptionOf(volume, distance, unit, tank.unit), 2), unit },
      ...{ volume: rounded(fromBase(volume, volumeUnit), 3), distance, since, isApproximate },
    },
    consumptionReason: null,
  };
}

/** By day, odometer and reading, those without a reading last on their day. */
const inOrder = (a: FillPoint, b: FillPoint): number =>
  (a.performedOn === b.performedOn ? 0 : a.performedOn < b.performedOn ? -1 : 1) ||
  a.segment - b.segment ||
  (a.reading ?? Number.MAX_SAFE_INTEGER) - (b.reading ?? Number.MAX_SAFE_INTEGER) ||
  a.id - b.id;

function linked(chain: readonly FillPoint[], tank: Tank): Link[] {
  let opening: Anchor | undefined;
  let poured: FillPoint[] = [];
  return chain.map((fill) => {
    poured.push(fill);
    const since = opening?.performedOn ?? null;
    const closing = anchorOf(fill);
    if (typeof closing === 'string') return { fill, since, stretch: closing };
    const stretch = opening ? stretchOf(opening, closing, poured, tank) : 'first';
    opening = closing;
    poured = [];
    return { fill, since, stretch };
  });
}

/** The fill as an end of a stretch, or why it is none. */
function anchorOf(fill: FillPoint): Anchor | ConsumptionReason {
  const level = fill.level ?? (fill.isFull ? 100 : null);
  if (level === null) return 'notFull';
  if (fill.reading === null) return 'noReading';
  return fill.isDoubtful ? 'doubtful' : { ...fill, reading: fill.reading, level };
}

/** Volumes that can be added: liquids in any unit, and each other unit alone. */
export const kindOf = (unit: VolumeUnit): string => (LITRES[unit] === undefined ? unit : 'l');

/** Litres, or the unit itself. */
export const inBase = ({ volume, volumeUnit }: FillPoint): number => ((volume ?? 0) / THOUSANDTHS) * (LITRES[volumeUnit] ?? 1);
export const fromBase = (volume: number, unit: VolumeUnit): number => volume / (LITRES[unit] ?? 1);

function stretchOf(opening: Anchor, closing: Anchor, poured: readonly FillPoint[], tank: Tank): Link['stretch'] {
  if (poured.some(({ isMissedBefore }) => isMissedBefore)) return 'missedBefore';
  if (poured.some(({ volume }) => volume === null)) return 'volumeUnknown';
  if (opening.segment !== closing.segment) return 'odometerReplaced';
  if (poured.some(({ volumeUnit }) => kindOf(volumeUnit) !== kindOf(closing.volumeUnit))) return 'mixedUnits';
  const distance = (closing.reading - opening.reading) / TENTHS;
  if (!isLongAs(SHORTEST, distance, tank.unit)) return 'tooShort';
  const sum = poured.reduce((total, fill) => total + inBase(fill), 0);
  const correction = correctionOf(opening, closing, tank);
  if (correction === null) return 'capacityUnknown';
  // The levels would tell more than what was poured.
  if (Math.abs(correction) > CORRECTION_MAX * sum) return 'tooShort';
  const ends = { since: opening.performedOn, until: closing.performedOn };
  return { ...ends, poured, volume: sum - correction, distance, isApproximate: correction !== 0 };
}

/** What the tank holds more at the end than at the beginning, in litres or kilowatt hours; null if that is not known. */
function correctionOf(opening: Anchor, closing: Anchor, { capacityOf }: Tank): number | null {
  const difference = closing.level - opening.level;
  if (Math.abs(difference) <= LEVEL_TOLERANCE) return 0;
  const isMeasured = kindOf(closing.volumeUnit) === 'l' || closing.volumeUnit === 'kWh';
  const capacity = isMeasured ? capacityOf(closing.fuel) : null;
  return capacity === null ? null : ((capacity / THOUSANDTHS) * difference) / 100;
}

/** Whether a distance in the vehicle's unit reaches a length. */
export const isLongAs = ({ km, hours }: Length, distance: number, unit: MileageUnit): boolean =>
  unit === 'h' ? distance >= hours : inKm(distance, unit) >= km;

const inKm = (distance: number, unit: MileageUnit): number =>
  unit === 'mi' ? (distance * CONVERSION.km.times) / CONVERSION.km.by : distance;
const inMiles = (distance: number, unit: MileageUnit): number =>
  unit === 'mi' ? distance : (distance * CONVERSION.mi.times) / CONVERSION.mi.by;

/** From litres, kilograms, cubic metres or kilowatt hours, and a distance or hours in the vehicle's unit. */
export function consumptionOf(volume: number, distance: number, unit: ConsumptionUnit, measured: MileageUnit): number {
  if (unit === 'mpg_us' || unit === 'mpg_uk')
    return inMiles(distance, measured) / (volume / (LITRES[unit === 'mpg_us' ? 'gal_us' : 'gal_uk'] ?? 1));
  if (unit === 'kWh/100mi') return (100 * volume) / distance;
  if (measured === 'h') return volume / (LITRES[unit.slice(0, -2) as VolumeUnit] ?? 1) / distance;
  return (100 * volume) / inKm(distance, measured);
}

export const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
