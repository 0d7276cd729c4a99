import type * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/errors.ts';
import type { Fill, fillPatch } from '#contract/fills.ts';
import { fuelsOf, unitsOf } from '#contract/fuels.ts';
import { PRICE_MAX, VOLUME_MAX } from '#contract/limits.ts';
import { fromCents, toCents } from '#contract/money.ts';
import { TENTHS } from '#contract/units.ts';

import { AppError } from '../../../app-error.ts';
import type { Access } from '../../vehicles/vehicle-access.service.ts';
import type { Details } from '../details.repo.ts';
import type { Change, EntryKind, Line } from '../entry.kind.ts';
import { checkMoney, checkReading, currencyOf, sharedColumns, toTenths } from '../reading.rules.ts';

export type FillInput = z.core.output<typeof fillPatch>;

/** A fill without its consumption, which depends on others. */
export type BareFill = Omit<Fill, 'consumption' | 'consumptionReason'>;

const THOUSANDTHS = 1_000;
const TEN_THOUSANDTHS = 10_000;

const invalid = (field: string, code: FieldErrorCode): AppError => new AppError('fillsApi.400', { fields: [{ field, code }] });

export const FILL: EntryKind<'fill', FillInput, BareFill> = {
  name: 'fill',
  codes: { invalid: 'fillsApi.400', notFound: 'fillsApi.404', limit: 'entriesApi.limit' },

  change(access, input, stored): Change<'fill'> {
    const { vehicle } = access;
    const { note, place } = input;
    const details = detailsOf(access, input, stored?.details);
    const money = moneyOf(access, input, stored);
    const columns = {
      ...sharedColumns(vehicle, input, 'fillsApi.400'),
      ...(money.total === undefined ? {} : { amount: money.total }),
      ...(note === undefined ? {} : { note }),
      ...(place === undefined ? {} : { place }),
    };
    if (money.volume !== undefined) details.volume = money.volume;
    if (money.price !== undefined) details.price_per_unit = money.price;
    return { columns, details };
  },

  wire: ({ details, ...row }) => ({
    id: row.id,
    performedOn: row.performed_on,
    reading: row.reading === 0 ? null : row.reading / TENTHS,
    fuel: details.fuel,
    volume: details.volume === null ? null : details.volume / THOUSANDTHS,
    volumeUnit: details.volume_unit,
    total: row.amount === null ? null : fromCents(row.amount),
    currency: row.currency,
    pricePerUnit: pricePerUnitOf(row.amount, details),
    isFull: details.is_full === 1,
    isMissedBefore: details.is_missed_before === 1,
    level: details.level,
    distanceOnFuel: details.distance_on_fuel === null ? null : details.distance_on_fuel / TENTHS,
    grade: details.grade,
    place: row.place,
    note: row.note,
  }),
};

/** As it was entered, or else what the total gives. */
function pricePerUnitOf(cents: number | null, { price_per_unit: price, volume }: Details['fill']): number | null {
  if (price !== null) return price / TEN_THOUSANDTHS;
  if (cents === null || volume === null) return null;
  return Math.round((cents * 10 * TEN_THOUSANDTHS) / volume) / TEN_THOUSANDTHS;
}

interface Money {
  /** Cents. */
  total?: number | null;
  /** Thousandths. */
  volume?: number | null;
  /** Ten-thousandths. */
  price?: number | null;
}

/**
 * What an input changes of volume, total and price. Two of them give the third: the total, if the input has the other two and not the total,
 * or a value that is not known otherwise. A total stays if only the volume or only the price is changed, because it is what was paid.
 */
function moneyOf(access: Access, input: FillInput, stored: Line<'fill'> | undefined): Money {
  const { volume, total, pricePerUnit } = input;
  const currency = currencyOf(access, stored, input.currency, 'total', 'fillsApi.400');
  checkMoney(currency, total, 'total', 'fillsApi.400');
  checkMoney(currency, pricePerUnit, 'pricePerUnit', 'fillsApi.400');
  const typed: Money = {
    ...(volume === undefined ? {} : { volume: scaled(volume, THOUSANDTHS) }),
    ...(total === undefined ? {} : { total: total && toCents(total.amount) }),
    ...(pricePerUnit === undefined ? {} : { price: scaled(pricePerUnit?.amount ?? null, TEN_THOUSANDTHS) }),
  };
  const known: Required<Money> = {
    ...{ volume: stored?.details.volume ?? null, total: stored?.amount ?? null, price: stored?.details.price_per_unit ?? null },
    ...typed,
  };
  const isTotalGiven = total === undefined && typed.volume && typed.price;
  if (known.volume && known.price && (isTotalGiven || known.total === null)) {
    typed.total = Math.round((known.volume * known.price) / ((THOUSANDTHS * TEN_THOUSANDTHS) / 100));
    if (typed.total > toCents(PRICE_MAX)) throw invalid('total', 'validation.number.large');
  } else if (known.volume === null && known.price && known.total) {
    typed.volume = Math.round((known.total * (TEN_THOUSANDTHS / 100) * THOUSANDTHS) / known.price);
    if (typed.volume === 0 || typed.volume > VOLUME_MAX * THOUSANDTHS) throw invalid('pricePerUnit', 'validation.number.invalid');
  } else if (known.volume === null && known.total === null) throw invalid('volume', 'validation.required');
  return typed;
}

const scaled = (value: number | null, by: number): number | null => (value === null ? null : Math.round(value * by));

/** The other details; a new fill gets all of them. */
function detailsOf({ vehicle }: Access, input: FillInput, stored: Details['fill'] | undefined): Partial<Details['fill']> {
  const fuel = input.fuel ?? stored?.fuel;
  if (!fuel) throw invalid('fuel', 'validation.required');
  if (input.fuel && input.fuel !== stored?.fuel && !fuelsOf(vehicle.fuel_type, vehicle.second_fuel_type).includes(fuel))
    throw invalid('fuel', 'validation.notForType');
  const units = unitsOf(fuel);
  const kept = stored && units.includes(stored.volume_unit) ? stored.volume_unit : units[0];
  const unit = input.volumeUnit ?? kept ?? 'l';
  if (!units.includes(unit)) throw invalid('volumeUnit', 'validation.notForType');
  const { isFull, isMissedBefore, level, grade, distanceOnFuel } = input;
  if (distanceOnFuel) checkReading(vehicle, distanceOnFuel, input.readingUnit, 'fillsApi.400', 'distanceOnFuel');
  return {
    ...(stored ? {} : EMPTY),
    ...{ fuel, volume_unit: unit },
    ...(isFull === undefined ? {} : { is_full: isFull ? 1 : 0 }),
    ...(isMissedBefore === undefined ? {} : { is_missed_before: isMissedBefore ? 1 : 0 }),
    ...(level === undefined ? {} : { level }),
    ...(grade === undefined ? {} : { grade }),
    ...(distanceOnFuel === undefined ? {} : { distance_on_fuel: distanceOnFuel && toTenths(distanceOnFuel) }),
  };
}

const EMPTY: Omit<Details['fill'], 'fuel' | 'volume_unit'> = {
  ...{ volume: null, price_per_unit: null, is_full: 1, is_missed_before: 0 },
  ...{ level: null, distance_on_fuel: null, grade: null },
};
