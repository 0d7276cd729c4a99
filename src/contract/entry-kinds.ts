/** The kinds of entries of a vehicle's history; work is the records of the API. */
export const ENTRY_KINDS = ['work', 'fill', 'cost', 'reading'] as const;
export type EntryKindName = (typeof ENTRY_KINDS)[number];
