import type { Db, Store } from './store.ts';

/** What a service gets: repositories to read with, and repositories bound to one transaction. It never sees a handle. */
export interface Work<R> {
  read: R;
  write<T>(work: (repos: R) => Promise<T>): Promise<T>;
}

export const workOf = <R>(store: Store, repos: (db: Db) => R): Work<R> => ({
  read: repos(store.db),
  write: (work) => store.transaction((tx) => work(repos(tx))),
});
