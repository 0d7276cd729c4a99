import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { readingBody, recordBody } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';

describe.each(DATABASES)('what a plan knows of the counter on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const { today, inDays, aPlan } = servicePlans(() => app);

  test('counts with the mileage of the details, and without doubtful readings', async () => {
    const { add, send, list } = await aPlan('car', { mileage: '60 000' });
    expect(await add({ everyDistance: 10_000 })).toMatchObject({ startAt: 60_000 });
    for (const reading of [60_100, 990_000]) await send('POST', '/readings', readingBody({ reading, performedOn: today() }));
    expect((await list())[0]).toMatchObject({ over: { distance: -9_900 } });
  });

  // 185,300 km are added after the replacement: 200,300 − 15,000. 20,000 km shown are 205,300; due are 210,000, shown as 24,700.
  test('counts on over a replaced odometer', async () => {
    const { send, add, list } = await aPlan('car', { mileage: '0' });
    const read = (days: number, reading: number, more = {}) =>
      send('POST', '/readings', readingBody({ reading, performedOn: inDays(days), isReadingRight: true, ...more }));
    await read(-100, 200_000);
    const line = await add({ everyDistance: 10_000, startOn: inDays(-100), startAt: 200_000 });
    const fixed = await add({ title: 'Я', mode: 'fixed', everyDistance: 10_000, dueAt: 210_000 });
    await app.store.db
      .updateTable('plan_lines')
      .set({ due_at_on: inDays(-100) })
      .where('id', '=', fixed.id)
      .execute();
    await read(-50, 15_000, { isReset: true, oldReading: 200_300 });
    await read(-10, 20_000);
    // 5,300 km in 90 days; what is left are 4,700 km, so 79.8 days after the last reading.
    expect(await list()).toMatchObject([
      { id: line.id, dueReading: 24_700, over: { distance: -4_700 }, forecastOn: inDays(70), startAt: 200_000 },
      { id: fixed.id, dueReading: 24_700 },
    ]);
    expect((await send('POST', `/plan/${fixed.id}/skip`)).body.data).toMatchObject({ dueReading: 34_700 });
    expect(await send('POST', `/plan/${fixed.id}/done`, { reading: 20_000, ask: true })).toMatchObject({
      status: 409,
      body: {
        data: {
          choices: [
            { occurrence: '24700', next: '34700' },
            { occurrence: '34700', next: '44700' },
          ],
        },
      },
    });
    const { data: record } = (await send('POST', '/records', recordBody({ reading: 20_000, performedOn: inDays(-5) }))).body;
    expect((await send('POST', `/plan/${line.id}/done`, { entryId: record.id })).body.data).toMatchObject({
      ...{ dueReading: 30_000, lastDone: { reading: 20_000, afterDistance: 5_300 } },
    });
    // On the day of the replacement the new odometer counts.
    expect((await add({ everyDistance: 10_000, startOn: inDays(-50), startAt: 15_000 })).dueReading).toBe(25_000);
    expect(await add({ everyDistance: 1_000, dueAt: 21_000 })).toMatchObject({ startAt: 20_000, dueAt: 21_000, dueReading: 21_000 });
  });
});
