import { AsyncLocalStorage } from 'node:async_hooks';

interface Context {
  /** The schema version of SQLite at the first statement. */
  version?: number;
  isOver?: true;
}

const context = new AsyncLocalStorage<Context>();

/**
 * Runs a request, whose writes must reach the database that its session was read from: a restore can replace the content of a SQLite file
 * in between. It always increments the schema version. Later writes of the request are rejected as unavailable.
 */
export async function onOneDatabase<T>(work: () => Promise<T>): Promise<T> {
  const seen: Context = {};
  try {
    return await context.run(seen, work);
  } finally {
    // What the request has started, such as the delivery of emails, goes on.
    seen.isOver = true;
  }
}

/** The schema version that the current request has seen first, read by `find`; undefined outside requests. */
export function seenVersion(find: () => number): number | undefined {
  const seen = context.getStore();
  if (!seen || seen.isOver) return undefined;
  seen.version ??= find();
  return seen.version;
}
