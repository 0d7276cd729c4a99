import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode, FIELD_ERRORS, isErrorCode } from '#contract/errors.ts';
import { AppError, type InvalidField } from '../app-error.ts';
import { compiled } from './compiled-schema.ts';

type Part = 'params' | 'query' | 'body';

/** Parses a part of the request, or throws the endpoint's 400 with one entry a field. */
export function parseInput(endpoint: Endpoint, part: Part, input: unknown, isImageMissing = false): unknown {
  const parsed = z.safeParse(endpoint[part] as Schema, input ?? {});
  // A schema without required fields accepts the empty object that stands for a missing body.
  if (part === 'body' && input == null && parsed.success && !isImageMissing) throw new AppError('api.400');
  if (parsed.success && !isImageMissing) return parsed.data;
  const invalidFields = parsed.success ? [] : invalidFieldsOf(parsed.error.issues);
  if (isImageMissing) invalidFields.push({ field: 'image', code: 'validation.image.required' });
  throw new AppError(codeOf(endpoint, part, invalidFields), { fields: invalidFields });
}

/** Faults may carry a status of their own: a note that is too long is 422, an ill-formed id has its own key. */
function codeOf(endpoint: Endpoint, part: Part, invalidFields: InvalidField[]): ErrorCode {
  const codes = invalidFields.map(({ code }) => code).filter(isErrorCode);
  const [first] = codes;
  if (first && codes.length === invalidFields.length && (part === 'params' || codes.every((code) => ERRORS[code] !== 400))) return first;
  if (part === 'params') return 'api.id';
  return part === 'body' ? (endpoint.validationError ?? 'api.validation') : 'api.validation';
}

const known: readonly string[] = FIELD_ERRORS;

function invalidFieldsOf(issues: readonly z.core.$ZodIssue[]): InvalidField[] {
  const byField = new Map<string, InvalidField>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    const code = known.includes(issue.message) || isErrorCode(issue.message) ? issue.message : 'validation.invalid';
    if (!byField.has(field)) byField.set(field, { field, code });
  }
  return [...byField.values()];
}

/** The answer as declared: an undeclared field is dropped, a missing one is our own fault (500). */
export function answerParser(endpoint: Endpoint): (answer: unknown) => object {
  const schema = compiled(endpoint.answer);
  return (answer) => z.parse(schema, answer) as object;
}

const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/** Throws 415 for a body in an encoding or a character set that is not decoded here: it would be misread or taken for an empty one. */
export function refuseUnreadableBody(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const charset = /;\s*charset=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (encoding !== 'identity' || !CHARSETS.includes(charset)) throw new AppError('api.415');
}

/** 8 to 100 printable characters, or none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(header)) throw new AppError('api.idempotencyKey');
  return header;
}
