import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
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

test('of many requests on a new connection two begin in a turn, and up to 16 in the next one', async () => {
  // A long turn would count as several.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let begun = 0;
  let begunInTwoTurns = 0;
  const pages = barePages(async () => {
    if (begun++ === 0)
      setImmediate(() => {
        begunInTwoTurns = begun;
      });
    return { status: 200, html: '<!doctype html>' };
  });
  const app = await testApp('sqlite', { pages, assets: undefined });
  onTestFinished(() => app.close());
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.resume();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(150));
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(150);
  expect(begunInTwoTurns).toBe(18);
});

describe('the turns in which requests begin or are rejected', () => {
  /** A limit of `max`, and the requests that begin or are rejected in each turn of the event loop. */
  function turnsOf(max: number) {
    vi.useFakeTimers({ toFake: ['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let time = 0;
    const load = newLoad(max, () => time);
    let events: string[] = [];
    return {
      load,
      admit: (name: number, destroyed = false) =>
        load.admit(requestOf(destroyed), undefined, (error) => events.push(error ? `${name} ${error.message}` : `${name}`)),
      /** What began since the last turn and begins in this one, after `milliseconds`. */
      turn(milliseconds = 0): string[] {
        time += milliseconds;
        vi.runOnlyPendingTimers();
        const began = events;
        events = [];
        return began;
      },
    };
  }

  test('up to 16 begin in one turn, in their order', () => {
    const { load, admit, turn } = turnsOf(1_000);
    for (let name = 1; name <= 19; name++) admit(name);
    expect(load.inFlight()).toBe(19);
    expect(turn()).toEqual(Array.from({ length: 16 }, (_, index) => `${index + 1}`));
    expect(turn()).toEqual(['17', '18', '19']);
    expect([turn(), vi.getTimerCount()]).toEqual([[], 0]);
    admit(20);
    expect(turn()).toEqual(['20']);
  });

  test('a turn of 20 ms counts as two, a longer one as more, up to 100 requests', () => {
    const { admit, turn } = turnsOf(1_000);
    for (let name = 1; name <= 1_000; name++) admit(name);
    const begunIn = (milliseconds: number): number => turn(milliseconds).length;
    expect([begunIn(19), begunIn(20), begunIn(30), begunIn(10_000), begunIn(0)]).toEqual([16, 32, 48, 100, 16]);
  });

  test('of more than 100 two begin in a turn that accepted a connection', () => {
    const { load, admit, turn } = turnsOf(1_000);
    for (let name = 1; name <= 102; name++) admit(name);
    load.accepted();
    expect(turn()).toEqual(['1', '2']);
    load.accepted();
    expect(turn()).toHaveLength(16);
  });

  test('a turn that accepted a connection does not limit the next one', () => {
    const { load, admit, turn } = turnsOf(200);
    for (let name = 1; name <= 120; name++) admit(name);
    load.accepted();
    expect(turn()).toHaveLength(2);
    expect(turn()).toHaveLength(16);
  });

  test('a long turn that accepted a connection counts as several, up to 100 requests', () => {
    const { load, admit, turn } = turnsOf(1_000);
    for (let name = 1; name <= 1_000; name++) admit(name);
    const begunIn = (milliseconds: number): number => {
      load.accepted();
      return turn(milliseconds).length;
    };
    expect([begunIn(3), begunIn(4), begunIn(30), begunIn(10_000), begunIn(0)]).toEqual([2, 4, 30, 100, 2]);
  });

  test('each request begins in its own asynchronous context', () => {
    const { load, admit, turn } = turnsOf(1);
    const storage = new AsyncLocalStorage<string>();
    const contexts: unknown[] = [];
    const admitAs = (name: string) => storage.run(name, () => load.admit(requestOf(), undefined, () => contexts.push(storage.getStore())));
    admitAs('admitted');
    for (let name = 1; name <= 100; name++) admit(name);
    admitAs('rejected');
    expect(contexts).toEqual([]);
    turn(1);
    expect(contexts.toSorted()).toEqual(['admitted', 'rejected']);
  });

  test('100 rejections are sent at once, and of further ones two per millisecond in their order', () => {
    const { admit, turn } = turnsOf(0);
    for (let name = 1; name <= 400; name++) admit(name);
    expect(turn()).toEqual(Array.from({ length: 100 }, (_, index) => `${index + 1} api.503`));
    expect([turn(5)[0], turn(7).length, turn(1_000).length]).toEqual(['101 api.503', 14, 100]);
    admit(401);
    expect(turn(1)).toEqual(['225 api.503', '226 api.503']);
    expect([turn(1_000).length, turn(1_000).length, vi.getTimerCount()]).toEqual([100, 75, 0]);
    admit(402);
    expect(turn()).toEqual(['402 api.503']);
  });

  test('5,000 rejections wait at most: further ones are sent at once', () => {
    const { admit, turn } = turnsOf(0);
    for (let name = 1; name <= 5_102; name++) admit(name);
    expect(turn().slice(-3)).toEqual(['100 api.503', '5101 api.503', '5102 api.503']);
  });

  test('a request whose client has disconnected does not begin', () => {
    const { admit, turn } = turnsOf(10);
    for (let name = 1; name <= 4; name++) admit(name, name % 2 === 0);
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
  expect(await new Promise((resolve) => load.admit(requestOf(), undefined, resolve))).toMatchObject({ code: 'api.503' });
  expect(load.inFlight()).toBe(2);
  open();
  await expect(failing).rejects.toThrow('failed');
  await working;
  await Promise.all([load.run(async () => undefined), load.run(async () => undefined)]);
});
