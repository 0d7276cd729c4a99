import type { AuditEntry } from '#contract/audit.ts';

/** One thing that a deed changed; null where it was not, or is not any more. */
export interface Change {
  /** The field's name on the wire; `item` for a whole advert. */
  field: string;
  /** What it belongs to in a list: a tariff, the title of an advert. */
  item?: string | undefined;
  before: string | number | null;
  after: string | number | null;
}

type Fields = Record<string, unknown>;
const isRecord = (state: unknown): state is Fields => typeof state === 'object' && state !== null && !Array.isArray(state);

/** What says nothing to a person, or stands in the deed's subject already. */
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

/** Lists of prices (by tariff) and adverts (by id). */
function listChanges(before: readonly Fields[], after: readonly Fields[]): Change[] {
  const gone = before.filter((one) => !after.some((other) => idOf(other) === idOf(one)));
  const changed = after.flatMap((one) => {
    const known = before.find((other) => idOf(other) === idOf(one));
    if (!known) return [{ field: 'item', before: null, after: nameOf(one) }];
    return fieldChanges(known, one, nameOf(one));
  });
  return [...changed, ...gone.map((one) => ({ field: 'item', before: nameOf(one), after: null }))];
}

/** What a deed changed, field by field; of what was made or deleted all its fields. */
export function changesOf({ action, before, after }: AuditEntry): Change[] {
  // What a card paid is told by the payment alone: the order beside it is as the table keeps it, not as the wire has it.
  if (action.startsWith('card.')) return isRecord(after) ? fieldChanges({}, after) : [];
  if (Array.isArray(before) || Array.isArray(after))
    return listChanges((Array.isArray(before) ? before : []).filter(isRecord), (Array.isArray(after) ? after : []).filter(isRecord));
  return fieldChanges(isRecord(before) ? before : {}, isRecord(after) ? after : {});
}
