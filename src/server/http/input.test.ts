import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createRecord } from '#contract/records.ts';
import type { AppError } from '#server/app-error.ts';
import { parseInput } from './input.ts';

/** The errors of the fields of a body. */
function errorsOf(endpoint: Endpoint, body: unknown): Record<string, string> {
  try {
    parseInput(endpoint, 'body', body);
    return {};
  } catch (error) {
    return Object.fromEntries(((error as AppError).fields ?? []).map(({ field, code }) => [field, code]));
  }
}

const fieldsOf = ({ body }: Endpoint): string[] => (body instanceof z.core.$ZodObject ? Object.keys(body._zod.def.shape) : []);
const FIELDS = Object.entries(ALL_ENDPOINTS).flatMap(([name, endpoint]) => fieldsOf(endpoint).map((field) => ({ name, field, endpoint })));

test('no field of any endpoint calls a value of another JSON type empty', () => {
  expect(FIELDS.length).toBeGreaterThan(60);
  const called = FIELDS.flatMap(({ name, field, endpoint }) =>
    [true, 5, ['x'], { x: 1 }].flatMap((value) => {
      const code = errorsOf(endpoint, { [field]: value })[field];
      return code === 'validation.required' ? [`${name} ${field} ${JSON.stringify(value)}`] : [];
    }),
  );
  expect(called).toEqual([]);
});

test('values of another JSON type are named, and missing ones are called empty', () => {
  const body = { operationName: 5, partName: null, partCode: 5541, price: true, reading: [1] };
  expect(errorsOf(createRecord, body)).toEqual({
    ...{ operationName: 'validation.text', partName: 'validation.required', partCode: 'validation.text' },
    ...{ price: 'validation.number.invalid', reading: 'validation.number.invalid' },
  });
  expect(errorsOf(createRecord, {})).toMatchObject({ operationName: 'validation.required', price: 'validation.required' });
});
