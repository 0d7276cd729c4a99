import * as z from 'zod/mini';
import type { FieldErrorCode } from './errors.ts';

export const DEFAULT_TIME_ZONE = 'Europe/Kyiv';
const MAX = 64;

function isTimeZone(name: string): boolean {
  if (name.length > MAX) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Browsers still report the former name. */
export const currentName = (name: string): string => (name === 'Europe/Kiev' ? DEFAULT_TIME_ZONE : name);

const unknown: FieldErrorCode = 'validation.timeZone';

/** The IANA name of a time zone. */
export const timeZone = z.string(unknown).check(z.overwrite(currentName), z.refine(isTimeZone, unknown));
