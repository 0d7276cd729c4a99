import type { Db, Store } from './store.ts';

/** What a transaction leaves to do once it is committed. */
export interface AfterCommit {
  /** Runs `effect` after the commit, once for each function; at once outside a transaction. A transaction that fails runs none. */
  after(effect: () => void | Promise<void>): void;
}

/** Database access of a service through its repositories `R`. */
export interface Work<R> {
  /** Repositories outside a transaction: each statement commits separately. */
  repos: R;
  /**
   * Commits when `work` resolves, rolls back when it throws. Transient database errors repeat `work`. Resolves after the effects that
   * `work` left with `after`.
   */
  inTransaction<T>(work: (repos: R) => Promise<T>): Promise<T>;
  /** Runs an optional statement; skipped while the database is unavailable or another process holds the write lock of SQLite. */
  bestEffort(work: (repos: R) => Promise<void>): Promise<void>;
}

export function workOf<R>(store: Store, repos: (db: Db) => R): Work<R & AfterCommit> {
  const autocommit = { ...repos(store.db), after: (effect: () => void | Promise<void>) => void effect() };
  return {
    repos: autocommit,
    async inTransaction(work) {
      let effects = new Set<() => void | Promise<void>>();
      const result = await store.transaction((tx) => {
        effects = new Set();
        return work({ ...repos(tx), after: (effect) => void effects.add(effect) });
      });
      for (const effect of effects) await effect();
      return result;
    },
    bestEffort: (work) => store.attempt(() => work(autocommit)),
  };
}
