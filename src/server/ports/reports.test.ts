import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import type { ReportPart, ReportSettings } from '../pdf/report-content.ts';
import { type CpuQueue, cpuQueue, type Lane } from './cpu-queue.ts';
import { type DrawnReport, workerReports } from './reports.ts';

const settings: ReportSettings = { language: 'ua', kinds: ['work'], currency: 'UAH', hasPrices: true, day: '2026-11-22' };
const never = (): AbortSignal => new AbortController().signal;

/** A worker with that code, which can use `port`. */
const worker = (code: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort as port } from 'node:worker_threads';\n${code}`)}`);
const STARTED = 'port.postMessage({ bytes: new Uint8Array(), isLast: false });';
/** Makes a file in three steps: the number of the step and the number of parts in each. */
const WORKING = worker(`let parts = 0, steps = 0;
port.on('message', ({ part }) => {
  if (part) parts += 1;
  else port.postMessage({ bytes: new Uint8Array([++steps, parts]), isLast: steps === 3 });
});
${STARTED}`);
const fileOf = (parts: number): Buffer => Buffer.from([1, parts, 2, parts, 3, parts]);
const read = async ({ size, parts }: DrawnReport): Promise<Buffer> => {
  const bytes = await buffer(parts);
  expect(bytes).toHaveLength(size);
  return bytes;
};
const SILENT = worker(`port.on('message', () => undefined); ${STARTED}`);

const folder = mkdtempSync(join(tmpdir(), 'carnet-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* parts(count: number): AsyncGenerator<ReportPart> {
  for (let n = 0; n < count; n += 1) yield [];
}

describe('workerReports', () => {
  test('sends all parts, makes as many steps as needed and returns the file', async () => {
    const reports = workerReports({ folder, worker: WORKING });
    expect(await read(await reports.create(settings, parts(4), never()))).toEqual(fileOf(4));
  });

  test('makes two reports at once', async () => {
    const reports = workerReports({ folder, worker: WORKING });
    const drawn = await Promise.all([1, 2].map((count) => reports.create(settings, parts(count), never())));
    expect(await Promise.all(drawn.map(read))).toEqual([fileOf(1), fileOf(2)]);
  });

  test('the file has no name while it is read, and is closed after that', async () => {
    const { parts: bytes } = await workerReports({ folder, worker: WORKING }).create(settings, parts(1), never());
    expect(readdirSync(folder)).toEqual([]);
    bytes.resume();
    await once(bytes, 'close');
    const { parts: unread } = await workerReports({ folder, worker: WORKING }).create(settings, parts(1), never());
    unread.destroy();
    await once(unread, 'close');
  });

  test('throws 503 if the file cannot be written', async () => {
    const reports = workerReports({ folder: join(folder, 'missing'), worker: WORKING });
    await expect(reports.create(settings, parts(1), never())).rejects.toMatchObject({ code: 'api.503' });
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
    await expect(workerReports({ folder, worker: broken, queue }).create(settings, parts(1), never())).rejects.toThrow(message);
    expect(await read(await workerReports({ folder, worker: WORKING, queue }).create(settings, parts(1), never()))).toEqual(fileOf(1));
  });

  test('rejects a report with 503 when all places are taken, and frees the place of a client that leaves', async () => {
    const reports = workerReports({ folder, worker: SILENT, places: { concurrency: 1, maxWaiting: 1 } });
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
    const reports = workerReports({ folder, worker: SILENT, queue });
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
    await expect(workerReports({ folder, worker: SILENT }).create(settings, failing(), never())).rejects.toThrow('the database is away');
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
  await read(await workerReports({ folder, worker: WORKING, queue }).create(settings, parts(9), never()));
  expect(lanes).toEqual(['report', 'report', 'report', 'report']);
});
