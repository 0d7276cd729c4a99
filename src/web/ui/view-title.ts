import { useEffect, useSyncExternalStore } from 'react';

/** What stands in the window's title in place of the page's own: a form over its list. */
let current: string | undefined;
const listeners = new Set<() => void>();

function show(title: string | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

/** Names the view that is shown, until it goes; undefined for a view with the page's own title. */
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

/** The title of the view that is shown, if it has one of its own. */
export function useShownTitle(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}
