import { useEffect, useSyncExternalStore } from 'react';

/** Title of the current view, which replaces the page title in the window title. */
let current: string | undefined;
const listeners = new Set<() => void>();

function show(title: string | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

/** Sets the window title while the component is mounted; undefined keeps the page title. */
export function useViewTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    show(title);
    return () => show(undefined);
  }, [title]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The title of the current view, if it has one. */
export function useShownTitle(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}
