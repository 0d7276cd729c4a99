import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { anAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('visits on %s', (kind) => {
  let app: TestApp;
  beforeEach(async () => {
    // Visits wait for a row longer than usual while the machine is busy.
    app = await testApp(kind, { isPatient: true });
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

  test('counts all visits that arrive while another transaction holds the row of the day, and keeps connections for others', async () => {
    const token = (await anAdmin(app)).token;
    await visit();
    const [row, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => row.resolve());
    const holder = app.store.transaction(async (tx) => {
      await tx.updateTable('visits').set({ visit_count: 1 }).execute();
      held.resolve();
      await row.promise;
    });
    await held.promise;
    const visits = Array.from({ length: 40 }, visit);
    expect((await app.request('GET', '/api/statistics/get-visits', { token })).status).toBe(200);
    row.resolve();
    await holder;
    for (const { status } of await Promise.all(visits)) expect(status).toBe(200);
    expect(await list()).toEqual([{ visit_date: today(), visit_count: 41 }]);
  });

  test('reports visits that could not be stored, and counts later ones', async () => {
    const rename = (from: string, to: string) => app.store.db.schema.alterTable(from).renameTo(to).execute();
    await rename('visits', 'elsewhere');
    for (const { status } of await Promise.all(Array.from({ length: 5 }, visit))) expect(status).toBe(500);
    await rename('elsewhere', 'visits');
    expect((await visit()).status).toBe(200);
    expect(await list()).toEqual([{ visit_date: today(), visit_count: 1 }]);
  });

  test('ignores the request body', async () => {
    const answer = await app.request('POST', '/api/statistics/set-visits', { body: { visit_count: 1_000_000, visit_date: '2000-01-01' } });
    expect(answer.status).toBe(200);
    expect(await list()).toEqual([{ visit_date: expect.not.stringContaining('2000'), visit_count: 1 }]);
  });
});
