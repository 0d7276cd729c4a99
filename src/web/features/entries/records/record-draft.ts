import type { FormErrors } from '@mantine/form';
import { isForeignMoney } from '#contract/fields.ts';
import { folded } from '#contract/folded.ts';
import type { Language } from '#contract/languages.ts';
import { currenciesIn } from '#contract/numbers.ts';
import { type Operation, readingError, recordInput, type ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { localDay } from '../../../local-day.ts';

/** The fields of a record, as typed. */
export interface RecordDraft {
  performedOn: string;
  reading: string;
  operationName: string;
  partName: string;
  partCode: string;
  price: string;
}

/** Stored for "none", because the fields of a record must not be empty (docs/product.md, Records). */
const NONE = '-';
const orNone = (text: string): string => (text.trim() === '' ? NONE : text);
const unlessNone = (text: string): string => (text === NONE ? '' : text);

/** Shown for a reading that is not known, which is sent as 0. A bicycle has none: its readings are years. */
export const UNKNOWN_READING = '–';
export const isUnknown = ({ reading }: Pick<RecordDraft, 'reading'>): boolean => reading.trim() === UNKNOWN_READING;

const typedReading = (reading: number, unit: ReadingUnit, language: Language): string =>
  reading === 0 ? UNKNOWN_READING : typedNumber(reading, language, { isGrouped: unit !== 'year' });

/** A new record: today and the vehicle's current reading. Readings of a bicycle are years, so it starts with the current year. */
export function newDraft(reading: number | null, unit: ReadingUnit, language: Language): RecordDraft {
  const today = localDay();
  const initial = unit === 'year' ? today.slice(0, 4) : !reading ? '' : typedReading(reading, unit, language);
  return { performedOn: today, reading: initial, operationName: '', partName: '', partCode: '', price: '' };
}

/** Whether only the prefilled day and reading are set. */
export const isBlank = ({ operationName, partName, partCode, price }: RecordDraft): boolean =>
  [operationName, partName, partCode, price].every((text) => text.trim() === '');

/** The typed values without the saved ones; date and reading stay for another record of the same visit. */
export function withoutSent(typed: RecordDraft, sent: RecordDraft): RecordDraft {
  const next = (field: 'operationName' | 'partName' | 'partCode' | 'price') => (typed[field] === sent[field] ? '' : typed[field]);
  return { ...typed, operationName: next('operationName'), partName: next('partName'), partCode: next('partCode'), price: next('price') };
}

export const isSameDraft = (a: RecordDraft, b: RecordDraft): boolean =>
  (Object.keys(a) as (keyof RecordDraft)[]).every((field) => a[field] === b[field]);

export const draftOf = (record: ServiceRecord, unit: ReadingUnit, language: Language): RecordDraft => ({
  performedOn: record.performedOn,
  reading: typedReading(record.reading, unit, language),
  operationName: record.operationName,
  partName: unlessNone(record.partName),
  partCode: unlessNone(record.partCode),
  price: typedNumber(record.price, language, { decimals: 2 }),
});

/** Values of the last record with this operation; undefined once a part, code or price has been typed. */
export function lastTimeFor(draft: RecordDraft, operations: readonly Operation[]): Operation['last'] | undefined {
  const name = folded(draft.operationName);
  const isOpen = [draft.partName, draft.partCode, draft.price].every((text) => text.trim() === '');
  return (isOpen && operations.find(({ operationName }) => folded(operationName) === name)?.last) || undefined;
}

export const typedAs = (
  { partName, partCode, price }: NonNullable<Operation['last']>,
  language: Language,
): Pick<RecordDraft, 'partName' | 'partCode' | 'price'> => ({
  partName: unlessNone(partName),
  partCode: unlessNone(partCode),
  price: typedNumber(price, language, { decimals: 2 }),
});

export const bodyOf = (draft: RecordDraft): RecordDraft => ({
  ...draft,
  reading: isUnknown(draft) ? '0' : draft.reading,
  partName: orNone(draft.partName),
  partCode: orNone(draft.partCode),
});

const checkBody = schemaResolver(recordInput);

/** Error keys by field. The reading is validated by the vehicle's unit, the price by the owner's currency. */
export function checkDraft(draft: RecordDraft, unit: ReadingUnit, currency: Currency): FormErrors {
  const { reading: _, ...errors } = checkBody(bodyOf(draft));
  const fieldError = readingError(bodyOf(draft).reading, unit);
  const isForeign = isForeignMoney(currenciesIn(draft.price), currency);
  return { ...(isForeign && { price: 'validation.number.currency' }), ...errors, ...(fieldError && { reading: fieldError }) };
}
