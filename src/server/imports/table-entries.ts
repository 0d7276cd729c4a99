import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { costInput } from '#contract/costs.ts';
import { entryFields, placeFields } from '#contract/entries.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { fillInput } from '#contract/fills.ts';
import { unitsOf, type VolumeUnit } from '#contract/fuels.ts';
import type { ImportReason } from '#contract/imports.ts';
import { GRADE_MAX, PART_NAME_MAX } from '#contract/limits.ts';
import { currenciesIn } from '#contract/numbers.ts';
import { readingInput } from '#contract/readings.ts';
import { recordInput } from '#contract/records.ts';
import type { TableField } from '#contract/tables.ts';
import { CURRENCIES, type Currency } from '#contract/tariffs.ts';
import { dayIn } from '../tables/days.ts';
import { numberIn } from '../tables/numbers.ts';
import type { DraftEntry } from './drafts.ts';
import { reasonOf } from './reasons.ts';
import type { Cells } from './section-form.ts';
import type { TableFormat } from './table-columns.ts';
import { flagOf, fuelOfWord, kindOfWord, type RowKind } from './table-words.ts';

/** What a row says, read. */
export interface RowValues {
  performedOn: string;
  reading: number | null;
  total: number | null;
  quantity: number | null;
  volume: number | null;
  pricePerUnit: number | null;
  isFull: boolean;
  isMissedBefore: boolean;
  currency: Currency | undefined;
}

/** Why a row cannot be taken. */
export class RefusedCell extends Error {
  readonly reason: ImportReason;

  constructor(code: ImportReason['code'], field: string) {
    super(code);
    this.reason = { code, field };
  }
}

/** The schema of a fill without its fuel, which is that of the vehicle. */
const fillOfVehicle = z.extend(fillInput, { fuel: z.optional(fillInput.shape.fuel) });
const BESIDE_WORK = z.object({ place: placeFields.place, note: entryFields.note });
const SCHEMAS = { work: recordInput, fill: fillOfVehicle, cost: costInput, reading: readingInput } as const;

/** What a table of other programs does not have, but every record of work does. */
const NO_TEXT = '–';
/** Decimals of the API: other programs write more of them, which come from their own sums. */
const DECIMALS = { reading: 1, total: 2, quantity: 3, volume: 3, pricePerUnit: 4 } as const;
type NumberField = keyof typeof DECIMALS;

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** The values of a row. Throws for a cell that cannot be read. */
export function valuesOf(cells: Cells, { fields, decimals, dayOrder }: TableFormat): RowValues {
  const number = (field: NumberField): number | null => {
    const text = cells[field] ?? '';
    if (text === '' || /^[-–—]+$/.test(text)) return null;
    const value = numberIn(text, decimals[fields.indexOf(field)] ?? '.');
    if (value === undefined) throw new RefusedCell('validation.number.invalid', field);
    return rounded(value, DECIMALS[field]);
  };
  /** Other programs write 0 for what is not known. */
  const known = (field: NumberField): number | null => number(field) || null;
  const flag = (field: TableField, otherwise: boolean): boolean => {
    const text = cells[field] ?? '';
    if (text === '') return otherwise;
    const value = flagOf(text);
    if (value === undefined) throw new RefusedCell('validation.choice', field);
    return value;
  };
  const day = cells.performedOn ?? '';
  if (day === '') throw new RefusedCell('validation.date.required', 'performedOn');
  const performedOn = dayIn(day, dayOrder);
  if (performedOn === undefined) throw new RefusedCell('validation.date.format', 'performedOn');
  return {
    ...{ performedOn, reading: known('reading'), total: number('total'), quantity: known('quantity') },
    ...{ volume: known('volume'), pricePerUnit: known('pricePerUnit') },
    isFull: cells.isPartial === undefined ? flag('isFull', true) : !flag('isPartial', false),
    isMissedBefore: flag('isMissedBefore', false),
    currency: currencyOf(cells.total ?? ''),
  };
}

const CODE = /(?<!\p{L})[a-z]{3}(?!\p{L})/iu;

/** That of a sign or an ISO code beside the amount; the account's if it has none. */
function currencyOf(total: string): Currency | undefined {
  const [currency] = currenciesIn(total);
  const code = CODE.exec(total)?.[0].toUpperCase();
  const isUnknown = code !== undefined && !(CURRENCIES as readonly string[]).includes(code);
  if (currency === 'other' || isUnknown) throw new RefusedCell('validation.number.currency', 'total');
  return currency;
}

