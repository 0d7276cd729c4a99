/**
 * Returns a function that calls `ask` at most once at a time. A call never gets an answer to a question that was asked before it: those
 * that arrive while one is under way share the next one.
 */
export function grouped<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;

  async function askNext(before: Promise<unknown> | undefined): Promise<T> {
    await before?.catch(() => undefined);
    current = next;
    next = undefined;
    try {
      return await ask();
    } finally {
      if (!next) current = undefined;
    }
  }

  return () => {
    next ??= askNext(current);
    return next;
  };
}
