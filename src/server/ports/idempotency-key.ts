import { hashOf } from './tokens.ts';

/** The Idempotency-Key of a request, and what tells the request from another one with the same key. */
export interface IdempotencyKey {
  key: string;
  requestHash: string;
}

const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Hash of the values as sent, before defaults, which change with the day and the release. The order of properties makes no difference. */
export const requestHashOf = (parts: readonly unknown[], file: Uint8Array | undefined): string =>
  hashOf(JSON.stringify([...parts, file ? hashOf(file) : null], sorted));
