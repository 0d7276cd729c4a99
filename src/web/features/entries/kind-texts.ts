import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { Entry, EntryKind, EntryOf } from './entry.ts';
import type { KindTexts, RowTools } from './kind-parts.ts';

/** The key of the name of a kind: a reading in engine hours is no mileage. */
export const kindKey = (kind: EntryKind, unit: ReadingUnit) =>
  `entries:kind.${kind === 'reading' && unit === 'h' ? 'hours' : kind}` as const;

/** What is replaced when a counter is: an odometer, or an hour meter. */
export const counterOf = (unit: ReadingUnit) => (unit === 'h' ? 'hours' : 'distance');

/** For `textsOf` and `nameOf` of a kind, whose entries are only of that kind. */
const as = <Kind extends Entry['kind']>(entry: Entry) => entry as EntryOf<NonNullable<Kind>>;

export const workTexts = (entry: Entry): KindTexts => {
  const { operationName, partName, partCode } = as<'work'>(entry);
  return { title: operationName, detail: partName, more: partCode === '-' ? undefined : partCode };
};

export function fillTexts(entry: Entry, { t, format, reading, unit, currency, isWithoutPrices }: RowTools): KindTexts {
  const { fuel, volume, volumeUnit, pricePerUnit, place, grade, consumption, consumptionReason } = as<'fill'>(entry);
  const volumeText = volume === null ? undefined : t(`entries:volume.${volumeUnit}`, { volume: format.number(volume) });
  const price =
    pricePerUnit === null || isWithoutPrices ? undefined : t('entries:fill.at', { price: format.money(pricePerUnit, currency) });
  const detail = [grade ?? t(`entries:fuel.${fuel}`), [volumeText, price].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  // Found by a search of all vehicles.
  if (consumptionReason === undefined) return { title: t('entries:kind.fill'), detail, more: place ?? undefined };
  return {
    title: consumption
      ? `${consumption.isApproximate ? '≈ ' : ''}${t(`entries:consumption.${consumption.unit}`, { value: format.number(consumption.value) })}`
      : '–',
    aside: consumption
      ? t('entries:fill.stretch', { distance: reading(consumption.distance, unit) })
      : t(`entries:reason.${consumptionReason ?? 'first'}`),
    ...{ detail, more: place ?? undefined },
  };
}

export function costTexts(entry: Entry, { t, format }: RowTools): KindTexts {
  const { title, category, refundOf, quantity, quantityUnit, place } = as<'cost'>(entry);
  const amount =
    quantity === null || quantityUnit === null ? undefined : t(`entries:quantity.${quantityUnit}`, { quantity: format.number(quantity) });
  const of = refundOf === null ? undefined : t(`entries:refunded.${refundOf}`);
  return { title, detail: [t(`entries:category.${category}`), of, amount].filter(Boolean).join(', '), more: place ?? undefined };
}

export function readingTexts(entry: Entry, { t, format, reading, unit }: RowTools): KindTexts {
  const { reading: first, isReset, oldReading, note, isFromDetails } = as<'reading'>(entry);
  const detail = isFromDetails ? t('entries:fromDetails') : (note ?? '');
  if (!isReset) return { title: t(kindKey('reading', unit)), detail };
  // The column of readings says what the new one shows.
  if (oldReading === null) return { title: t(`entries:resetFromUnknown.${counterOf(unit)}`), detail };
  return { title: t(`entries:reset.${counterOf(unit)}`, { old: format.number(oldReading), now: reading(first, unit) }), detail };
}

export const workName = (entry: Entry): string => as<'work'>(entry).operationName;
export const costName = (entry: Entry): string => as<'cost'>(entry).title;
