import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Times in ms at which a query is asked that always fails so. */
async function triesOf(failure: { status: number; code: string; retryAfter?: number }): Promise<number[]> {
  const start = Date.now();
  const tries: number[] = [];
  const queryFn = () => {
    tries.push(Date.now() - start);
    return Promise.reject(new CallError({ success: false, message: '', ...failure }));
  };
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['key'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult().status).toBe('error');
  stop();
  return tries;
}

test.each([
  ['a lost answer is asked for again', { status: 0, code: 'client.network' }, [0, 1_000, 3_000]],
  ['a fieldError of the server too', { status: 500, code: 'api.500' }, [0, 1_000, 3_000]],
  ['Retry-After is waited for', { status: 503, code: 'api.503', retryAfter: 5 }, [0, 5_000, 10_000]],
  ['a longer Retry-After ends the tries', { status: 503, code: 'api.503', retryAfter: 11 }, [0]],
  ['a timeout ends the tries', { status: 0, code: 'client.timeout' }, [0]],
  ['a refusal ends the tries', { status: 404, code: 'api.404' }, [0]],
])('%s', async (_, failure, expected) => {
  expect(await triesOf(failure)).toEqual(expected);
});
