import * as z from 'zod/mini';
import type { FieldErrorCode } from './errors.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** An optional time as `toISOString` writes it. `z.iso.datetime` would add its code to every page. */
export const instant = z.optional(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/, key('validation.date.format')),
    z.refine((value) => !Number.isNaN(Date.parse(value)), key('validation.date.format')),
  ),
);
