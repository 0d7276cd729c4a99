import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../app-error.ts';

/** The client for whom something is read. */
export interface Reader {
  /** The logged-in account, such as user:12; none for visitors. */
  account?: string | undefined;
  socket: { destroyed: boolean };
}

interface Waiting {
  reader: Reader | undefined;
  resume(error?: Error): void;
}

const readers = new AsyncLocalStorage<Reader>();
/** Reads that wait for a turn by account, the account with the next turn first. Those without an account count as one. */
const waiting = new Map<string | undefined, Waiting[]>();

/** Runs a read of a client. `nextTurn` knows for whom it waits, without an argument through all functions. */
export const readFor = <T>(reader: Reader, read: () => Promise<T>): Promise<T> => readers.run(reader, read);

/**
 * Resolves in a later turn of the event loop, each caller in a separate turn. Long reads wait for it between their queries: queries of
 * SQLite are synchronous, and many reads at once would otherwise all continue in the same turn. Accounts take turns, so that many reads of
 * one account do not delay those of another. Rejects if the client has disconnected, which ends the read.
 */
export function nextTurn(): Promise<void> {
  const reader = readers.getStore();
  return new Promise((resolve, reject) => {
    const resume = (error?: Error): void => (error ? reject(error) : resolve());
    if (waiting.size === 0) setImmediate(turn);
    const ofAccount = waiting.get(reader?.account);
    if (ofAccount) ofAccount.push({ reader, resume });
    else waiting.set(reader?.account, [{ reader, resume }]);
  });
}

function turn(): void {
  const [first] = waiting;
  if (!first) return;
  const [account, reads] = first;
  const next = reads.shift();
  waiting.delete(account);
  // At the end: the other accounts come first.
  if (reads.length > 0) waiting.set(account, reads);
  if (waiting.size > 0) setImmediate(turn);
  // The answer is discarded.
  next?.resume(next.reader?.socket.destroyed ? new AppError('api.400') : undefined);
}

/** Pages of a list, each read when it is asked for, in another turn and after the last row of the one before it; none of them is empty. */
export async function* pagesOf<Row>(size: number, list: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[], void> {
  let rows: Row[] = [];
  do {
    await nextTurn();
    rows = await list(rows.at(-1));
    if (rows.length > 0) yield rows;
  } while (rows.length === size);
}

/** The same pages, the first of which is read at once: rejects if that fails. */
export async function begun<Page>(pages: AsyncGenerator<Page, void>): Promise<{ isEmpty: boolean; pages: AsyncGenerator<Page, void> }> {
  const first = await pages.next();
  async function* all(): AsyncGenerator<Page, void> {
    if (!first.done) yield first.value;
    yield* pages;
  }
  return { isEmpty: first.done === true, pages: all() };
}
