import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_IN_FLIGHT, newLoad } from '#server/http/load.ts';
import { type Answer, testApp } from '#tests/support/app.ts';
import { barePages } from '#tests/support/bare-pages.ts';

/** A promise to wait for, and the number of callers that wait for it. */
function barrier() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const waiters = { count: 0 };
  const wait = async (): Promise<void> => {
    waiters.count++;
    await opened;
  };
  return { waiters, wait, open: () => open() };
}

const requestOf = (destroyed = false) => ({ raw: { socket: { destroyed } } });

function expectShed({ status, headers, body }: Answer): void {
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'api.503' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test('answers 503 to requests beyond the limit, but still serves health checks, files and earlier requests', async () => {
  const assets = await mkdtemp(join(tmpdir(), 'carnet-assets-'));
  onTestFinished(() => rm(assets, { recursive: true }));
  await mkdir(join(assets, 'fonts'));
  await writeFile(join(assets, 'fonts', 'a.txt'), 'a file');
  const { waiters, wait, open } = barrier();
  const pages = barePages(async ({ address }) => {
    if (address.startsWith('/waiting')) await wait();
    return { status: 200, html: '<!doctype html>' };
  });
  const app = await testApp('sqlite', { assets, pages });
  onTestFinished(() => app.close());
  const waiting = Array.from({ length: MAX_IN_FLIGHT }, (_, n) => app.request('GET', `/waiting/${n}`));
  await expect.poll(() => waiters.count, { timeout: 60_000 }).toBe(MAX_IN_FLIGHT);
  expectShed(await app.request('GET', '/'));
  expectShed(await app.request('GET', '/api/prices/price'));
  expectShed(await app.request('POST', '/api/users/login', { body: { email: 'a@example.com', password: 'x' } }));
  expectShed(await app.request('GET', '/api/images/AAAAAAAAAAAAAAAAAAAAAA'));
  for (const path of ['/healthz', '/readyz', '/assets/fonts/a.txt']) expect((await app.request('GET', path)).status, path).toBe(200);
  open();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await app.request('GET', '/')).status).toBe(200);
});

describe('the turns in which requests begin', () => {
  /** A limit of `max`, and the requests that begin or are rejected in each turn of the event loop. */
  function turnsOf(max: number) {
    vi.useFakeTimers({ toFake: ['setImmediate', 'clearImmediate'] });
    onTestFinished(() => void vi.useRealTimers());
    const load = newLoad(max);
    let events: string[] = [];
    return {
      load,
      enqueue: (name: number, destroyed = false) =>
        load.enqueue(requestOf(destroyed), undefined, (error) => events.push(error ? `${name} ${error.message}` : `${name}`)),
      /** What began since the last turn and begins in this one. */
      turn(): string[] {
        vi.runOnlyPendingTimers();
        const began = events;
        events = [];
        return began;
      },
    };
  }

  test('up to 16 begin in one turn, in their order', () => {
    const { load, enqueue, turn } = turnsOf(1_000);
    for (let name = 1; name <= 19; name++) enqueue(name);
    expect(load.inFlight()).toBe(19);
    expect(turn()).toEqual(Array.from({ length: 16 }, (_, index) => `${index + 1}`));
    expect(turn()).toEqual(['17', '18', '19']);
    expect([turn(), vi.getTimerCount()]).toEqual([[], 0]);
    enqueue(20);
    expect(turn()).toEqual(['20']);
  });

  test('each begins in its own asynchronous context', () => {
    const { load, enqueue, turn } = turnsOf(1_000);
    const storage = new AsyncLocalStorage<string>();
    let context: unknown;
    enqueue(1);
    storage.run('second', () =>
      load.enqueue(requestOf(), undefined, () => {
        context = storage.getStore();
      }),
    );
    turn();
    expect(context).toBe('second');
  });

  test('a request beyond the limit is rejected at once', () => {
    const { enqueue, turn } = turnsOf(2);
    for (let name = 1; name <= 3; name++) enqueue(name);
    expect(turn()).toEqual(['3 api.503', '1', '2']);
  });

  test('a request whose client has disconnected does not begin', () => {
    const { enqueue, turn } = turnsOf(10);
    for (let name = 1; name <= 4; name++) enqueue(name, name % 2 === 0);
    expect(turn()).toEqual(['1', '3']);
  });
});

test('a slot is occupied until the work ends, and freed by work that fails', async () => {
  const load = newLoad(2);
  const { wait, open } = barrier();
  const failing = load.run(async () => {
    await wait();
    throw new Error('failed');
  });
  const working = load.run(wait);
  await expect(load.run(wait)).rejects.toMatchObject({ code: 'api.503' });
  expect(await new Promise((resolve) => load.enqueue(requestOf(), undefined, resolve))).toMatchObject({ code: 'api.503' });
  expect(load.inFlight()).toBe(2);
  open();
  await expect(failing).rejects.toThrow('failed');
  await working;
  await Promise.all([load.run(async () => undefined), load.run(async () => undefined)]);
});
