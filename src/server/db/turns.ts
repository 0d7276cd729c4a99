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
