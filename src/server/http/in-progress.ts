import type { ServerResponse } from 'node:http';
import { AppError } from '../app-error.ts';

/**
 * Requests of an account in progress at once in a process: many more than a browser sends, and a small share of MAX_IN_FLIGHT, so that one
 * account cannot use up the process.
 */
export const MAX_IN_PROGRESS = 32;
/** Seconds. */
const RETRY_AFTER = 1;

/**
 * Runs the work of a request of an account. Throws api.busy if too many are in progress: a request is until its work has ended and its
 * client has taken the answer or disconnected.
 */
export type InProgress = <T>(account: string, response: ServerResponse, work: () => Promise<T>) => Promise<T>;

export function newInProgress(): InProgress {
  const counts = new Map<string, number>();
  return async (account, response, work) => {
    const before = counts.get(account) ?? 0;
    if (before >= MAX_IN_PROGRESS) throw new AppError('api.busy', { retryAfter: RETRY_AFTER });
    counts.set(account, before + 1);
    const leave = (): void => {
      const rest = (counts.get(account) ?? 0) - 1;
      if (rest > 0) counts.set(account, rest);
      else counts.delete(account);
    };
    try {
      return await work();
    } finally {
      if (response.destroyed) leave();
      else response.once('close', leave);
    }
  };
}
