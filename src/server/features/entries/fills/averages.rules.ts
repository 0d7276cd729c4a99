import type { ConsumptionPoint, FuelConsumption } from '#contract/consumption.ts';
import { isTooMuchOnFuel } from '#contract/fills.ts';
import { consumptionUnitOf, type Fuel, type VolumeUnit } from '#contract/fuels.ts';
import { fromCents } from '#contract/money.ts';
import type { Currency } from '#contract/tariffs.ts';
import { TENTHS } from '#contract/units.ts';
import { byCurrency, otherCurrenciesOf } from '../currencies.rules.ts';
import type { Days } from '../months.repo.ts';
import {
  consumptionOf,
  type FillPoint,
  fromBase,
  inBase,
  isLongAs,
  kindOf,
  type Length,
  type Link,
  rounded,
  type Stretch,
  type Tank,
} from './consumption.rules.ts';

/** Best and worst are those of stretches of this length. */
const LONG: Length = { km: 100, hours: 10 };
/** What an estimate needs; charging is rarely complete, and a battery is small beside what is charged. */
const ESTIMATED = { fuel: { fills: 5, length: { km: 1_500, hours: 50 } }, electric: { fills: 3, length: { km: 300, hours: 10 } } };
/** More do not fit a screen. */
const POINTS_MAX = 60;

/** What the vehicle measures and holds, and the currency of its owner: what was paid in others is in no figure. */
type Payer = Tank & { currency: Currency };

/** What was used over a distance. */
type Use = Pick<Stretch, 'poured' | 'volume' | 'distance'>;

const sumOf = <Item>(items: readonly Item[], numberOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);

const isIn = (day: string, { from, to }: Days): boolean => from <= day && day <= to;

/** Stretches that have no figure because of what was not recorded; the others are only parts of a longer one. */
const GAPS: ReadonlySet<string> = new Set(['missedBefore', 'volumeUnknown', 'odometerReplaced', 'mixedUnits', 'capacityUnknown']);

/**
 * The consumption of one fuel over the whole distance driven, from the stretches that end in the period: never the mean of their figures, and
 * without what was poured outside of them. undefined without fills in the period.
 */
export function consumptionIn(fuel: Fuel, chain: readonly Link[], tank: Payer, period: Days): FuelConsumption | undefined {
  const links = chain.filter(({ fill }) => isIn(fill.performedOn, period));
  const last = links.at(-1);
  if (!last) return undefined;
  const { volumeUnit } = last.fill;
  const isOfUnit = (fill: FillPoint): boolean => kindOf(fill.volumeUnit) === kindOf(volumeUnit);
  const closing = links.filter(({ fill }) => isOfUnit(fill));
  const stretches = closing.flatMap(({ stretch }) => (typeof stretch === 'string' ? [] : [stretch]));
  const estimate = stretches.length === 0 ? estimateOf(fuel, closing, tank) : undefined;
  const used = estimate ? [estimate] : stretches;
  const unit = consumptionUnitOf(volumeUnit, tank.unit);
  const figureOf = ({ volume, distance }: Pick<Use, 'volume' | 'distance'>): number =>
    rounded(consumptionOf(volume, distance, unit, tank.unit), 2);
  const total = { volume: sumOf(used, (one) => one.volume), distance: sumOf(used, (one) => one.distance) };
  const fills = links.map(({ fill }) => fill);
  const { own: paid, others } = byCurrency(fills.filter(isOfUnit), tank.currency);
  return {
    ...{ fuel, unit, volumeUnit, ...ends(stretches, tank, figureOf) },
    ...(used.length === 0
      ? { average: null, reason: typeof last.stretch === 'string' ? last.stretch : 'first' }
      : { average: figureOf(total), reason: null }),
    ...{ basis: estimate ? 'estimate' : 'stretches', isApproximate: Boolean(estimate) || stretches.some((one) => one.isApproximate) },
    ...{ margin: estimate && tank.unit !== 'h' ? marginOf(fuel, estimate, tank, figureOf) : null },
    ...onFuelOf(closing, figureOf),
    ...{ volume: rounded(fromBase(total.volume, volumeUnit), 3), distance: rounded(total.distance, 1) },
    ...{ fills: fills.length, intervals: stretches.length, costPerDistance: costOf(used, tank) },
    otherCurrencies: otherCurrenciesOf(
      others.flatMap(({ currency, total }) => (total === null ? [] : [{ currency, records: 1, cost: total }])),
      tank.currency,
    ),
    ...{ pricePerUnit: priceOf(paid, volumeUnit) },
    ...{ points: pointsOf(closing, volumeUnit, figureOf), prices: pricesOf(paid, volumeUnit) },
  };
}

type FigureOf = (use: Pick<Use, 'volume' | 'distance'>) => number;

function ends(stretches: readonly Stretch[], tank: Tank, figureOf: FigureOf): Pick<FuelConsumption, 'best' | 'worst'> {
  const long = stretches.filter(({ distance }) => isLongAs(LONG, distance, tank.unit));
  // What is used for a distance, whatever the unit: the more miles a gallon lasts, the better.
  const byUse = long.toSorted((a, b) => a.volume / a.distance - b.volume / b.distance);
  const endOf = (stretch: Stretch | undefined) => (stretch ? { value: figureOf(stretch), performedOn: stretch.until } : null);
  return { best: endOf(byUse[0]), worst: endOf(byUse.at(-1)) };
}

