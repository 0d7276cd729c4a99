import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode, FIELD_ERRORS, type FieldErrorCode, isErrorCode } from '#contract/errors.ts';
import { AppError, type InvalidField } from '../app-error.ts';
import { compiled } from './compiled-schema.ts';

type Part = 'params' | 'query' | 'body';

/** Parses a part of the request; throws an AppError of the endpoint with one error per field. */
export function parseInput(endpoint: Endpoint, part: Part, input: unknown, isImageMissing = false): unknown {
  const parsed = z.safeParse(endpoint[part] as Schema, input ?? {});
  // A missing body is parsed as an empty object, which a schema without required fields accepts. A DELETE needs none then.
  const isMissing = part === 'body' && input == null && endpoint.method !== 'DELETE';
  if (isMissing && parsed.success && !isImageMissing) throw new AppError('api.400');
  if (parsed.success && !isImageMissing) return parsed.data;
  const invalidFields = parsed.success ? [] : invalidFieldsOf(parsed.error.issues, part === 'body' ? input : undefined);
  if (isImageMissing) invalidFields.push({ field: 'image', code: 'validation.image.required' });
  throw new AppError(codeOf(endpoint, part, invalidFields), { fields: invalidFields });
}

/** Returns the error code of the response: that of a check with its own status, such as `notesApi.422`, or that of the endpoint. */
function codeOf(endpoint: Endpoint, part: Part, invalidFields: InvalidField[]): ErrorCode {
  const codes = invalidFields.map(({ code }) => code).filter(isErrorCode);
  const [first] = codes;
  if (first && codes.length === invalidFields.length && (part === 'params' || codes.every((code) => ERRORS[code] !== 400))) return first;
  if (part === 'params') return 'api.id';
  return part === 'body' ? (endpoint.validationError ?? 'api.validation') : 'api.validation';
}

const fieldErrors: readonly string[] = FIELD_ERRORS;

/** The value that an issue is about. */
const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], body);

/** A value of another JSON type than text or number, which schemas report as missing. */
function wrongTypeOf(issue: z.core.$ZodIssue, body: unknown): FieldErrorCode | undefined {
  if (isErrorCode(issue.message) || (valueAt(body, issue.path) ?? null) === null) return undefined;
  if (issue.code === 'invalid_type' && issue.expected === 'string') return 'validation.text';
  if (issue.code === 'invalid_union' && issue.message === 'validation.required') return 'validation.number.invalid';
  return issue.code === 'invalid_type' && issue.message === 'validation.required' ? 'validation.invalid' : undefined;
}

function invalidFieldsOf(issues: readonly z.core.$ZodIssue[], body: unknown): InvalidField[] {
  const byField = new Map<string, InvalidField>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    const known = fieldErrors.includes(issue.message) || isErrorCode(issue.message) ? issue.message : 'validation.invalid';
    if (!byField.has(field)) byField.set(field, { field, code: wrongTypeOf(issue, body) ?? known });
  }
  return [...byField.values()];
}

/** Returns a parser for responses: drops undeclared fields and throws (500) if a declared one is missing. */
export function answerParser(endpoint: Endpoint): (answer: unknown) => object {
  const schema = compiled(endpoint.answer);
  return (answer) => z.parse(schema, answer) as object;
}

const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/** Throws 415 for an unsupported content encoding or charset; such a body would be misread or treated as empty. */
export function rejectUnreadableBody(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const charset = /;\s*charset=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (encoding !== 'identity' || !CHARSETS.includes(charset)) throw new AppError('api.415');
}

/** Returns the Idempotency-Key, if any: 8 to 100 printable ASCII characters; throws 400 for another value. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(header)) throw new AppError('api.idempotencyKey');
  return header;
}
