import { AppError } from './app-error.ts';

/**
 * 409 if the stored values differ from those that an administrator saw before changing them, so that nobody's change is overwritten
 * unseen. Without `seen`, nothing is checked.
 */
export function assertSeen<T extends object>(stored: T | undefined, seen: Partial<T> | undefined): void {
  const fields = Object.keys(seen ?? {}) as (keyof T)[];
  if (fields.some((field) => stored?.[field] !== seen?.[field])) throw new AppError('adminApi.changed');
}
