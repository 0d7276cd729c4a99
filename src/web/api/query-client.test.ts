import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Times of the attempts, in milliseconds, of a query that always fails with `failure`. */
async function attemptsOf(failure: { status: number; code: string; retryAfter?: number }): Promise<number[]> {
  const start = Date.now();
  const attempts: number[] = [];
  const queryFn = () => {
    attempts.push(Date.now() - start);
    return Promise.reject(new CallError({ success: false, message: '', ...failure }));
  };
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['key'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult().status).toBe('error');
  stop();
  return attempts;
}

test.each([
  ['retries after a network error', { status: 0, code: 'client.network' }, [0, 1_000, 3_000]],
  ['retries after a server error', { status: 500, code: 'api.500' }, [0, 1_000, 3_000]],
  ['waits for Retry-After', { status: 503, code: 'api.503', retryAfter: 5 }, [0, 5_000, 10_000]],
  ['does not retry if Retry-After is too long', { status: 503, code: 'api.503', retryAfter: 11 }, [0]],
  ['does not retry after a timeout', { status: 0, code: 'client.timeout' }, [0]],
  ['does not retry after a 4xx', { status: 404, code: 'api.404' }, [0]],
])('%s', async (_, failure, expected) => {
  expect(await attemptsOf(failure)).toEqual(expected);
});
