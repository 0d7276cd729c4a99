import * as z from 'zod/mini';

/** The kinds of entries of a vehicle's history; work is the records of the API. */
export const ENTRY_KINDS = ['work', 'fill', 'cost', 'reading'] as const;
export type EntryKindName = (typeof ENTRY_KINDS)[number];

/** Kinds separated by commas; repeated ones count once. */
export const entryKinds = z.pipe(
  z.string().check(z.regex(new RegExp(`^(?:${ENTRY_KINDS.join('|')})(?:,(?:${ENTRY_KINDS.join('|')}))*$`), 'validation.choice')),
  z.transform((kinds: string) => [...new Set(kinds.split(',') as EntryKindName[])]),
);
