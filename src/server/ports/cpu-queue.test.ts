import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type CpuQueueOptions, cpuQueue, defaultConcurrency, type Lane } from './cpu-queue.ts';

/** A queue whose jobs end when the test says so; each takes `cost` milliseconds on the queue's clock. */
function heldQueue(options: CpuQueueOptions = {}) {
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

describe('the queue of CPU-bound work', () => {
  test('no more jobs run than allowed, also when one is added while another ends, and all run in order', async () => {
    const held = heldQueue({ concurrency: 2 });
    const names = Array.from({ length: 9 }, (_, n) => `job ${n}`);
    const results = names.slice(0, 5).map((name) => held.add('password', name));
    await held.settled();
    expect(held.started).toEqual(names.slice(0, 2));
    for (const name of names.slice(5)) {
      const ended = held.endOne();
      results.push(held.add('password', name));
      await ended;
    }
    for (let n = 0; n < names.length; n += 1) await held.endOne();
    expect(await Promise.all(results)).toEqual(names);
    expect(held.started).toEqual(names);
    expect(held.most()).toBe(2);
  });

  test('too many waiting jobs of a lane are refused at once with 503, and the other lane still takes its own', async () => {
    const held = heldQueue({ concurrency: 1, maxWaiting: 3 });
    const results = Array.from({ length: 4 }, (_, n) => held.add('password', `password ${n}`));
    await expect(held.add('password', 'one too many')).rejects.toMatchObject({ code: 'api.503', retryAfter: expect.any(Number) });
    results.push(held.add('image', 'image'));
    for (let n = 0; n < 5; n += 1) await held.endOne();
    expect((await Promise.all(results)).length).toBe(5);
    expect(held.started).not.toContain('one too many');
  });

  test('a job that fails gives its place to the next', async () => {
    const queue = cpuQueue({ concurrency: 1 });
    const failing = queue.run('image', () => Promise.reject(new Error('broken')));
    const next = queue.run('image', async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  test('lanes share the time, not the number of jobs: cheap logins do not wait for every expensive image', async () => {
    const held = heldQueue({ concurrency: 1 });
    const results = [held.add('image', 'image 0', 100)];
    for (let n = 1; n < 4; n += 1) results.push(held.add('image', `image ${n}`, 100));
    for (let n = 0; n < 20; n += 1) results.push(held.add('password', `password ${n}`, 10));
    for (let n = 0; n < results.length; n += 1) await held.endOne();
    await Promise.all(results);
    const between = (from: string, to: string) => held.started.indexOf(to) - held.started.indexOf(from) - 1;
    expect(between('image 0', 'image 1')).toBeGreaterThanOrEqual(10);
    expect(between('image 1', 'image 2')).toBeGreaterThanOrEqual(9);
  });

  test('a lane that was idle for long does not keep the other one waiting for as long', async () => {
    const held = heldQueue({ concurrency: 1 });
    for (let n = 0; n < 5; n += 1) {
      const done = held.add('image', `earlier ${n}`, 100);
      await held.endOne();
      await done;
    }
    const results = [held.add('image', 'image 0', 10), held.add('image', 'image 1', 10)];
    for (let n = 0; n < 10; n += 1) results.push(held.add('password', `password ${n}`, 10));
    for (let n = 0; n < results.length; n += 1) await held.endOne();
    await Promise.all(results);
    expect(held.started.indexOf('image 1') - held.started.indexOf('image 0')).toBeLessThanOrEqual(3);
  });
});

test('one core and one thread of the pool stay free, and one job is always at work', () => {
  expect([defaultConcurrency(1, 4), defaultConcurrency(2, 4), defaultConcurrency(3, 4), defaultConcurrency(64, 4)]).toEqual([1, 1, 2, 3]);
  expect([defaultConcurrency(16, 16), defaultConcurrency(16, 1)]).toEqual([15, 1]);
  expect(defaultConcurrency()).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
});
