import { useEffect, useRef } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { useReloadEntries } from '../entries.queries.ts';
import { type Entry, type EntryKey, isEntry } from '../entry.ts';
import { findInRow } from '../list/entry-ids.ts';

interface LinkedEntryOptions {
  vehicleId: number;
  /** The entry of a link, once the history that begins with it is shown. */
  at: EntryKey | undefined;
  entries: readonly Entry[];
  error: Error | null;
  /** The entry no longer exists. */
  onUnknown: () => void;
}

/** Scrolls to the entry of a link when it is rendered, and focuses its first button, or its row. */
export function useLinkedEntry({ vehicleId, at, entries, error, onUnknown }: LinkedEntryOptions): void {
  const reload = useReloadEntries(vehicleId);
  const shown = useRef<EntryKey>(undefined);
  const isListed = at !== undefined && entries.some(isEntry(at));
  useEffect(() => {
    if (at === shown.current) return;
    const target = at === undefined ? null : findInRow(at);
    if (at !== undefined && !(isListed && target)) return;
    shown.current = at;
    target?.closest('tr, li')?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [at, isListed]);

  const failure = error instanceof CallError ? error.failure : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (failure?.code === 'recordsApi.404') onUnknown();
    // The vehicle no longer exists: fetches the vehicles again.
    else if (failure?.status === 404 || failure?.code === 'carsApi.hidden') reload();
  }, [failure]);
}
