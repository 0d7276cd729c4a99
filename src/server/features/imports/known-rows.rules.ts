import { createHash } from 'node:crypto';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { DraftEntry } from '../../imports/drafts.ts';

/** A vehicle of the account by its id, or a new one of the import. */
export type VehicleKey = number | `new ${number}`;

/** What an entry is known by if the file has no keys. */
interface Content {
  kind: EntryKindName;
  performed_on: string;
  /** Tenths; 0 if it is not known. */
  reading: number;
  /** Cents. */
  amount: number | null;
}

const contentKey = (vehicle: VehicleKey, { kind, performed_on, reading, amount }: Content): string =>
  [vehicle, kind, performed_on, reading, amount ?? ''].join(' ');

/** Entries that were not imported, counted by their content. */
export type TypedEntries = Map<string, number>;

export function countTyped(typed: TypedEntries, vehicle: number, entry: Content & { source: string }): void {
  if (entry.source === 'import') return;
  const key = contentKey(vehicle, entry);
  typed.set(key, (typed.get(key) ?? 0) + 1);
}

/** Finds the rows of a file that are there already, each time from the beginning. */
export function knownRows(uids: ReadonlyMap<string, number>, typed: TypedEntries) {
  const owners = new Map<string, VehicleKey>(uids);
  const left = new Map(typed);
  return {
    isKnown: (uid: string): boolean => owners.has(uid),
    add: (uid: string, vehicle: VehicleKey): void => void owners.set(uid, vehicle),

    /**
     * A row of a table with the uid that it has in the vehicle, or will have: the key of a row is only unique in its table, and entries of
     * another vehicle may have the same.
     */
    own(row: DraftEntry, vehicle: VehicleKey): { row: DraftEntry; isKnown: boolean } {
      let { uid } = row;
      while (owners.has(uid) && owners.get(uid) !== vehicle) uid = next(uid);
      return { row: { ...row, uid }, isKnown: owners.has(uid) };
    },

    /** Whether the vehicle has an entry with this content that was typed; each is found once. */
    takeTyped(vehicle: VehicleKey, entry: Content): boolean {
      const key = contentKey(vehicle, entry);
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      return count > 0;
    },
  };
}

const next = (uid: string): string => {
  const hex = createHash('sha256').update(uid).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
