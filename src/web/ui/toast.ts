import { useSyncExternalStore } from 'react';

export interface Toast {
  text: string;
  isFailure?: boolean;
  /** A button in the notice, such as «Повернути»; pressing it also closes the notice. */
  action?: { label: string; run: () => void };
}
export interface ShownToast extends Toast {
  id: number;
}

const MAX_SHOWN = 3;
const NONE: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
/** In order of arrival; the first `MAX_SHOWN` are shown, the others are queued. */
let toasts: readonly ShownToast[] = NONE;
let lastId = 0;

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a notice for 6 seconds, or 10 if it has an action; the time restarts after a pause. If `MAX_SHOWN` notices are shown, the new one
 * replaces the oldest without an action; if all have an action, it is queued.
 */
export function showToast(toast: Toast): void {
  lastId += 1;
  const replaced = toasts.length < MAX_SHOWN ? undefined : toasts.slice(0, MAX_SHOWN).find(({ action }) => !action);
  set([...toasts.filter((other) => other !== replaced), { ...toast, id: lastId }]);
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export const clearToasts = (): void => set(NONE);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShownToasts(): readonly ShownToast[] {
  const all = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  return all.slice(0, MAX_SHOWN);
}
