import type { FormErrors } from '@mantine/form';
import { VOLUME_RULE } from '#contract/entries.ts';
import { isForeignMoney } from '#contract/fields.ts';
import { type Fill, fillInput, UNIT_PRICE_RULE } from '#contract/fills.ts';
import { type Fuel, fuelsOf, unitsOf, type VolumeUnit } from '#contract/fuels.ts';
import type { Language } from '#contract/languages.ts';
import { currenciesIn, parseNumber } from '#contract/numbers.ts';
import { PRICE_RULE, readingError } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { localDay } from '../../../local-day.ts';

/** The fields of a fill, as typed. */
export interface FillDraft {
  performedOn: string;
  reading: string;
  fuel: Fuel;
  volume: string;
  volumeUnit: VolumeUnit;
  total: string;
  pricePerUnit: string;
  /** The price is typed instead of the total. */
  isByPrice: boolean;
  isFull: boolean;
  isMissedBefore: boolean;
  level: string;
  distanceOnFuel: string;
  grade: string;
  place: string;
  note: string;
}

/** The fuels of a vehicle, and one that an edited fill has kept. */
export const fuelsFor = ({ fuelType, secondFuelType }: Vehicle, kept?: Fuel): Fuel[] => [
  ...new Set([...fuelsOf(fuelType, secondFuelType), ...(kept ? [kept] : [])]),
];

/** What a new fill takes over from the last one with its fuel. */
export function asLast(fuel: Fuel, fills: readonly Fill[]): Pick<FillDraft, 'fuel' | 'volumeUnit' | 'grade' | 'place'> {
  const last = fills.find((fill) => fill.fuel === fuel);
  return { fuel, volumeUnit: last?.volumeUnit ?? unitsOf(fuel)[0] ?? 'l', grade: last?.grade ?? '', place: last?.place ?? '' };
}

export function newFill(vehicle: Vehicle, fills: readonly Fill[]): FillDraft {
  const fuels = fuelsFor(vehicle);
  const fuel = fuels.find((one) => one === fills[0]?.fuel) ?? fuels[0] ?? 'petrol';
  return {
    ...{ performedOn: localDay(), reading: '', volume: '', total: '', pricePerUnit: '', isByPrice: false },
    ...{ isFull: true, isMissedBefore: false, level: '', distanceOnFuel: '', note: '' },
    ...asLast(fuel, fills),
  };
}

export function draftOf(fill: Fill, language: Language): FillDraft {
  const typed = (value: number | null, decimals = 0): string =>
    value === null ? '' : typedNumber(value, language, { decimals, isGrouped: false });
  return {
    ...{ performedOn: fill.performedOn, fuel: fill.fuel, volumeUnit: fill.volumeUnit, isByPrice: false },
    reading: fill.reading === null ? '' : typedNumber(fill.reading, language),
    ...{ volume: typed(fill.volume), total: typed(fill.total, 2), pricePerUnit: typed(fill.pricePerUnit) },
    ...{ isFull: fill.isFull, isMissedBefore: fill.isMissedBefore, level: typed(fill.level) },
    ...{ distanceOnFuel: typed(fill.distanceOnFuel), grade: fill.grade ?? '', place: fill.place ?? '', note: fill.note ?? '' },
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

export function bodyOf(draft: FillDraft) {
  const { performedOn, fuel, volumeUnit, isFull, isMissedBefore } = draft;
  // The other one is not sent, so that it is computed or stays.
  const paid: { total?: string | null; pricePerUnit?: string | null } = draft.isByPrice
    ? { pricePerUnit: orNull(draft.pricePerUnit) }
    : { total: orNull(draft.total) };
  return {
    ...{ performedOn, fuel, volumeUnit, isFull, isMissedBefore },
    ...{ reading: orNull(draft.reading), volume: orNull(draft.volume), level: orNull(draft.level) },
    ...paid,
    ...{ distanceOnFuel: orNull(draft.distanceOnFuel), grade: orNull(draft.grade), place: orNull(draft.place), note: orNull(draft.note) },
  };
}
const checkBody = schemaResolver(fillInput);

/** Error keys by field. */
export function checkFill(draft: FillDraft, unit: ReadingUnit, currency: Currency): FormErrors {
  const { reading: _, ...errors } = checkBody(bodyOf(draft));
  const paid = draft.isByPrice ? 'pricePerUnit' : 'total';
  const isNothing = [draft.volume, draft[paid]].every((text) => text.trim() === '');
  const wrong = draft.reading.trim() === '' ? undefined : readingError(draft.reading, unit);
  return {
    ...(isForeignMoney(currenciesIn(draft[paid]), currency) && { [paid]: 'validation.number.currency' }),
    ...(isNothing && { volume: 'validation.required' }),
    // Without a volume, a price alone tells nothing.
    ...(draft.isByPrice && draft.volume.trim() === '' && { volume: 'validation.required' }),
    ...errors,
    ...(wrong && { reading: wrong }),
  };
}

/** What the two typed figures give: the price per unit, or the total; undefined until both are there. */
export function thirdOf({ volume, total, pricePerUnit, isByPrice }: FillDraft): number | undefined {
  const parsed = parseNumber(volume, VOLUME_RULE);
  const paid = isByPrice ? parseNumber(pricePerUnit, UNIT_PRICE_RULE) : parseNumber(total, PRICE_RULE);
  if (!parsed.ok || !paid.ok || parsed.value === 0) return undefined;
  return isByPrice ? paid.value * parsed.value : paid.value / parsed.value;
}
