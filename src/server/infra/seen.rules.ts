import { AppError } from '../app-error.ts';

/**
 * 409 if the stored values differ from those that an administrator saw before changing them, so that no administrator overwrites the
 * change of another without knowing. Without `seen`, nothing is checked.
 */
export function assertSeen<T extends object>(stored: T | undefined, seen: Partial<T> | undefined): void {
  const fields = Object.keys(seen ?? {}) as (keyof T)[];
  if (fields.some((field) => stored?.[field] !== seen?.[field])) throw new AppError('adminApi.changed');
}
