import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { keys } from '../../../api/keys.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import { putEntry, useReloadEntries } from '../entries.queries.ts';
import type { EntryEditing } from '../entries-context.ts';
import { type Entry, type EntryKey, entryKey, isEntry } from '../entry.ts';
import { editedEntryKeys } from '../form/entry-draft-keys.ts';
import { findInRow, rowId, titleId } from './entry-ids.ts';
import { useRemoveEntry } from './use-remove-entry.ts';

/**
 * The entries to show, which are those that are loaded and those with a form, and the state of the forms; undefined if the vehicle is
 * archived. `selection` tells which entries are loaded.
 */
export function useEntryEditing(vehicle: Vehicle, currency: Currency, loaded: readonly Entry[], selection = '') {
  const client = useQueryClient();
  const reload = useReloadEntries(vehicle.id);
  const [editedKeys, setEditedKeys] = useState<readonly EntryKey[]>(() => editedEntryKeys(vehicle.id));
  const entries = useWithEdited(loaded, editedKeys, selection);
  const [removedKey, setRemovedKey] = useState<EntryKey>();
  const [savedKey, setSavedKey] = useState<EntryKey>();
  /** Set by the button that opens a form. */
  const opened = useRef<EntryKey>(undefined);
  const removeEntry = useRemoveEntry(vehicle.id, currency);

  const edit = useStableCallback((entry: Entry) => {
    const key = entryKey(entry);
    opened.current = key;
    setEditedKeys((keys) => (keys.includes(key) ? keys : [...keys, key]));
  });
  const remove = useStableCallback((entry: Entry) => {
    const index = entries.findIndex(isEntry(entryKey(entry)));
    const next = entries[index + 1] ?? entries[index - 1];
    setRemovedKey(entryKey(entry));
    void removeEntry(entry);
    requestAnimationFrame(() => focusOn(next ? rowId(entryKey(next)) : titleId(vehicle.id)));
  });
  const actions = useMemo(() => ({ edit, remove }), [edit, remove]);

  const editing: EntryEditing = {
    actions,
    editedKeys,
    savedKey,
    removedKey,
    onSavedShown: () => setSavedKey(undefined),
    takesFocus: (key) => {
      const isOpened = opened.current === key;
      if (isOpened) opened.current = undefined;
      return isOpened;
    },
    onSaved: (entry) => {
      putEntry(client, vehicle.id, entry, currency);
      setSavedKey(entryKey(entry));
      reload();
    },
    onClose: (key) => {
      setEditedKeys((keys) => keys.filter((one) => one !== key));
      requestAnimationFrame(() => (findInRow(key) ?? document.getElementById(titleId(vehicle.id)))?.focus());
    },
    onOutdated: () => {
      reload();
      void client.invalidateQueries({ queryKey: keys.user });
    },
  };
  return { entries, editing: vehicle.archivedAt === null ? editing : undefined };
}

/**
 * The loaded entries, and at their end those with a form that a newer entry has pushed off the list: the form must not disappear while
 * someone types in it. Another selection starts without them.
 */
function useWithEdited(loaded: readonly Entry[], editedKeys: readonly EntryKey[], selection: string): readonly Entry[] {
  const [before, setBefore] = useState({ selection, edited: [] as readonly Entry[] });
  const known = before.selection === selection ? [...loaded, ...before.edited] : loaded;
  const edited = editedKeys.flatMap((key) => known.find(isEntry(key)) ?? []);
  if (
    before.selection !== selection ||
    edited.length !== before.edited.length ||
    edited.some((entry, index) => entry !== before.edited[index])
  )
    setBefore({ selection, edited });
  const pushedOff = edited.filter((entry) => !loaded.includes(entry));
  return pushedOff.length === 0 ? loaded : [...loaded, ...pushedOff];
}
