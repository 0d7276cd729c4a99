import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/** Stored values as their sender saw them. */
export type Seen<T> = { [Field in keyof T]?: T[Field] | undefined };

/**
 * 409 if the stored values differ from those that the sender saw before changing them, so that nobody overwrites a change without knowing.
 * Without `seen`, nothing is checked.
 */
export function assertSeen<T extends object>(stored: T | undefined, seen: Seen<T> | undefined, code: ErrorCode = 'adminApi.changed'): void {
  const fields = Object.keys(seen ?? {}) as (keyof T)[];
  if (fields.some((field) => stored?.[field] !== seen?.[field])) throw new AppError(code);
}

/**
 * As above, for values of the sender’s own: the stored ones are sent with the 409. A value that is already as `wanted` does not count: a
 * repeated request after a lost response, or a value that the request does not change.
 */
export function assertOwnSeen<T extends object>(stored: T, seen: Seen<T> | undefined, wanted: Partial<T> = {}): void {
  const fields = Object.keys(seen ?? {}) as (keyof T)[];
  const isChanged = (field: keyof T) => stored[field] !== seen?.[field] && !(field in wanted && stored[field] === wanted[field]);
  if (fields.some(isChanged)) throw new AppError('api.changed', { data: stored });
}
