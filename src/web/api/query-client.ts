import { focusManager, type Query, QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

const RETRIES = 2;
/** Seconds: a request with a longer Retry-After is not retried automatically. */
const RETRY_AFTER_MAX = 10;

/** Network errors and 5xx are retried. A 4xx would fail again, and after a timeout the user has already waited long enough. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= RETRIES) return false;
  if (!(error instanceof CallError)) return true;
  const { status, code, retryAfter = 0 } = error.failure;
  return (status < 400 || status >= 500) && code !== 'client.timeout' && retryAfter <= RETRY_AFTER_MAX;
}

/** Milliseconds: 1 s, then 2 s, or the server's Retry-After if it is longer. */
function retryDelay(failures: number, error: Error): number {
  const retryAfter = error instanceof CallError ? (error.failure.retryAfter ?? 0) : 0;
  return 1_000 * Math.max(2 ** failures, retryAfter);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, retryDelay, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * When the tab is shown, running requests for data that is already shown start again: they may be older than what was written elsewhere in
 * the meantime. A next page, which would not be requested again, goes on. Returns a function that ends this.
 */
export const refetchWhenShown = (client: QueryClient): (() => void) =>
  focusManager.subscribe((isShown) => {
    const predicate = ({ state }: Query) => !state.fetchMeta?.fetchMore;
    if (isShown) void client.refetchQueries({ type: 'active', fetchStatus: 'fetching', predicate });
  });
