import { focusManager, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createQueryClient, refetchWhenShown } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

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

/** A client that fetches again when the tab is shown, and requests of which the n-th answers n. */
function shownTab() {
  const answers: (() => void)[] = [];
  const client = createQueryClient();
  const stop = refetchWhenShown(client);
  client.mount();
  onTestFinished(() => {
    client.unmount();
    stop();
  });
  const queryFn = () => {
    const number = answers.length + 1;
    return new Promise<number>((resolve) => answers.push(() => resolve(number)));
  };
  const answer = async (number: number) => {
    answers[number - 1]?.();
    await vi.advanceTimersByTimeAsync(1);
  };
  const show = async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(1);
  };
  return { client, queryFn, answers, answer, show };
}

function shownData() {
  const { client, queryFn, ...tab } = shownTab();
  const observer = new QueryObserver(client, { queryKey: ['key'], queryFn, refetchOnWindowFocus: 'always' });
  onTestFinished(observer.subscribe(() => undefined));
  return { ...tab, data: () => observer.getCurrentResult().data };
}

test('shows what is read after the tab was shown, not the answer to an earlier request', async () => {
  const { answers, answer, show, data } = shownData();
  await answer(1);
  await show();
  expect(answers).toHaveLength(2);
  await show();
  expect(answers).toHaveLength(3);
  await answer(2);
  expect(data()).toBe(1);
  await answer(3);
  expect(data()).toBe(3);
});

test('does not repeat the first request when the tab is shown', async () => {
  const { answers, show } = shownData();
  await show();
  expect(answers).toHaveLength(1);
});

test('still gets the next page that was requested before the tab was shown', async () => {
  const { client, queryFn, answers, answer, show } = shownTab();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['key'],
    queryFn,
    initialPageParam: 0,
    getNextPageParam: (last) => last,
    refetchOnWindowFocus: false,
  });
  onTestFinished(observer.subscribe(() => undefined));
  await answer(1);
  void observer.fetchNextPage();
  await show();
  expect(answers).toHaveLength(2);
  await answer(2);
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
});
