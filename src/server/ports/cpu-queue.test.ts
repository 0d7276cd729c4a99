import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type CpuQueueOptions, cpuQueue, defaultConcurrency, type Lane } from './cpu-queue.ts';

/** A queue whose jobs end only when the test calls `endOne`; each takes `cost` milliseconds on the queue's clock. */
function manualQueue(options: CpuQueueOptions = {}) {
  let time = 0;
  const queue = cpuQueue({ now: () => time, ...options });
  const started: string[] = [];
  const running = new Map<string, () => void>();
  let most = 0;
  const settled = async (): Promise<void> => {
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
  };
  return {
    started,
    most: () => most,
    settled,
    add: (lane: Lane, name: string, cost = 1): Promise<string> =>
      queue.run(lane, async () => {
        started.push(name);
        await new Promise<void>((resolve) => {
          running.set(name, resolve);
          most = Math.max(most, running.size);
        });
        time += cost;
        running.delete(name);
        return name;
      }),
    async endOne(): Promise<void> {
      await settled();
      const [end] = running.values();
      end?.();
    },
  };
}

describe('cpuQueue', () => {
  test('runs no more jobs than allowed, even when one is added while another ends, and runs them in order', async () => {
    const manual = manualQueue({ concurrency: 2 });
    const names = Array.from({ length: 9 }, (_, n) => `job ${n}`);
    const results = names.slice(0, 5).map((name) => manual.add('password', name));
    await manual.settled();
    expect(manual.started).toEqual(names.slice(0, 2));
    for (const name of names.slice(5)) {
      const ended = manual.endOne();
      results.push(manual.add('password', name));
      await ended;
    }
    for (let n = 0; n < names.length; n += 1) await manual.endOne();
    expect(await Promise.all(results)).toEqual(names);
    expect(manual.started).toEqual(names);
    expect(manual.most()).toBe(2);
  });

  test('rejects jobs immediately with 503 if too many of their lane are waiting, and accepts jobs of the other lane', async () => {
    const manual = manualQueue({ concurrency: 1, maxWaiting: 3 });
    const results = Array.from({ length: 4 }, (_, n) => manual.add('password', `password ${n}`));
    await expect(manual.add('password', 'one too many')).rejects.toMatchObject({ code: 'api.503', retryAfter: expect.any(Number) });
    results.push(manual.add('image', 'image'));
    for (let n = 0; n < 5; n += 1) await manual.endOne();
    expect((await Promise.all(results)).length).toBe(5);
    expect(manual.started).not.toContain('one too many');
  });

  test('starts the next job after one fails', async () => {
    const queue = cpuQueue({ concurrency: 1 });
    const failing = queue.run('image', () => Promise.reject(new Error('broken')));
    const next = queue.run('image', async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  test('does not run a job whose signal is aborted before or while it waits', async () => {
    const queue = cpuQueue({ concurrency: 1, maxWaiting: 1 });
    let end = (): void => undefined;
    const running = queue.run('image', () => new Promise<void>((resolve) => (end = resolve)));
    const leaving = new AbortController();
    const abandoned = queue.run('image', () => Promise.reject(new Error('was run')), leaving.signal);
    leaving.abort(new Error('left'));
    await expect(abandoned).rejects.toThrow('left');
    await expect(queue.run('image', async () => 'run', leaving.signal)).rejects.toThrow('left');
    const next = queue.run('image', async () => 'next');
    end();
    await running;
    expect(await next).toBe('next');
  });

  test('ignores a signal that is aborted while its job runs', async () => {
    const leaving = new AbortController();
    const queue = cpuQueue({ concurrency: 1 });
    const first = queue.run('image', async () => 'first');
    const second = queue.run(
      'image',
      async () => {
        leaving.abort();
        return 'second';
      },
      leaving.signal,
    );
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });

  test('shares time, not the number of jobs, between lanes: cheap thumbnails do not wait for every expensive image', async () => {
    const manual = manualQueue({ concurrency: 1 });
    const results = [manual.add('image', 'image 0', 100)];
    for (let n = 1; n < 4; n += 1) results.push(manual.add('image', `image ${n}`, 100));
    for (let n = 0; n < 20; n += 1) results.push(manual.add('thumbnail', `thumbnail ${n}`, 10));
    for (let n = 0; n < results.length; n += 1) await manual.endOne();
    await Promise.all(results);
    const between = (from: string, to: string) => manual.started.indexOf(to) - manual.started.indexOf(from) - 1;
    expect(between('image 0', 'image 1')).toBeGreaterThanOrEqual(10);
    expect(between('image 1', 'image 2')).toBeGreaterThanOrEqual(9);
  });

  test('does not let a lane that was idle for long block the other one', async () => {
    const manual = manualQueue({ concurrency: 1 });
    for (let n = 0; n < 5; n += 1) {
      const done = manual.add('image', `earlier ${n}`, 100);
      await manual.endOne();
      await done;
    }
    const results = [manual.add('image', 'image 0', 10), manual.add('image', 'image 1', 10)];
    for (let n = 0; n < 10; n += 1) results.push(manual.add('thumbnail', `thumbnail ${n}`, 10));
    for (let n = 0; n < results.length; n += 1) await manual.endOne();
    await Promise.all(results);
    expect(manual.started.indexOf('image 1') - manual.started.indexOf('image 0')).toBeLessThanOrEqual(3);
  });
});

describe('passwords during other work', () => {
  const others: Lane[] = ['image', 'thumbnail', 'report'];

  test.each([1, 2])('do not wait for it, even if all %i slots are taken, and are then hashed one at a time', async (concurrency) => {
    const manual = manualQueue({ concurrency });
    const results = others.flatMap((lane) => [manual.add(lane, `${lane} 1`), manual.add(lane, `${lane} 2`)]);
    await manual.settled();
    expect(manual.started.length).toBe(concurrency);
    results.push(manual.add('password', 'first'), manual.add('password', 'second'));
    await manual.settled();
    expect(manual.started.slice(concurrency)).toEqual(['first']);
    for (let n = 0; n < results.length; n += 1) await manual.endOne();
    await Promise.all(results);
    expect(manual.most()).toBe(concurrency + 1);
  });

  test('take no more than the slots otherwise, and leave the other work its share', async () => {
    const manual = manualQueue({ concurrency: 1 });
    const results = Array.from({ length: 6 }, (_, n) => manual.add('password', `password ${n}`));
    results.push(manual.add('image', 'image'));
    await manual.settled();
    expect(manual.started).toEqual(['password 0']);
    await manual.endOne();
    await manual.settled();
    expect(manual.started).toEqual(['password 0', 'image', 'password 1']);
    for (let n = 0; n < results.length; n += 1) await manual.endOne();
    await Promise.all(results);
  });
});

test('leaves one core and two pool threads free, and allows at least one job', () => {
  expect([defaultConcurrency(1, 4), defaultConcurrency(2, 4), defaultConcurrency(3, 4), defaultConcurrency(64, 4)]).toEqual([1, 1, 2, 2]);
  expect([defaultConcurrency(16, 17), defaultConcurrency(16, 1)]).toEqual([15, 1]);
  expect(defaultConcurrency()).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
});
