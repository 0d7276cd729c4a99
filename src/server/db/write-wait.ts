import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds that a write waits while another process holds the write lock. */
const WRITE_WAIT = 5000;

const waitOfContext = new AsyncLocalStorage<number>();

/** Milliseconds that a write in the current async context waits while another process holds the write lock. */
export const writeWait = (): number => waitOfContext.getStore() ?? WRITE_WAIT;

/** Writes within `work` fail at once when another process holds the write lock (SQLite only). */
export const withoutWaiting = <T>(work: () => Promise<T>): Promise<T> => waitOfContext.run(0, work);
