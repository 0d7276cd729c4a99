/** A browser storage that never throws: what the browser refuses to store (blocked, full) is kept in memory until the page is left. */
export interface Store {
  get(key: string): string | null;
  /** Null removes the key. */
  set(key: string, value: string | null): void;
  remove(key: string): void;
}

/** `open` is called for each access, because a blocked storage throws as soon as it is named. */
function createStore(open: () => Storage): Store {
  /** What the storage refused, null for a refused removal. */
  const refused = new Map<string, string | null>();

  function set(key: string, value: string | null): void {
    try {
      if (value === null) open().removeItem(key);
      else open().setItem(key, value);
      refused.delete(key);
    } catch {
      refused.set(key, value);
    }
  }

  return {
    get(key) {
      const own = refused.get(key);
      if (own !== undefined) return own;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    set,
    remove: (key) => set(key, null),
  };
}

/** Shared by all tabs, kept until removed. */
export const localStore = createStore(() => localStorage);
/** Of this tab, kept until it is closed. */
export const tabStore = createStore(() => sessionStorage);
