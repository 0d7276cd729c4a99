import { draftKeys, vehicleDraftsKey } from '../../../forms/drafts.ts';
import { type EntryKey, type EntryKind, keyIn } from '../entry.ts';

export const newEntryDraft = (vehicleId: number, kind: EntryKind): string => `${vehicleDraftsKey(vehicleId)}new.${kind}`;
const editedStart = (vehicleId: number): string => `${vehicleDraftsKey(vehicleId)}entry.`;
export const editedEntryDraft = (vehicleId: number, key: EntryKey): string => editedStart(vehicleId) + key;

/** The entries with unsaved changes in this browser. */
export function editedEntryKeys(vehicleId: number): EntryKey[] {
  const start = editedStart(vehicleId);
  return draftKeys(start).flatMap((draft) => keyIn(draft.slice(start.length)) ?? []);
}
