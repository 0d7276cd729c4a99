import { describe, expect, test } from 'vitest';
import type { ReportPart, ReportSettings } from '../pdf/report-content.ts';
import { type CpuQueue, cpuQueue, type Lane } from './cpu-queue.ts';
import { workerReports } from './reports.ts';

const settings: ReportSettings = { language: 'ua', currency: 'UAH', hasPrices: true, day: '2026-11-22' };
const never = (): AbortSignal => new AbortController().signal;

/** A worker with that code, which can use `port`. */
const worker = (code: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort as port } from 'node:worker_threads';\n${code}`)}`);
const STARTED = 'port.postMessage({});';
/** Answers the third step with a file that contains the number of parts. */
const WORKING = worker(`let parts = 0, steps = 0;
port.on('message', ({ part }) => {
  if (part) parts += 1;
  else port.postMessage(++steps === 3 ? { pdf: new Uint8Array([parts]) } : {});
});
${STARTED}`);
const SILENT = worker(`port.on('message', () => undefined); ${STARTED}`);

async function* parts(count: number): AsyncGenerator<ReportPart> {
  for (let n = 0; n < count; n += 1) yield [];
}

describe('workerReports', () => {
  test('sends all parts, makes as many steps as needed and returns the file', async () => {
    const reports = workerReports({ worker: WORKING });
    expect(await reports.create(settings, parts(4), never())).toEqual(new Uint8Array([4]));
  });

  test('makes two reports at once', async () => {
    const reports = workerReports({ worker: WORKING });
    expect(await Promise.all([1, 2].map((count) => reports.create(settings, parts(count), never())))).toEqual([
      new Uint8Array([1]),
      new Uint8Array([2]),
    ]);
  });

  test.each([
    ['cannot be loaded', worker('import "node:nothing";'), 'node:nothing'],
    ['throws at a step', worker(`port.on('message', () => { throw new Error('broken'); }); ${STARTED}`), 'broken'],
    ['ends at a step', worker(`port.on('message', () => process.exit(0)); ${STARTED}`), 'ended early'],
    [
      'takes too much memory',
      worker(`port.on('message', () => { for (const all = [];;) all.push(new Array(1e5).fill({})); }); ${STARTED}`),
      'memory',
    ],
  ])('throws if the worker %s, and makes the next report', async (_, broken, message) => {
    const queue = cpuQueue({ concurrency: 1 });
    await expect(workerReports({ worker: broken, queue }).create(settings, parts(1), never())).rejects.toThrow(message);
    expect(await workerReports({ worker: WORKING, queue }).create(settings, parts(1), never())).toEqual(new Uint8Array([1]));
  });

  test('rejects a report with 503 when all places are taken, and frees the place of a client that leaves', async () => {
    const reports = workerReports({ worker: SILENT, places: { concurrency: 1, maxWaiting: 1 } });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = reports.create(settings, parts(1), first.signal);
    const waiting = reports.create(settings, parts(1), second.signal);
    await expect(reports.create(settings, parts(1), never())).rejects.toMatchObject({ code: 'api.503', retryAfter: expect.any(Number) });
    second.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'api.400' });
    first.abort();
    await expect(running).rejects.toMatchObject({ code: 'api.400' });
  });

  test('ends the worker of a client that leaves, while it works and while parts are read', async () => {
    const queue = cpuQueue({ concurrency: 1 });
    const leaving = new AbortController();
    const reports = workerReports({ worker: SILENT, queue });
    const report = reports.create(settings, parts(1), leaving.signal);
    // The slot is free again, so another job can run.
    setImmediate(() => leaving.abort());
    await expect(report).rejects.toMatchObject({ code: 'api.400' });
    expect(await queue.run('password', async () => 'next')).toBe('next');

    const reading = new AbortController();
    async function* slowParts(): AsyncGenerator<ReportPart> {
      yield [];
      reading.abort();
      yield [];
      throw new Error('read on');
    }
    await expect(reports.create(settings, slowParts(), reading.signal)).rejects.toMatchObject({ code: 'api.400' });
  });

  test('a failure while parts are read ends the worker and is thrown', async () => {
    async function* failing(): AsyncGenerator<ReportPart> {
      yield [];
      throw new Error('the database is away');
    }
    await expect(workerReports({ worker: SILENT }).create(settings, failing(), never())).rejects.toThrow('the database is away');
  });
});

test('takes a slot of the shared queue for the start of the worker and for each step', async () => {
  const shared = cpuQueue({ concurrency: 1 });
  const lanes: Lane[] = [];
  const queue: CpuQueue = {
    run(lane, job, signal) {
      lanes.push(lane);
      return shared.run(lane, job, signal);
    },
  };
  await workerReports({ worker: WORKING, queue }).create(settings, parts(9), never());
  expect(lanes).toEqual(['report', 'report', 'report', 'report']);
});
