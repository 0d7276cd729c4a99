import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/**
 * 409 if the stored values differ from those that the sender saw before changing them, so that nobody overwrites a change without knowing.
 * Without `seen`, nothing is checked.
 */
export function assertSeen<T extends object>(
  stored: T | undefined,
  seen: { [Field in keyof T]?: T[Field] | undefined } | undefined,
  code: ErrorCode = 'adminApi.changed',
): void {
  const fields = Object.keys(seen ?? {}) as (keyof T)[];
  if (fields.some((field) => stored?.[field] !== seen?.[field])) throw new AppError(code);
}

/** As above, for values of the sender’s own. A value that is already as `wanted` does not count: a repeated request after a lost response. */
export function assertOwnSeen<T extends object>(stored: T, seen: Partial<T> | undefined, wanted: Partial<T>): void {
  const entries = Object.entries(seen ?? {}).filter(([field]) => stored[field as keyof T] !== wanted[field as keyof T]);
  assertSeen(stored, Object.fromEntries(entries) as Partial<T>, 'api.changed');
}
