import type * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/errors.ts';
import type { ImportReason } from '#contract/imports.ts';

/** The first thing that is wrong with a row. */
export function reasonOf(issue: z.core.$ZodIssue | undefined): ImportReason {
  const field = issue?.path.join('.') || null;
  const isKnown = issue?.message.startsWith('validation.');
  return { code: isKnown ? (issue?.message as FieldErrorCode) : 'importsApi.unreadable', field };
}

const CONTENT_MAX = 200;

/** What the file says in a row, shortened. */
export const contentOf = (text: string): string => text.slice(0, CONTENT_MAX);
