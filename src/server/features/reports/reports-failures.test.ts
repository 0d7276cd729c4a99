import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REPORTS_PER_HOUR } from '#contract/limits.ts';
import type { ReportPart } from '#server/pdf/report-content.ts';
import { cpuQueue } from '#server/ports/cpu-queue.ts';
import { sharpImages } from '#server/ports/images.ts';
import { type Reports, workerReports } from '#server/ports/reports.ts';
import { DATABASES, REPORT_WORKER, testApp } from '#tests/support/app.ts';
import { recordBody } from '#tests/support/builders.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { aDrawnReport, getReport, reportOwner } from '#tests/support/reports.ts';

const silentWorker = new URL(
  `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {}); parentPort.postMessage({ bytes: new Uint8Array(), isLast: false });")}`,
);

describe('a busy or failing server', () => {
  const anApp = async (worker: URL) => {
    const inner = workerReports({ worker, folder: tmpdir(), queue: cpuQueue(), places: { concurrency: 1, maxWaiting: 0 } });
    /** The file or the error of each report that was begun. */
    const outcomes: Promise<unknown>[] = [];
    const reports: Reports = {
      create(...report) {
        const outcome = inner.create(...report);
        outcomes.push(outcome.catch((error: unknown) => error));
        return outcome;
      },
    };
    const app = await testApp('sqlite', { reports });
    onTestFinished(() => app.close());
    const owner = await reportOwner(app);
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const ask = (signal: AbortSignal | null = null, { user, path } = owner) =>
      fetch(address + path, { headers: { authorization: `Bearer ${user.token}` }, signal });
    return { app, ask, outcomes };
  };

  test('answers 503 while all places are taken, and frees the place of a client that leaves', async () => {
    const { app, ask, outcomes } = await anApp(silentWorker);
    const other = await reportOwner(app);
    const [first, third] = [new AbortController(), new AbortController()];
    const left = ask(first.signal).catch((error: Error) => error.name);
    await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBe(1);
    const rejected = await ask(null, other);
    expect({ status: rejected.status, code: (await rejected.json()).code }).toEqual({ status: 503, code: 'api.503' });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    first.abort();
    expect(await left).toBe('AbortError');
    expect(await outcomes[0]).toMatchObject({ code: 'api.400' });
    const accepted = ask(third.signal).catch((error: Error) => error.name);
    await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBe(3);
    third.abort();
    expect(await accepted).toBe('AbortError');
    expect(await outcomes[2]).toMatchObject({ code: 'api.400' });
  });

  test('answers 500 when the worker fails, and makes the next report', async () => {
    const { ask } = await anApp(new URL('data:text/javascript,throw new Error("broken")'));
    for (let n = 0; n < 2; n += 1) {
      const answer = await ask();
      expect({ status: answer.status, code: (await answer.json()).code }).toEqual({ status: 500, code: 'reportsApi.500' });
    }
  });

  test('answers 503 when the file cannot be written, and the report does not count', async () => {
    const app = await testApp('sqlite', { reports: workerReports({ worker: silentWorker, folder: '/proc' }) });
    onTestFinished(() => app.close());
    const { user, path } = await reportOwner(app);
    for (let n = 0; n <= REPORTS_PER_HOUR; n += 1) expect(await getReport(app, user, path)).toMatchObject({ status: 503, code: 'api.503' });
  });

  test('makes a report without a photo that cannot be decoded', async () => {
    const { app, ask } = await anApp(REPORT_WORKER);
    await app.store.db
      .updateTable('images')
      .set({ bytes: Buffer.from('no image') })
      .execute();
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).text).toContain('Škoda Octavia');
  });
});

test.each(DATABASES)('on %s answers 503 while too many images are waiting, and does not count the report', async (kind) => {
  const queue = cpuQueue({ concurrency: 1, maxWaiting: 0 });
  const parts: ReportPart[] = [];
  const reports: Reports = {
    async create(_settings, given) {
      for await (const part of given) parts.push(part);
      return aDrawnReport();
    },
  };
  const app = await testApp(kind, { images: sharpImages(queue), reports });
  onTestFinished(() => app.close());
  const { user, path } = await reportOwner(app);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const image = queue.run('image', () => ended);
  for (let n = 0; n <= REPORTS_PER_HOUR; n += 1)
    expect(await getReport(app, user, path)).toMatchObject({ status: 503, code: 'api.503', retryAfter: expect.any(Number) });
  expect(parts).toEqual([]);
  end();
  await image;
  expect((await getReport(app, user, path)).status).toBe(200);
  expect(parts[0]).toMatchObject({ photo: expect.any(Uint8Array) });
});

test.each([
  ['before the first byte', true],
  ['while it downloads', false],
])('closes the file of a client that leaves %s', async (_, isEarly) => {
  const parts = new Readable({ read: () => void parts.push(Buffer.alloc(1 << 16)) });
  const leaving = new AbortController();
  const app = await testApp('sqlite', {
    reports: {
      async create(_settings, _parts, signal) {
        if (isEarly) {
          leaving.abort();
          await once(signal, 'abort');
        }
        return { size: 1e9, parts };
      },
    },
  });
  onTestFinished(() => app.close());
  const { user, path } = await reportOwner(app);
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const closed = once(parts, 'close');
  const answer = fetch(address + path, { headers: { authorization: `Bearer ${user.token}` }, signal: leaving.signal });
  if (isEarly) await expect(answer).rejects.toThrow();
  else {
    expect((await answer).headers.get('content-length')).toBe('1000000000');
    leaving.abort();
  }
  await closed;
});

test.each(DATABASES)('on %s reads a vehicle again when the report has waited for its turn', async (kind) => {
  let change: () => Promise<unknown> = async () => undefined;
  const drawn: unknown[] = [];
  const app = await testApp(kind, {
    reports: {
      async create(_settings, parts) {
        await change();
        for await (const part of parts) if ('vehicle' in part) drawn.push({ model: part.vehicle.model, records: part.vehicle.recordCount });
        return aDrawnReport();
      },
    },
  });
  onTestFinished(() => app.close());
  const { user, vehicle, path } = await reportOwner(app);
  const { token } = user;
  change = () => app.request('POST', `/api/vehicles/${vehicle.id}/records`, { token, body: recordBody() });
  const { recordCount } = (await app.request('GET', `/api/vehicles/${vehicle.id}`, { token })).body.data;
  expect((await getReport(app, user, path)).status).toBe(200);
  expect(drawn).toEqual([{ model: vehicle.model, records: recordCount + 1 }]);
  change = () => app.request('DELETE', `/api/vehicles/${vehicle.id}`, { token });
  expect(await getReport(app, user, path)).toMatchObject({ status: 404, code: 'carsApi.404' });
});
