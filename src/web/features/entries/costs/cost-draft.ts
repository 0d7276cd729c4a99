import type { FormErrors } from '@mantine/form';
import { type Cost, type CostCategory, costInput, type QuantityUnit, type Refunded } from '#contract/costs.ts';
import { isForeignMoney } from '#contract/fields.ts';
import type { Language } from '#contract/languages.ts';
import { currenciesIn } from '#contract/numbers.ts';
import { readingError } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { localDay } from '../../../local-day.ts';

/** The fields of a cost, as typed. */
export interface CostDraft {
  performedOn: string;
  reading: string;
  category: CostCategory;
  title: string;
  total: string;
  quantity: string;
  quantityUnit: QuantityUnit;
  /** Empty if it is not chosen. */
  refundOf: Refunded | '';
  place: string;
  note: string;
}

/** Categories that collect various things, so that their name does not say what was paid. */
const VARIOUS: ReadonlySet<CostCategory> = new Set(['fluids', 'accessory', 'refund', 'other']);

/** The title to begin with: the name of the category, unless that says too little. */
export const titleFor = (category: CostCategory, nameOf: (category: CostCategory) => string): string =>
  VARIOUS.has(category) ? '' : nameOf(category);

export const newCost = (nameOf: (category: CostCategory) => string): CostDraft => ({
  ...{ performedOn: localDay(), reading: '', category: 'insurance', title: titleFor('insurance', nameOf), total: '' },
  ...{ quantity: '', quantityUnit: 'l', refundOf: '', place: '', note: '' },
});

export const draftOf = (cost: Cost, language: Language): CostDraft => ({
  ...{ performedOn: cost.performedOn, category: cost.category, title: cost.title, refundOf: cost.refundOf ?? '' },
  reading: cost.reading === null ? '' : typedNumber(cost.reading, language),
  total: typedNumber(cost.total, language, { decimals: 2 }),
  quantity: cost.quantity === null ? '' : typedNumber(cost.quantity, language, { isGrouped: false }),
  ...{ quantityUnit: cost.quantityUnit ?? 'l', place: cost.place ?? '', note: cost.note ?? '' },
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** A refund is of something; AdBlue, oil and the like have an amount. */
export const hasQuantity = ({ category }: Pick<CostDraft, 'category'>): boolean => category === 'fluids' || category === 'tyres';

export function bodyOf(draft: CostDraft) {
  const { performedOn, category, title, total } = draft;
  const quantity = hasQuantity(draft) ? orNull(draft.quantity) : null;
  return {
    ...{ performedOn, category, title, total, reading: orNull(draft.reading) },
    ...{ quantity, quantityUnit: quantity === null ? null : draft.quantityUnit },
    refundOf: category === 'refund' && draft.refundOf !== '' ? draft.refundOf : null,
    ...{ place: orNull(draft.place), note: orNull(draft.note) },
  };
}

const checkBody = schemaResolver(costInput);

/** Error keys by field. */
export function checkCost(draft: CostDraft, unit: ReadingUnit, currency: Currency): FormErrors {
  const { reading: _, ...errors } = checkBody(bodyOf(draft));
  const wrong = draft.reading.trim() === '' ? undefined : readingError(draft.reading, unit);
  return {
    ...(isForeignMoney(currenciesIn(draft.total), currency) && { total: 'validation.number.currency' }),
    ...errors,
    ...(wrong && { reading: wrong }),
  };
}
