import { describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#server/app-error.ts';
import { parseInput } from '#server/http/input.ts';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';
import { inputsWith } from '#tests/support/schemas.ts';

/** Milliseconds of CPU time for one parse, during which the event loop is blocked. Linear parsers need about 1. */
const LIMIT = 50;
const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];

function parse(endpoint: Endpoint, part: Part, input: unknown): void {
  try {
    parseInput(endpoint, part, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** The field that is slow with this text, `all together` if no single field is; undefined if parsing is fast. */
function slowField(endpoint: Endpoint, part: Part, text: string): string | undefined {
  const schema = endpoint[part];
  if (!schema) return undefined;
  const isSlow = (input: unknown): boolean => cpuTime(() => parse(endpoint, part, input), LIMIT) >= LIMIT;
  const input = [false, true].flatMap((everywhere) => inputsWith(schema, text, everywhere)).find(isSlow);
  if (input === undefined) return undefined;
  const fields = Object.entries((Array.isArray(input) ? input[0] : input) as object);
  const slow = fields.find(([field, value]) => isSlow(Array.isArray(input) ? [{ [field]: value }] : { [field]: value }));
  return slow?.[0] ?? 'all together';
}

const parts = Object.entries(ALL_ENDPOINTS).flatMap(([name, endpoint]) =>
  PARTS.filter((part) => endpoint[part]).map((part) => ({ name, part, endpoint })),
);

describe('no hostile text of 60 KB takes long to parse', () => {
  test.each(parts)('in $part of $name', ({ part, endpoint }) => {
    for (const [name, text] of Object.entries(HOSTILE_TEXTS)) expect({ name, field: slowField(endpoint, part, text) }).toEqual({ name });
  });
});
