import { AsyncLocalStorage } from 'node:async_hooks';

/** Marks the code that runs inside a transaction. */
const inside = new AsyncLocalStorage<true>();

export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => inside.run(true, work);

/**
 * The outer handle used inside a transaction would read outside of it, and a write would wait on SQLite until the transaction is
 * rolled back, so it throws.
 */
export function refuseInsideTransaction(): void {
  if (inside.getStore()) throw new Error('The outer database handle was used inside a transaction: use the repository bound to it.');
}
