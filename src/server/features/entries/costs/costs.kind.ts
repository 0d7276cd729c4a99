import type * as z from 'zod/mini';
import type { Cost, CostCategory, costPatch, Refunded } from '#contract/costs.ts';
import type { FieldErrorCode } from '#contract/errors.ts';
import { fromCents, toCents } from '#contract/money.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../../app-error.ts';
import type { StoredGroup } from '../../../db/vehicle-tables.ts';
import type { Details } from '../details.repo.ts';
import type { Change, EntryKind } from '../entry.kind.ts';
import { checkMoney, currencyOf, sharedColumns } from '../reading.rules.ts';

type CostInput = z.core.output<typeof costPatch>;

const THOUSANDTHS = 1_000;

/** The group of a refund is that of what was refunded. */
const GROUPS: Record<Exclude<CostCategory, 'refund'> | Refunded, StoredGroup> = {
  ...{ insurance: 'standing', tax: 'standing', inspection: 'standing' },
  ...{ parking: 'running', toll: 'running', wash: 'running', fine: 'running', fluids: 'running', other: 'running' },
  ...{ tyres: 'maintenance', work: 'maintenance', accessory: 'accessories', loan: 'loan', fill: 'energy' },
};

export const groupOf = ({ category, refund_of }: Pick<Details['cost'], 'category' | 'refund_of'>): StoredGroup =>
  category === 'refund' ? GROUPS[refund_of ?? 'other'] : GROUPS[category];

const invalid = (field: string, code: FieldErrorCode): AppError => new AppError('costsApi.400', { fields: [{ field, code }] });

/** Insurance, parking and all other costs; that of a refund is stored as a negative amount, so that sums need no exception. */
export const COST: EntryKind<'cost', CostInput, Cost> = {
  name: 'cost',
  codes: { invalid: 'costsApi.400', notFound: 'costsApi.404', limit: 'entriesApi.limit' },

  change(access, input, stored): Change<'cost'> {
    const { vehicle } = access;
    checkMoney(currencyOf(access, stored, input.currency, 'total', 'costsApi.400'), input.total, 'total', 'costsApi.400');
    const { note, place, title } = input;
    const details = detailsOf(input, stored?.details);
    const cents = input.total === undefined ? Math.abs(stored?.amount ?? 0) : toCents(input.total.amount);
    return {
      columns: {
        ...sharedColumns(vehicle, input, 'costsApi.400'),
        ...{ amount: details.category === 'refund' ? -cents : cents, cost_group: groupOf(details) },
        ...(note === undefined ? {} : { note }),
        ...(place === undefined ? {} : { place }),
      },
      details: { ...details, ...(title === undefined ? {} : { title }) },
    };
  },

  wire: ({ details, ...row }) => ({
    id: row.id,
    performedOn: row.performed_on,
    reading: row.reading === 0 ? null : row.reading / TENTHS,
    category: details.category,
    title: details.title,
    total: fromCents(Math.abs(row.amount ?? 0)),
    currency: row.currency,
    quantity: details.quantity === null ? null : details.quantity / THOUSANDTHS,
    quantityUnit: details.quantity_unit,
    refundOf: details.refund_of,
    place: row.place,
    note: row.note,
  }),
};

/** All details but the title, after the change of an input. */
function detailsOf(input: CostInput, stored: Details['cost'] | undefined): Omit<Details['cost'], 'title'> {
  const category = input.category ?? stored?.category ?? 'other';
  const quantity = input.quantity === undefined ? (stored?.quantity ?? null) : thousandths(input.quantity);
  const unit = input.quantityUnit === undefined ? (stored?.quantity_unit ?? null) : input.quantityUnit;
  const refundOf = input.refundOf === undefined ? (stored?.refund_of ?? null) : input.refundOf;
  if (quantity !== null && unit === null) throw invalid('quantityUnit', 'validation.required');
  if (input.refundOf && category !== 'refund') throw invalid('refundOf', 'validation.notForType');
  return {
    ...{ category, quantity, quantity_unit: quantity === null ? null : unit },
    refund_of: category === 'refund' ? refundOf : null,
  };
}

const thousandths = (value: number | null): number | null => (value === null ? null : Math.round(value * THOUSANDTHS));
