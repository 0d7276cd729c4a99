import { type FetchStatus, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTabs } from './other-tabs.ts';
import { createQueryClient } from './query-client.ts';

/** Delivers at once to all other channels of its name. */
class FakeChannel {
  static open: FakeChannel[] = [];
  onmessage?: () => void;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.open.push(this);
  }
  postMessage(): void {
    for (const other of FakeChannel.open) if (other !== this && other.name === this.name) other.onmessage?.();
  }
}

let unsubscribe: () => void = () => undefined;
beforeEach(() => {
  FakeChannel.open = [];
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
});

/** A tab that shows the result of one query; `answers` resolve its requests in turn. */
function aTab(visibilityState: DocumentVisibilityState, queryKey: readonly unknown[] = ['vehicles']) {
  vi.stubGlobal('document', { visibilityState });
  const answers: (() => void)[] = [];
  const client = createQueryClient();
  const announceWrite = connectTabs(client);
  const queryFn = () => new Promise<string>((resolve) => answers.push(() => resolve(`answer ${answers.length}`)));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  unsubscribe = observer.subscribe(() => undefined);
  const isIdle = (status: FetchStatus = 'idle') =>
    vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe(status), { timeout: 20_000 });
  return { answers, observer, isIdle, announceWrite };
}

const writeInAnotherTab = () => {
  const [own] = FakeChannel.open;
  new FakeChannel(own?.name ?? '').postMessage();
};

test('a visible tab fetches its data again after a write in another tab', async () => {
  const { answers, observer, isIdle } = aTab('visible');
  answers[0]?.();
  await isIdle();
  expect(observer.getCurrentResult()).toMatchObject({ isStale: false, data: 'answer 1' });
  writeInAnotherTab();
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await isIdle();
  expect(observer.getCurrentResult()).toMatchObject({ isStale: false, data: 'answer 2' });
});

test.each([[['records', 1]], [['user']], [['order', 'ua']], [['sessions']]])('a write may change %j', async (queryKey) => {
  const { answers, isIdle } = aTab('visible', queryKey);
  answers[0]?.();
  await isIdle();
  writeInAnotherTab();
  expect(answers).toHaveLength(2);
});

test('a write of the user changes no prices', async () => {
  const { answers, isIdle } = aTab('visible', ['prices']);
  answers[0]?.();
  await isIdle();
  writeInAnotherTab();
  expect(answers).toHaveLength(1);
});

test('a hidden tab marks its data as stale, so that it is fetched when the tab is shown', async () => {
  const { answers, observer, isIdle } = aTab('hidden');
  answers[0]?.();
  await isIdle();
  writeInAnotherTab();
  expect(answers).toHaveLength(1);
  expect(observer.getCurrentResult().isStale).toBe(true);
});

test('a running request, which may be older than the write, is repeated', async () => {
  const { answers, observer, isIdle } = aTab('hidden');
  answers[0]?.();
  await isIdle();
  void observer.refetch();
  await isIdle('fetching');
  writeInAnotherTab();
  expect(answers).toHaveLength(3);
});

test('a tab does not fetch after its own write', async () => {
  const { answers, observer, isIdle, announceWrite } = aTab('visible');
  answers[0]?.();
  await isIdle();
  announceWrite();
  expect(answers).toHaveLength(1);
  expect(observer.getCurrentResult().isStale).toBe(false);
});

test('a browser without channels does without them', () => {
  vi.stubGlobal('BroadcastChannel', function blocked() {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(connectTabs(createQueryClient())).not.toThrow();
});
