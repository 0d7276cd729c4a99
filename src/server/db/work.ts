import type { Db, Store } from './store.ts';

/** What a service uses to reach the database. It never sees a connection. */
export interface Work<R> {
  /** Each call is a statement of its own. */
  repos: R;
  /** Commits when `work` ends, rolls back when it throws. */
  inTransaction<T>(work: (repos: R) => Promise<T>): Promise<T>;
  /** An optional statement, skipped while the database can't write; waits for no other process. */
  bestEffort(work: (repos: R) => Promise<void>): Promise<void>;
}

export function workOf<R>(store: Store, repos: (db: Db) => R): Work<R> {
  const autocommit = repos(store.db);
  return {
    repos: autocommit,
    inTransaction: (work) => store.transaction((tx) => work(repos(tx))),
    bestEffort: (work) => store.attempt(() => work(autocommit)),
  };
}
