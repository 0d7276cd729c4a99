import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { anAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('visits on %s', (kind) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp(kind);
  });
  afterEach(() => app.close());

  const visit = () => app.request('POST', '/api/statistics/set-visits');
  const list = async () => (await app.request('GET', '/api/statistics/get-visits', { token: (await anAdmin(app)).token })).body;
  const today = () => isoTime(app.clock.now()).slice(0, 10);

  test('counts visits per day (UTC) and lists the newest day first', async () => {
    expect(await list()).toEqual([]);
    // Noon, because midnight could fall between two visits.
    app.clock.advance(DAY - (app.clock.now() % DAY) + DAY / 2);
    const first = today();
    for (let n = 0; n < 3; n += 1) expect(await visit()).toMatchObject({ status: 200, body: { success: true } });
    expect(await list()).toEqual([{ visit_date: first, visit_count: 3 }]);
    app.clock.advance(2 * DAY);
    await Promise.all(Array.from({ length: 10 }, visit));
    expect(await list()).toEqual([
      { visit_date: today(), visit_count: 10 },
      { visit_date: first, visit_count: 3 },
    ]);
  });

  test('ignores the request body', async () => {
    const answer = await app.request('POST', '/api/statistics/set-visits', { body: { visit_count: 1_000_000, visit_date: '2000-01-01' } });
    expect(answer.status).toBe(200);
    expect(await list()).toEqual([{ visit_date: expect.not.stringContaining('2000'), visit_count: 1 }]);
  });
});
