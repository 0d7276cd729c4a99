import * as z from 'zod/mini';
import { entryCurrency } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { amount } from './entries.ts';
import type { FieldErrorCode } from './errors.ts';
import { day, typedMoney } from './fields.ts';
import { PRICE_RULE } from './records.ts';
import { CURRENCIES } from './tariffs.ts';
import { vehicleParams } from './vehicles.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

export const VALUE_KINDS = ['purchase', 'valuation', 'sale'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** What a vehicle was worth on a day. */
export const valueInput = z.object({
  kind: z.enum(VALUE_KINDS, key('validation.choice')),
  amount: typedMoney(PRICE_RULE),
  /** That of the account by default. */
  currency: z.optional(z.enum(CURRENCIES, key('validation.choice'))),
});

const value = z.object({ day: z.string(), kind: z.enum(VALUE_KINDS), amount, currency: entryCurrency });
export type VehicleValue = z.core.output<typeof value>;

const valueParams = z.extend(vehicleParams, { day });

export const listValues = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/values',
  access: 'user',
  summary: 'List what a vehicle was bought for, worth and sold for, the oldest first.',
  params: vehicleParams,
  answer: z.object({ data: z.array(value) }),
  unexpectedError: 'valuesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const putValue = endpoint({
  method: 'PUT',
  path: '/api/vehicles/{vehicleId}/values/{day}',
  access: 'user',
  summary: 'Create or replace the value of a vehicle on a day (YYYY-MM-DD); at most 50 days.',
  params: valueParams,
  body: valueInput,
  answer: z.object({ data: value }),
  successCode: 'valuesApi.update.success',
  validationError: 'valuesApi.400',
  unexpectedError: 'valuesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'valuesApi.limit'],
});

export const removeValue = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/values/{day}',
  access: 'user',
  summary: 'Delete the value of a vehicle on a day; it is not an error if there is none.',
  params: valueParams,
  answer: z.object({}),
  successCode: 'valuesApi.delete.success',
  unexpectedError: 'valuesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});
