/** A browser storage that never throws: values that cannot be stored (storage blocked or full) stay in memory until the page is closed. */
export interface Store {
  get(key: string): string | null;
  /** Null removes the key. */
  set(key: string, value: string | null): void;
  remove(key: string): void;
  /** All keys that begin with `start`. */
  keys(start: string): string[];
}

/** `open` is called for each access, because reading the `localStorage` property throws when storage is blocked. */
function createStore(open: () => Storage): Store {
  /** Values that could not be written; null for a removal that failed. */
  const unsaved = new Map<string, string | null>();

  function set(key: string, value: string | null): void {
    try {
      if (value === null) open().removeItem(key);
      else open().setItem(key, value);
      unsaved.delete(key);
    } catch {
      unsaved.set(key, value);
    }
  }

  return {
    get(key) {
      const unsavedValue = unsaved.get(key);
      if (unsavedValue !== undefined) return unsavedValue;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    set,
    remove: (key) => set(key, null),
    keys(start) {
      let stored: string[] = [];
      try {
        stored = Object.keys(open());
      } catch {
        // Blocked: only what is in memory.
      }
      return [...new Set([...stored, ...unsaved.keys()])].filter((key) => key.startsWith(start) && unsaved.get(key) !== null);
    },
  };
}

/** Shared by all tabs; values stay until they are removed. */
export const localStore = createStore(() => localStorage);
/** Per tab; values stay until the tab is closed. */
export const tabStore = createStore(() => sessionStorage);
