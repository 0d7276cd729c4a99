import { AsyncLocalStorage } from 'node:async_hooks';

/** Marks the code that runs inside a transaction. */
const inside = new AsyncLocalStorage<true>();

export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => inside.run(true, work);

/**
 * The outer handle used inside a transaction would hang on SQLite (one connection) and read outside the transaction on
 * PostgreSQL, so it throws on both.
 */
export function refuseInsideTransaction(): void {
  if (inside.getStore()) throw new Error('The outer database handle was used inside a transaction: use the repository bound to it.');
}
