import * as z from 'zod/mini';
import { entryCurrency } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { amount, entryFields, entryPageQuery, entryWire, placeFields, typedVolume } from './entries.ts';
import type { FieldErrorCode } from './errors.ts';
import { id, line, typedMoney } from './fields.ts';
import { COST_TITLE_MAX } from './limits.ts';
import { isDoubtful, PRICE_RULE } from './records.ts';
import { vehicleParams } from './vehicles.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

export const COST_CATEGORIES = [
  ...['insurance', 'tax', 'inspection', 'parking', 'toll', 'wash', 'fine'],
  ...['tyres', 'fluids', 'accessory', 'loan', 'refund', 'other'],
] as const;
export type CostCategory = (typeof COST_CATEGORIES)[number];

/** What a refund can be of: another category, work or fuel. */
export const REFUNDED = [...COST_CATEGORIES.filter((category) => category !== 'refund' && category !== 'loan'), 'work', 'fill'] as const;
export type Refunded = (typeof REFUNDED)[number];

/** Of AdBlue, oil and the like. */
export const QUANTITY_UNITS = ['l', 'kg', 'pcs'] as const;
export type QuantityUnit = (typeof QUANTITY_UNITS)[number];

const costFields = {
  ...entryFields,
  ...placeFields,
  category: z.enum(COST_CATEGORIES, key('validation.choice')),
  title: line(COST_TITLE_MAX),
  /** In the owner's currency. That of a refund is positive too, and is subtracted in every sum. */
  total: typedMoney(PRICE_RULE),
  quantity: z.optional(z.nullable(typedVolume)),
  /** Required with a quantity. */
  quantityUnit: z.optional(z.nullable(z.enum(QUANTITY_UNITS, key('validation.choice')))),
  /** Only of a refund. */
  refundOf: z.optional(z.nullable(z.enum(REFUNDED, key('validation.choice')))),
};

export const costInput = z.object(costFields);

export const cost = z.object({
  ...entryWire,
  category: z.enum(COST_CATEGORIES),
  title: z.string(),
  total: amount,
  currency: entryCurrency,
  quantity: z.nullable(z.number()),
  quantityUnit: z.nullable(z.enum(QUANTITY_UNITS)),
  refundOf: z.nullable(z.enum(REFUNDED)),
  place: z.nullable(z.string()),
});
export type Cost = z.core.output<typeof cost>;

export const costPatch = z.partial(z.object({ ...costFields, seen: z.partial(cost) }));

const costParams = z.object({ vehicleId: id, costId: id });

export const listCosts = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/costs',
  access: 'user',
  summary: 'List a vehicle’s other costs, newest first: `limit` (100 by default, at most 500) after `cursor`.',
  params: vehicleParams,
  query: entryPageQuery,
  answer: z.object({ data: z.array(cost), nextCursor: z.nullable(z.string()) }),
  unexpectedError: 'costsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const createCost = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/costs',
  access: 'user',
  summary: 'Add a cost such as insurance or parking; performedOn defaults to today. `ask` and `isReadingRight` as for a record.',
  params: vehicleParams,
  body: costInput,
  idempotent: true,
  answer: z.object({ data: cost, isDoubtful }),
  status: 201,
  successCode: 'costsApi.create.success',
  validationError: 'costsApi.400',
  unexpectedError: 'costsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'costsApi.404', 'entriesApi.limit', 'entriesApi.doubtful'],
});

export const updateCost = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/{vehicleId}/costs/{costId}',
  access: 'user',
  summary: 'Update any fields of a cost. `seen` as for a record.',
  params: costParams,
  body: costPatch,
  answer: z.object({ data: cost, isDoubtful }),
  successCode: 'costsApi.update.success',
  validationError: 'costsApi.400',
  unexpectedError: 'costsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'costsApi.404', 'api.changed', 'entriesApi.doubtful'],
});

export const removeCost = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/costs/{costId}',
  access: 'user',
  summary: 'Delete a cost; for 24 hours it can be restored.',
  params: costParams,
  answer: z.object({}),
  successCode: 'costsApi.delete.success',
  unexpectedError: 'costsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'costsApi.404'],
});

export const restoreCost = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/costs/{costId}/restore',
  access: 'user',
  summary: 'Undo the deletion of a cost within 24 hours. Changes nothing for one that is not deleted.',
  params: costParams,
  answer: z.object({ data: cost }),
  successCode: 'costsApi.restore.success',
  unexpectedError: 'costsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'costsApi.404', 'entriesApi.limit'],
});