/** What a row is: what it says, else what its other columns make of it. */
export function kindOf(cells: Cells, values: RowValues, otherwise: EntryKindName): RowKind {
  const said = cells.kind ? kindOfWord(cells.kind) : undefined;
  if (said) return said;
  if (values.volume !== null && otherwise !== 'cost') return { kind: 'fill' };
  const isWork = otherwise === 'fill' && cells.title !== undefined && cells.title !== '' && cells.volume !== undefined;
  return { kind: isWork ? 'work' : otherwise };
}

type Input = { kind: EntryKindName; input: object; extra: DraftEntry['extra'] };

/** A row as the API takes it, with what the API does not take. */
export function inputOf(cells: Cells, values: RowValues, of: RowKind, volumeUnit: VolumeUnit): Input {
  const { performedOn, reading, total, currency } = values;
  const [place, note] = [cells.place || null, cells.note || null];
  const extra = currency ? { currency } : {};
  const shared = { performedOn, reading, place, note };
  if (of.kind === 'work') return workOf(cells, values, { ...extra, place, note });
  if (of.kind === 'reading') return { kind: 'reading', input: { performedOn, reading: reading ?? 0, note: note ?? place }, extra };
  if (of.kind === 'fill') {
    const fuel = cells.fuel ? fuelOfWord(cells.fuel) : undefined;
    const { volume, pricePerUnit, isFull, isMissedBefore } = values;
    const unit = fuel && !unitsOf(fuel).includes(volumeUnit) ? unitsOf(fuel)[0] : volumeUnit;
    const grade = fuel || !cells.fuel ? null : cells.fuel.slice(0, GRADE_MAX);
    const input = { ...shared, fuel, volume, volumeUnit: unit, total: total || null, pricePerUnit, isFull, isMissedBefore, grade };
    return { kind: 'fill', input, extra };
  }
  const title = cells.title || cells.kind || cells.partName || '';
  const rest = {
    category: of.category ?? 'other',
    title,
    total: total ?? 0,
    note: [note, cells.partCode].filter(Boolean).join(' · ') || null,
  };
  const input = { ...shared, ...quantityOf(values), ...rest };
  return { kind: 'cost', input, extra };
}

/** Of a cost: pieces, or litres of a fluid. */
function quantityOf({ quantity, volume }: RowValues): object {
  if (quantity !== null) return { quantity, quantityUnit: 'pcs' };
  return volume === null ? {} : { quantity: volume, quantityUnit: 'l' };
}

/** Work has no note in the API: it stands in place of a part, if there is none. */
function workOf(cells: Cells, { performedOn, reading, total, quantity }: RowValues, extra: DraftEntry['extra']): Input {
  const operationName = cells.title || cells.kind || cells.partName || '';
  const named = cells.partName || (cells.note ?? '').replaceAll(/\s+/g, ' ').slice(0, PART_NAME_MAX).trim() || NO_TEXT;
  const partName = quantity !== null && quantity !== 1 && cells.partName ? `${named} × ${quantity}` : named;
  const input = { operationName, partName, partCode: cells.partCode || NO_TEXT, price: total ?? 0, reading: reading ?? 0, performedOn };
  return { kind: 'work', input, extra };
}

/** Checks a row with the schema of the API; what is wrong with it otherwise. */
export function checked({ kind, input, extra }: Input): Pick<DraftEntry, 'kind' | 'input' | 'extra'> {
  const parsed = z.safeParse(SCHEMAS[kind], input);
  // Work has no place and no note in the API.
  const beside = z.safeParse(BESIDE_WORK, kind === 'work' ? extra : {});
  if (parsed.success && beside.success) {
    const { place = null, note = null } = beside.data;
    return { kind, input: parsed.data as object, extra: kind === 'work' ? { ...extra, place, note } : extra };
  }
  const { code, field } = reasonOf((parsed.error ?? beside.error)?.issues[0]);
  throw new RefusedCell(code, field ?? '');
}

/** Numbers equal rows, so that each has a key that is the same in a later file. */
export function newKeys() {
  const seen = new Map<string, number>();
  return (...parts: readonly unknown[]): string => {
    const key = JSON.stringify(parts);
    const repeated = seen.get(key) ?? 0;
    seen.set(key, repeated + 1);
    const hex = createHash('sha256').update(`${key} ${repeated}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
