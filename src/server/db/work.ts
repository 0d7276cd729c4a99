import type { Db, Store } from './store.ts';

/** Database access of a service through its repositories `R`. */
export interface Work<R> {
  /** Repositories outside a transaction: each statement commits on its own. */
  repos: R;
  /** Commits when `work` resolves, rolls back when it throws. Transient database errors repeat `work`. */
  inTransaction<T>(work: (repos: R) => Promise<T>): Promise<T>;
  /** Runs an optional statement; skipped while the database is unavailable or another process holds the write lock of SQLite. */
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