/** Over the distance driven on the fuel, of the stretches whose fills all state it; without, but with the last, of those that state too much. */
function onFuelOf(links: readonly Link[], figureOf: FigureOf): Pick<FuelConsumption, 'onFuel' | 'tooMuchOnFuel'> {
  const stated = links.flatMap(({ fill, stretch }) => {
    if (typeof stretch === 'string' || stretch.poured.some(({ distanceOnFuel }) => !distanceOnFuel)) return [];
    const distance = sumOf(stretch.poured, ({ distanceOnFuel }) => distanceOnFuel ?? 0) / TENTHS;
    return [{ id: fill.id, stretch, volume: stretch.volume, distance, isTooMuch: isTooMuchOnFuel(distance, stretch.distance) }];
  });
  const known = stated.filter(({ isTooMuch }) => !isTooMuch);
  const last = stated.findLast(({ isTooMuch }) => isTooMuch);
  const distance = sumOf(known, (one) => one.distance);
  return {
    onFuel:
      known.length === 0
        ? null
        : { average: figureOf({ volume: sumOf(known, ({ volume }) => volume), distance }), distance: rounded(distance, 1) },
    tooMuchOnFuel: last ? { id: last.id, performedOn: last.stretch.until, since: last.stretch.since } : null,
  };
}

/** From the first to the last fill with a sound reading, if there are enough, nothing between is missing, and the odometer was not replaced. */
function estimateOf(fuel: Fuel, links: readonly Link[], tank: Tank): Use | undefined {
  const fills = links.map(({ fill }) => fill);
  const isMeasured = ({ reading, isDoubtful }: FillPoint): boolean => reading !== null && !isDoubtful;
  const first = fills.findIndex(isMeasured);
  const last = fills.findLastIndex(isMeasured);
  const poured = fills.slice(first + 1, last + 1);
  const needed = fuel === 'electric' ? ESTIMATED.electric : ESTIMATED.fuel;
  if (first < 0 || poured.length + 1 < needed.fills) return undefined;
  if (poured.some(({ volume, isMissedBefore }) => volume === null || isMissedBefore)) return undefined;
  if (fills[first]?.segment !== fills[last]?.segment) return undefined;
  const distance = ((fills[last]?.reading ?? 0) - (fills[first]?.reading ?? 0)) / TENTHS;
  return isLongAs(needed.length, distance, tank.unit) ? { poured, volume: sumOf(poured, inBase), distance } : undefined;
}

/** By how much a full tank at one end and an empty one at the other change the figure. */
function marginOf(fuel: Fuel, { volume, distance }: Use, tank: Tank, figureOf: FigureOf): number | null {
  const capacity = tank.capacityOf(fuel);
  if (capacity === null) return null;
  const more = figureOf({ volume: volume + capacity / 1_000, distance });
  return rounded(Math.abs(more - figureOf({ volume, distance })), 2);
}

/** Stretches with a fill in another currency are left out, with their distance. */
function costOf(used: readonly Use[], { unit, currency }: Payer): number | null {
  const paid = used.filter(({ poured }) => poured.every((fill) => fill.currency === currency));
  const distance = sumOf(paid, (one) => one.distance);
  const totals = paid.flatMap(({ poured }) => poured.map(({ total }) => total));
  if (totals.length === 0 || totals.some((total) => total === null)) return null;
  return fromCents(Math.round(((unit === 'h' ? 1 : 100) * sumOf(totals, (total) => total ?? 0)) / distance));
}

const priced = (fills: readonly FillPoint[]): FillPoint[] => fills.filter(({ total, volume }) => total !== null && volume !== null);

function priceOf(fills: readonly FillPoint[], unit: VolumeUnit): number | null {
  const known = priced(fills);
  if (known.length === 0) return null;
  return rounded(sumOf(known, ({ total }) => total ?? 0) / fromBase(sumOf(known, inBase), unit) / 100, 4);
}

/** By month if there are too many. */
function spansOf<Item>(items: readonly Item[], dayOf: (item: Item) => string): [string, Item[]][] {
  if (items.length <= POINTS_MAX) return items.map((item) => [dayOf(item), [item]]);
  return [...Map.groupBy(items, (item) => dayOf(item).slice(0, 7))];
}

const pricesOf = (fills: readonly FillPoint[], unit: VolumeUnit): FuelConsumption['prices'] =>
  spansOf(priced(fills), ({ performedOn }) => performedOn).map(([performedOn, some]) => ({
    ...{ performedOn, value: priceOf(some, unit) ?? 0 },
  }));

function pointsOf(links: readonly Link[], unit: VolumeUnit, figureOf: FigureOf): ConsumptionPoint[] {
  const shown = links.filter(({ stretch }) => typeof stretch !== 'string' || GAPS.has(stretch));
  return spansOf(shown, ({ fill }) => fill.performedOn).flatMap(([performedOn, some]): ConsumptionPoint[] => {
    const stretches = some.flatMap(({ stretch }) => (typeof stretch === 'string' ? [] : [stretch]));
    const volume = sumOf(stretches, (one) => one.volume);
    const distance = sumOf(stretches, (one) => one.distance);
    const [first] = some;
    const since = first?.since ?? null;
    const id = performedOn === first?.fill.performedOn ? first.fill.id : null;
    if (stretches.length === 0) {
      const reason = first?.stretch;
      return typeof reason === 'string' ? [{ id, performedOn, since, value: null, reason, volume: null, distance: null }] : [];
    }
    const figures = { volume: rounded(fromBase(volume, unit), 3), distance: rounded(distance, 1) };
    return [{ id, performedOn, since, value: figureOf({ volume, distance }), reason: null, ...figures }];
  });
}
