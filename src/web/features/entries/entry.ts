import type { ServiceRecord } from '#contract/records.ts';

export const ENTRY_KINDS = ['work'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One line of a history. Without a kind it is work. */
export type Entry = ServiceRecord & { kind?: EntryKind };

/** `kind:id`, as in links, the ids of elements and the keys of drafts. */
export type EntryKey = `${EntryKind}:${number}`;

type Identified = Pick<Entry, 'id' | 'kind'>;

export const kindOf = ({ kind = 'work' }: Pick<Entry, 'kind'>): EntryKind => kind;
export const entryKey = (entry: Identified): EntryKey => `${kindOf(entry)}:${entry.id}`;
export const isEntry =
  (key: EntryKey | undefined) =>
  (entry: Identified): boolean =>
    entryKey(entry) === key;

/** Reads a key; undefined if it is invalid or of a kind that this release does not know. */
export function keyIn(text: string): EntryKey | undefined {
  const [, kind, id] = /^([a-z]+):([1-9]\d{0,14})$/.exec(text) ?? [];
  const known = ENTRY_KINDS.find((one) => one === kind);
  return known && entryKey({ kind: known, id: Number(id) });
}
export const idIn = (key: EntryKey): number => Number(key.slice(key.indexOf(':') + 1));

/** What an entry adds to the costs. */
export const amountOf = ({ price }: Entry): number => price;
