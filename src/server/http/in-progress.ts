import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { AppError } from '../app-error.ts';

/**
 * Requests of an account in progress at once in a process: many more than a browser sends, and a small share of MAX_IN_FLIGHT, so that one
 * account cannot use up the process.
 */
export const MAX_IN_PROGRESS = 32;
/** Shared by all rejections, because creating a stack trace takes a fifth of their time; Retry-After is in seconds. */
const BUSY = new AppError('api.busy', { retryAfter: 1 });

export interface InProgress {
  /**
   * An onRequest hook: counts the requests with a token, which need no database, so that requests in excess cost little and others do not
   * wait behind them. Passes on api.busy if there are too many.
   */
  arrive(request: { headers: IncomingHttpHeaders }, reply: { raw: ServerResponse }, done: (error?: Error) => void): void;
  /**
   * Runs the work of a request of an account, with whatever token. Throws api.busy if too many are in progress: a request is until its work
   * has ended and its client has taken the answer or disconnected.
   */
  run<T>(account: string, response: ServerResponse, work: () => Promise<T>): Promise<T>;
}

export function newInProgress(): InProgress {
  const [tokens, accounts] = [newCounter(), newCounter()];
  return {
    arrive({ headers: { authorization } }, { raw }, done) {
      const leave = authorization === undefined ? undefined : tokens(authorization);
      if (leave) raw.once('close', leave);
      done(leave || authorization === undefined ? undefined : BUSY);
    },
    async run(account, response, work) {
      const leave = accounts(account);
      if (!leave) throw BUSY;
      try {
        return await work();
      } finally {
        if (response.destroyed) leave();
        else response.once('close', leave);
      }
    },
  };
}

/** Counts what has entered and not left, by key. Entering returns the function to leave; undefined if there are too many. */
function newCounter(): (key: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (key) => {
    const before = counts.get(key) ?? 0;
    if (before >= MAX_IN_PROGRESS) return undefined;
    counts.set(key, before + 1);
    return () => {
      const rest = (counts.get(key) ?? 0) - 1;
      if (rest > 0) counts.set(key, rest);
      else counts.delete(key);
    };
  };
}
