import type { AuditEntry } from '#contract/audit.ts';

/** One change of an audit entry; null where there was or is no value. */
export interface Change {
  /** Field name in the API; `item` for a whole advert, `position` for the order of a list. */
  field: string;
  /** The list item it belongs to: a tariff, or the title of an advert. */
  item?: string | undefined;
  before: string | number | null;
  after: string | number | null;
}

type Fields = Record<string, unknown>;
const isRecord = (state: unknown): state is Fields => typeof state === 'object' && state !== null && !Array.isArray(state);

/** Fields that mean nothing to a reader or are already in the entry's subject. */
const HIDDEN = new Set(['id', 'order_code', 'code', 'user_id', 'created_at', 'position', 'lang', 'currency']);

const plain = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : String(value);
};

function fieldChanges(before: Fields, after: Fields, item?: string): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !HIDDEN.has(field));
  return fields
    .map((field) => ({ field, item, before: plain(before[field]), after: plain(after[field]) }))
    .filter((change) => change.before !== change.after);
}

const idOf = ({ tariff, id }: Fields): unknown => tariff ?? id;
const nameOf = ({ tariff, title_ua }: Fields): string => String(tariff ?? title_ua ?? '');

/** The change of order of the items that are in both lists. */
function orderChanges(before: readonly Fields[], after: readonly Fields[]): Change[] {
  const kept = after.filter((one) => before.some((other) => idOf(other) === idOf(one)));
  const former = before.filter((one) => kept.some((other) => idOf(other) === idOf(one)));
  if (kept.every((one, index) => idOf(one) === idOf(former[index] ?? {}))) return [];
  const names = (items: readonly Fields[]) => items.map(nameOf).join(', ');
  return [{ field: 'position', before: names(former), after: names(kept) }];
}

/** Compares lists of prices (by tariff) and adverts (by id). */
function listChanges(before: readonly Fields[], after: readonly Fields[]): Change[] {
  const removed = before.filter((one) => !after.some((other) => idOf(other) === idOf(one)));
  const changed = after.flatMap((one) => {
    const previous = before.find((other) => idOf(other) === idOf(one));
    if (!previous) return [{ field: 'item', before: null, after: nameOf(one) }];
    return fieldChanges(previous, one, nameOf(one));
  });
  return [...changed, ...removed.map((one) => ({ field: 'item', before: nameOf(one), after: null })), ...orderChanges(before, after)];
}

/** The changes of an entry, field by field; all fields if the item was created or deleted. */
export function changesOf({ action, before, after }: AuditEntry): Change[] {
  // Card entries: show the payment only. The order in `before` is what it was compared with.
  if (action.startsWith('card.')) return isRecord(after) ? fieldChanges({}, after) : [];
  if (Array.isArray(before) || Array.isArray(after))
    return listChanges((Array.isArray(before) ? before : []).filter(isRecord), (Array.isArray(after) ? after : []).filter(isRecord));
  return fieldChanges(isRecord(before) ? before : {}, isRecord(after) ? after : {});
}
