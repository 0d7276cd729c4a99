import { useSyncExternalStore } from 'react';

export interface Toast {
  text: string;
  isFailure?: boolean;
  /** Offered in the notice, such as «Повернути»; it closes with the deed. */
  action?: { label: string; run: () => void };
}
export interface ShownToast extends Toast {
  id: number;
}

const MAX_SHOWN = 3;
const NONE: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
let shown: readonly ShownToast[] = NONE;
let lastId = 0;

function set(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** A notice at the bottom for 6 seconds, longer while pointed at or focused. */
export function showToast(toast: Toast): void {
  lastId += 1;
  set([...shown, { ...toast, id: lastId }].slice(-MAX_SHOWN));
}

export function closeToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownToasts = (): readonly ShownToast[] =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
