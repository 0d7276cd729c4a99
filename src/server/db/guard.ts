import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while code runs inside a transaction. */
const inside = new AsyncLocalStorage<true>();

export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => inside.run(true, work);

/**
 * Throws when the outer database handle is used inside a transaction. Its reads would not see the transaction, and on SQLite its
 * writes would wait for the transaction until that is rolled back.
 */
export function throwInsideTransaction(): void {
  if (inside.getStore()) throw new Error('The outer database handle was used inside a transaction: use the repository bound to it.');
}
