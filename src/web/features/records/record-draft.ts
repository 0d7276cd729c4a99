import type { FormErrors } from '@mantine/form';
import { isForeignMoney } from '#contract/fields.ts';
import type { Language } from '#contract/languages.ts';
import { currenciesIn } from '#contract/numbers.ts';
import { type Operation, readingError, recordInput, type ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { schemaResolver } from '../../forms/schema-form.ts';
import { typedNumber } from '../../i18n/typed-number.ts';

/** What the fields of a record hold: all as typed. */
export interface RecordDraft {
  performedOn: string;
  reading: string;
  operationName: string;
  partName: string;
  partCode: string;
  price: string;
}

/** Stands for "none" in a record, whose fields may not be empty (specification 5; product decisions, part 3). */
const NONE = '-';
const orNone = (text: string): string => (text.trim() === '' ? NONE : text);
const unlessNone = (text: string): string => (text === NONE ? '' : text);

/** The calendar day where the person is, YYYY-MM-DD. */
export function localDay(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const typedReading = (reading: number, unit: ReadingUnit, language: Language): string =>
  typedNumber(reading, language, { isGrouped: unit !== 'year' });

/** A new record: today, and the reading that the vehicle shows; a bicycle's readings are years, so the current one. */
export function newDraft(reading: number | null, unit: ReadingUnit, language: Language): RecordDraft {
  const today = localDay();
  const known = unit === 'year' ? today.slice(0, 4) : reading === null ? '' : typedReading(reading, unit, language);
  return { performedOn: today, reading: known, operationName: '', partName: '', partCode: '', price: '' };
}

/** Nothing of one's own has been typed yet: day and reading were filled in. */
export const isBlank = ({ operationName, partName, partCode, price }: RecordDraft): boolean =>
  [operationName, partName, partCode, price].every((text) => text.trim() === '');

/** The typed values without those that have been saved; the date and the reading stay for a further record of the same visit. */
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

/** What this work took the last time, as it is typed; undefined once a part, a code or a price has been typed. */
export function lastTimeFor(draft: RecordDraft, operations: readonly Operation[]): Operation['last'] | undefined {
  const name = draft.operationName.trim().toLowerCase();
  const isOpen = [draft.partName, draft.partCode, draft.price].every((text) => text.trim() === '');
  return (isOpen && operations.find(({ operationName }) => operationName.toLowerCase() === name)?.last) || undefined;
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
  partName: orNone(draft.partName),
  partCode: orNone(draft.partCode),
});

/** The changed fields as they are sent. */
export function changesOf(draft: RecordDraft, original: RecordDraft): Partial<RecordDraft> {
  const body = bodyOf(draft);
  const before = bodyOf(original);
  const fields = Object.keys(body) as (keyof RecordDraft)[];
  return Object.fromEntries(fields.filter((field) => body[field] !== before[field]).map((field) => [field, body[field]]));
}

const checkBody = schemaResolver(recordInput);

/** Field by field the key of what is wrong; the reading is judged by the vehicle's own unit, the price by the owner's currency. */
export function checkDraft(draft: RecordDraft, unit: ReadingUnit, currency: Currency): FormErrors {
  const { reading: _, ...errors } = checkBody(bodyOf(draft));
  const fieldError = readingError(draft.reading, unit);
  const isForeign = isForeignMoney(currenciesIn(draft.price), currency);
  return { ...(isForeign && { price: 'validation.number.currency' }), ...errors, ...(fieldError && { reading: fieldError }) };
}
