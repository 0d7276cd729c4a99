import { useSyncExternalStore } from 'react';

/** A new object for each `openModal`, so that reopening the same dialog counts as a change. */
interface TopModal {
  element: HTMLDialogElement;
}

const listeners = new Set<() => void>();
let stack: readonly TopModal[] = [];

function set(next: readonly TopModal[]): void {
  stack = next;
  document.documentElement.toggleAttribute('data-dialog-open', next.length > 0);
  for (const listener of listeners) listener();
}
const without = (element: HTMLDialogElement) => stack.filter((modal) => modal.element !== element);

/** Shows the dialog above all others. */
export function openModal(element: HTMLDialogElement): void {
  if (!element.open) element.showModal();
  set([...without(element), { element }]);
}

export function closeModal(element: HTMLDialogElement): void {
  set(without(element));
  element.close();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost modal dialog; everything outside it is inert. */
export const useTopModal = (): TopModal | undefined =>
  useSyncExternalStore(
    subscribe,
    () => stack.at(-1),
    () => undefined,
  );
