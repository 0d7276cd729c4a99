import * as z from 'zod/mini';
import type { Schema } from '#contract/endpoint.ts';
import { id, numberRuleOf, pageQuery, year } from '#contract/fields.ts';
import { MONTHS_MAX, MONTHS_MIN, PAGE_SIZE, PAGE_SIZE_MAX, RECORDS_PAGE_MAX, YEAR_MIN } from '#contract/limits.ts';
import { orderMonths } from '#contract/orders.ts';
import { pageLimit, recordId } from '#contract/records.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const ID: Json = { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 };
const PAGE_MAX = 999_999_999;

/** Schemas that read a number from text: the document describes the number, the parser accepts only its digits. */
const NUMBERS = new Map<Schema, Json>([
  [id, ID],
  [recordId, ID],
  [pageLimit, { type: 'integer', minimum: 1, maximum: RECORDS_PAGE_MAX }],
  [pageQuery.page, { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: 1 }],
  [pageQuery.pageSize, { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE }],
  [year, { type: ['integer', 'string'], minimum: YEAR_MIN, pattern: '^\\s*\\d{4}\\s*$', description: 'A year, at most the current one.' }],
  [orderMonths, { type: ['integer', 'string'], minimum: MONTHS_MIN, maximum: MONTHS_MAX, description: 'Whole calendar months.' }],
]);

function typedNumber(schema: Schema): Json | undefined {
  const rule = numberRuleOf(schema);
  if (!rule) return undefined;
  const { decimals, max } = rule;
  const precision = decimals === 0 ? 'A whole number' : `A number with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  return {
    type: [decimals === 0 ? 'integer' : 'number', 'string'],
    minimum: 0,
    maximum: Math.min(max, Number.MAX_SAFE_INTEGER),
    description: `${precision}, or the text that a person typed, such as \`12,5\`.`,
  };
}

/** What the parser accepts and then normalizes; the pattern of the contract describes the normalized text. */
const NORMALIZED: Record<string, string> = {
  vin: '17 letters and digits. Small letters, spaces and Cyrillic letters that look like Latin ones are accepted.',
  hinNumber: '12 letters and digits. Small letters, spaces, hyphens and Cyrillic letters that look like Latin ones are accepted.',
  iban: 'Small letters and spaces are accepted.',
};

const ID_NAME = /^(?:id|\w+Id|\w+_id)$/;
const COUNT: Json = { type: 'integer', minimum: 0 };
/** Properties of answers that the contract declares as numbers or texts only; one with a minimum is described by that. */
const ANSWERS: readonly [RegExp, 'number' | 'string', Json][] = [
  [ID_NAME, 'number', ID],
  [/^(?:total|records|recordCount|entryCount|hidden|archived|limit|tries|visit_count)$/, 'number', COUNT],
  [/^payment_months$/, 'number', { type: 'integer', minimum: MONTHS_MIN, maximum: MONTHS_MAX }],
  [/^year$/, 'number', { type: 'integer', minimum: YEAR_MIN }],
  [/^(?:performedOn|lastDay|visit_date)$/, 'string', { format: 'date' }],
  [/^(?:at|\w+At|\w+_at|undoUntil|restorableFrom|tariff_\w+_date)$/, 'string', { format: 'date-time' }],
  [/^email$/, 'string', { format: 'email' }],
];

function propertyOf(name: string, property: Json, io: Direction): Json {
  if (Array.isArray(property.anyOf)) return { ...property, anyOf: property.anyOf.map((option: Json) => propertyOf(name, option, io)) };
  if (io === 'output') {
    const known = property.minimum === undefined && ANSWERS.find(([pattern, type]) => type === property.type && pattern.test(name));
    return known ? { ...property, ...known[2] } : property;
  }
  const normalized = NORMALIZED[name];
  if (normalized && property.type === 'string') return { type: 'string', minLength: 1, description: normalized };
  if (property.type === 'integer' && ID_NAME.test(name)) return ID;
  if (property.type === 'number' && property.minimum === undefined) return { ...property, minimum: 0 };
  return property;
}

function withProperties(schema: Json, io: Direction): void {
  const { properties } = schema as { properties?: Record<string, Json> };
  if (!properties) return;
  schema.properties = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, propertyOf(name, property, io)]));
}

/** The JSON Schema of a schema of the contract, as the wire has it. */
export function jsonSchema(schema: Schema, io: Direction): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema: written }) => {
      const known = io === 'input' ? (NUMBERS.get(zodSchema) ?? typedNumber(zodSchema)) : undefined;
      if (known) {
        for (const key of Object.keys(written)) delete (written as Json)[key];
        Object.assign(written, known);
      }
      withProperties(written as Json, io);
    },
  }) as Json;
  return rest;
}
