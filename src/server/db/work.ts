import type { Db, Store } from './store.ts';

/** What a service gets: repositories to read with, and repositories bound to one transaction. It never sees a handle. */
export interface Work<R> {
  read: R;
  write<T>(work: (repos: R) => Promise<T>): Promise<T>;
  /** An optional statement, skipped while the database can't write; waits for no other process. */
  attempt(work: (repos: R) => Promise<void>): Promise<void>;
}

export function workOf<R>(store: Store, repos: (db: Db) => R): Work<R> {
  const read = repos(store.db);
  return {
    read,
    write: (work) => store.transaction((tx) => work(repos(tx))),
    attempt: (work) => store.attempt(() => work(read)),
  };
}
