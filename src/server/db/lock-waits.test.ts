import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type CancelledWait, lockWaits, type Suspects } from './lock-waits.ts';

const OF_TABLE: CancelledWait = { pid: 1, isOfTable: true };
const OF_ROW: CancelledWait = { pid: 1, isOfTable: false };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers();
});

/** Process 1 runs a statement while few connections are free. */
function aStatement(answers: (CancelledWait[] | Promise<CancelledWait[]>)[], opened = () => Promise.resolve()) {
  const asked: Suspects[] = [];
  const isShort = vi.fn(() => true);
  const waits = lockWaits({
    isShort,
    async withCancel(work) {
      await opened();
      await work(async (suspects) => {
        asked.push(suspects);
        return answers[asked.length - 1] ?? [];
      });
    },
  });
  const answer = Promise.withResolvers<string>();
  const result = waits.run(1, () => answer.promise);
  waits.check();
  onTestFinished(async () => {
    isShort.mockReturnValue(false);
    answer.resolve('');
    await result.catch(() => undefined);
  });
  return { asked, isShort, answer, result, run: waits.run };
}

const PATIENT = { timeout: 60_000 };

test('a statement may wait longer for a row than for a table', async () => {
  const { asked } = aStatement([]);
  vi.advanceTimersByTime(300);
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(0);
  expect(asked.at(-1)).toEqual({ ofTable: [1], ofRow: [] });
  vi.advanceTimersByTime(700);
  const count = asked.length;
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(count);
  expect(asked.at(-1)).toEqual({ ofTable: [1], ofRow: [1] });
});

test('a statement waits on for a row while others that took long succeed', async () => {
  const { asked, run } = aStatement([]);
  vi.advanceTimersByTime(600);
  const other = Promise.withResolvers<void>();
  const result = run(2, () => other.promise);
  vi.advanceTimersByTime(300);
  other.resolve();
  await result;
  vi.advanceTimersByTime(999);
  let count = asked.length;
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(count);
  expect(asked.at(-1)).toEqual({ ofTable: [1], ofRow: [] });
  vi.advanceTimersByTime(1);
  count = asked.length;
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(count);
  expect(asked.at(-1)).toEqual({ ofTable: [1], ofRow: [1] });
});

test('a statement that was quick does not extend the wait for a row', async () => {
  const { asked, run } = aStatement([]);
  vi.advanceTimersByTime(1_000);
  await run(2, async () => undefined);
  const count = asked.length;
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(count);
  expect(asked.at(-1)).toEqual({ ofTable: [1], ofRow: [1] });
});

test.each([
  ['after a cancelled wait for a table, others end sooner', OF_TABLE, 20, [1, 2]],
  ['a second later they do not', OF_TABLE, 1_001, [1]],
  ['after a cancelled wait for a row they do not', OF_ROW, 20, [1]],
])('%s', async (_, wait, later, ofTable) => {
  const first = Promise.withResolvers<CancelledWait[]>();
  const { asked, run } = aStatement([first.promise]);
  vi.advanceTimersByTime(300);
  await expect.poll(() => asked.length, PATIENT).toBe(1);
  first.resolve([wait]);
  // Only now, the time of the answer is noted.
  await new Promise(setImmediate);
  vi.advanceTimersByTime(later - 20);
  const other = Promise.withResolvers<void>();
  const result = run(2, () => other.promise);
  vi.advanceTimersByTime(20);
  const count = asked.length;
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(count);
  expect(asked.at(-1)).toMatchObject({ ofTable });
  other.resolve();
  await result;
});

test.each<[string, CancelledWait[], 'fulfilled' | 'rejected']>([
  ['counts as failed if it was cancelled', [OF_TABLE], 'rejected'],
  ['keeps its result if it was not', [], 'fulfilled'],
])('a statement that is answered while it is being cancelled %s', async (_, verdict, status) => {
  const cancelling = Promise.withResolvers<CancelledWait[]>();
  const { asked, answer, result } = aStatement([cancelling.promise]);
  vi.advanceTimersByTime(300);
  await expect.poll(() => asked.length, PATIENT).toBe(1);
  answer.resolve('written');
  expect(await Promise.race([result, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
  cancelling.resolve(verdict);
  expect((await Promise.allSettled([result]))[0]).toMatchObject({ status });
});

test('a statement that is answered after it was cancelled counts as failed', async () => {
  const { asked, answer, result } = aStatement([[OF_TABLE]]);
  vi.advanceTimersByTime(300);
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(1);
  answer.resolve('written');
  await expect(result).rejects.toMatchObject({ code: '55P03' });
});

test('a statement keeps its result if cancelling fails', async () => {
  const cancelling = Promise.withResolvers<CancelledWait[]>();
  const { asked, answer, result } = aStatement([cancelling.promise]);
  vi.advanceTimersByTime(300);
  await expect.poll(() => asked.length, PATIENT).toBe(1);
  answer.resolve('written');
  cancelling.reject(new Error('Connection terminated'));
  expect(await result).toBe('written');
});

test('if the connection that cancels fails, another one is opened', async () => {
  const opened = vi.fn(() => Promise.reject(new Error('Connection terminated')));
  const { answer, result } = aStatement([], opened);
  vi.advanceTimersByTime(300);
  await expect.poll(() => opened.mock.calls.length, PATIENT).toBe(2);
  answer.resolve('read');
  expect(await result).toBe('read');
});

test('nothing is cancelled once enough connections are free again', async () => {
  const { asked, isShort } = aStatement([]);
  vi.advanceTimersByTime(300);
  await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(0);
  isShort.mockReturnValue(false);
  isShort.mockClear();
  const count = asked.length;
  await expect.poll(() => isShort.mock.calls.length, PATIENT).toBeGreaterThan(1);
  expect(asked.length).toBe(count);
});
