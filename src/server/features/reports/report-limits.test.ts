import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { REPORT_RECORDS_MAX, REPORTS_PER_HOUR } from '#contract/limits.ts';
import { HOUR, SECOND } from '#contract/time.ts';
import { AppError } from '#server/app-error.ts';
import type { DrawnReport } from '#server/ports/reports.ts';
import { errorText } from '#server/texts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aVehicle } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { aDrawnReport, getReport, reportOn, reportOwner } from '#tests/support/reports.ts';

/** One more comes back in this time. */
const REFILL = HOUR / REPORTS_PER_HOUR;

describe.each(DATABASES)('limits of reports on %s', (kind) => {
  let app: TestApp;
  let draw: (signal: AbortSignal) => Promise<DrawnReport>;
  beforeAll(async () => {
    app = await testApp(kind, { reports: { create: (_settings, _parts, signal) => draw(signal) } });
  });
  beforeEach(() => {
    draw = async () => aDrawnReport();
  });
  afterAll(() => app.close());

  type Owner = Awaited<ReturnType<typeof reportOwner>>;
  const ask = ({ user, path }: Owner) => getReport(app, user, path);
  const useUp = async (owner: Owner): Promise<void> => {
    for (let n = 0; n < REPORTS_PER_HOUR; n += 1) expect((await ask(owner)).status).toBe(200);
  };

  test('an account that has used up its reports is rejected until one is available again; others are not', async () => {
    const owner = await reportOwner(app);
    await useUp(owner);
    const rejected = await ask(owner);
    expect(rejected).toMatchObject({ status: 429, code: 'reportsApi.limit' });
    expect(rejected.retryAfter * SECOND).toBeLessThanOrEqual(REFILL);
    expect(rejected.retryAfter).toBeGreaterThan(0);
    expect((await ask(await reportOwner(app))).status).toBe(200);
    app.clock.advance(rejected.retryAfter * SECOND);
    expect((await ask(owner)).status).toBe(200);
    expect(await ask(owner)).toMatchObject({ status: 429, code: 'reportsApi.limit' });
  });

  test('all sessions of an account and both kinds of reports share the limit; the reason is in the reader’s language', async () => {
    const owner = await reportOwner(app, 'business');
    await useUp(owner);
    const phone = { ...owner.user, token: await aSession(app, owner.user.id) };
    const several = `/api/reports/vehicles?ids=${owner.vehicle.id}`;
    expect(await getReport(app, phone, several)).toMatchObject({ status: 429, code: 'reportsApi.limit' });
    for (const language of LANGUAGES) {
      const { bytes } = await getReport(app, phone, several, language);
      expect(JSON.parse(new TextDecoder().decode(bytes)).message).toBe(errorText(language, 'reportsApi.limit'));
    }
  });

  test('requests that are rejected for another reason do not count', async () => {
    const owner = await reportOwner(app);
    const { path: foreign } = await reportOwner(app);
    for (let n = 0; n <= REPORTS_PER_HOUR; n += 1) expect((await getReport(app, owner.user, foreign)).status).toBe(404);
    draw = async () => {
      throw new AppError('api.503', { retryAfter: 5 });
    };
    for (let n = 0; n <= REPORTS_PER_HOUR; n += 1) expect((await ask(owner)).status).toBe(503);
    draw = async () => aDrawnReport();
    await useUp(owner);
    expect((await ask(owner)).status).toBe(429);
  });

  test('a report that fails counts', async () => {
    const owner = await reportOwner(app);
    draw = async () => {
      throw new Error('broken');
    };
    for (let n = 0; n < REPORTS_PER_HOUR; n += 1) expect((await ask(owner)).status).toBe(500);
    expect((await ask(owner)).status).toBe(429);
  });

  test('a report on several vehicles has as many records as allowed, and no more', async () => {
    const { user, vehicle } = await reportOwner(app, 'business', 'bicycle');
    const second = await aVehicle(app, user, 'bicycle');
    await fillRecords(app.store, vehicle.id, REPORT_RECORDS_MAX - 1);
    await fillRecords(app.store, second.id, 1);
    expect((await getReport(app, user, reportOn([vehicle, second]))).status).toBe(200);
    await fillRecords(app.store, vehicle.id, 1);
    expect(await getReport(app, user, reportOn([vehicle, second]))).toMatchObject({ status: 422, code: 'reportsApi.tooLarge' });
  });

  test('one at a time for an account, while others make theirs', async () => {
    const [owner, other] = [await reportOwner(app), await reportOwner(app)];
    const { promise, resolve } = Promise.withResolvers<DrawnReport>();
    const begun = Promise.withResolvers<void>();
    draw = () => {
      begun.resolve();
      return promise;
    };
    const first = ask(owner);
    await begun.promise;
    expect(await ask(owner)).toMatchObject({ status: 429, code: 'reportsApi.running', retryAfter: expect.any(Number) });
    draw = async () => aDrawnReport();
    expect((await ask(other)).status).toBe(200);
    resolve(aDrawnReport());
    expect((await first).status).toBe(200);
    expect((await ask(owner)).status).toBe(200);
  });

  test('after a cancelled report the next one can begin at once', async () => {
    const { user, path } = await reportOwner(app);
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const begun = Promise.withResolvers<AbortSignal>();
    draw = (signal) => {
      begun.resolve(signal);
      return new Promise(() => undefined);
    };
    const leaving = new AbortController();
    const first = fetch(address + path, { headers: { authorization: `Bearer ${user.token}` }, signal: leaving.signal });
    const signal = await begun.promise;
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    leaving.abort();
    await expect(first).rejects.toThrow();
    await aborted;
    draw = async () => aDrawnReport();
    expect((await getReport(app, user, path)).status).toBe(200);
  });
});
