import { ENTRY_KINDS, type EntryKindName } from '#contract/entry-kinds.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { TimelineItem } from '#contract/timeline.ts';

export type EntryKind = EntryKindName;

/** One line of a history. Without a kind it is work. */
export type Entry = TimelineItem;
export type EntryOf<Kind extends EntryKind> = Extract<Entry, { kind?: Kind | undefined }>;

/** `kind:id`, as in links, the ids of elements and the keys of drafts. */
export type EntryKey = `${EntryKind}:${number}`;

interface Identified {
  id: number;
  kind?: EntryKind | undefined;
}

export const kindOf = ({ kind = 'work' }: Pick<Identified, 'kind'>): EntryKind => kind;
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

/** The amount of an entry, negative for a refund; null if it has none or it is not known. */
export function amountOf(entry: Entry): number | null {
  if (entry.kind === 'reading') return null;
  if (entry.kind === 'fill') return entry.total;
  if (entry.kind === 'cost') return entry.category === 'refund' ? -entry.total : entry.total;
  return entry.price;
}

/** In which the amount of an entry was entered; a reading has neither. */
export const currencyOf = (entry: Entry, own: Currency): Currency => (entry.kind === 'reading' ? own : entry.currency);

/** What an entry adds to the costs in a currency: instalments of a loan, and amounts in other ones, add nothing. */
export function spentOn(entry: Entry, currency: Currency): number {
  if (currencyOf(entry, currency) !== currency || (entry.kind === 'cost' && entry.category === 'loan')) return 0;
  return amountOf(entry) ?? 0;
}
