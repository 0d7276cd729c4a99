import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { costBody, recordBody } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';

describe.each(DATABASES)('a line of a plan on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const { today, inDays, aDrivenCar } = servicePlans(() => app);

  test('is done on a day and a reading, and undone', async () => {
    const { send, add } = await aDrivenCar();
    const line = await add({ everyMonths: 12, everyDistance: 10_000, startOn: inDays(-300), startAt: 40_000 });
    expect(line).toMatchObject({ state: 'due', over: { distance: 0 } });
    const done = (body: object) => send('POST', `/plan/${line.id}/done`, body);
    expect(await done({ performedOn: today() })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reading', code: 'validation.required' }] },
    });
    expect(await done({ reading: '49 900', readingUnit: 'mi' })).toMatchObject({ status: 400, body: { errors: [{ field: 'reading' }] } });
    const stamped = await done({ performedOn: inDays(-2), reading: '49 900' });
    expect(stamped).toMatchObject({ status: 201, body: { code: 'planApi.done.success' } });
    const { completionId } = stamped.body;
    expect(stamped.body.data).toMatchObject({
      ...{ state: 'fine', dueReading: 59_900 },
      lastDone: { completionId, entryId: null, performedOn: inDays(-2), reading: 49_900, afterDays: 298, afterDistance: 9_900 },
    });
    const undo = () => send('DELETE', `/plan/${line.id}/completions/${completionId}`);
    expect((await undo()).body.data).toEqual(line);
    expect(await undo()).toMatchObject({ status: 404, body: { code: 'planApi.completion.404' } });
  });

  test('is done by an entry once, forgets it with the entry and gets it back with it', async () => {
    const { send, add, list } = await aDrivenCar();
    const line = await add({ everyDistance: 10_000, startAt: 40_000 });
    const { data: record } = (await send('POST', '/records', recordBody({ reading: 49_900, performedOn: inDays(-2) }))).body;
    const done = (entryId: unknown) => send('POST', `/plan/${line.id}/done`, { entryId });
    const first = await done(record.id);
    expect(first.body.data).toMatchObject({ dueReading: 59_900, works: ['Заміна оливи'], lastDone: { entryId: record.id } });
    expect((await done(record.id)).body).toEqual(first.body);
    // The stamp follows its entry.
    await send('PATCH', `/records/${record.id}`, { reading: 49_950 });
    expect((await list())[0]).toMatchObject({ dueReading: 59_950 });
    await send('DELETE', `/records/${record.id}`);
    expect(await list()).toEqual([line]);
    await send('POST', `/records/${record.id}/restore`);
    expect((await list())[0]).toMatchObject({ dueReading: 59_950, lastDone: { entryId: record.id } });
    const other = await aDrivenCar();
    const { data: foreign } = (await other.send('POST', '/records', recordBody())).body;
    for (const entryId of [foreign.id, 999_999_999, 0, 1.5, 'x'])
      expect(await done(entryId)).toMatchObject({ status: 400, body: { errors: [{ field: 'entryId' }] } });
    const { data: unknown } = (await send('POST', '/records', recordBody({ reading: 0 }))).body;
    expect(await done(unknown.id)).toMatchObject({ status: 400, body: { errors: [{ field: 'reading' }] } });
  });

  test('keeps the completion by a cost, whose title fulfils it', async () => {
    const { send, add } = await aDrivenCar();
    const line = await add({ title: 'ОСЦПВ', kind: 'deadline', mode: 'fixed', everyMonths: 12, dueOn: inDays(10) });
    const { data: cost } = (await send('POST', '/costs', costBody({ performedOn: today(), reading: null }))).body;
    const { data } = (await send('POST', `/plan/${line.id}/done`, { entryId: cost.id })).body;
    expect(data).toMatchObject({ works: ['Автоцивілка'], lastDone: { reading: null } });
    expect(data.byDate.slice(0, 4)).toBe(String(Number(inDays(10).slice(0, 4)) + 1));
  });

  test('forgets for good the stamps of an entry that can no longer be restored', async () => {
    const { send, add } = await aDrivenCar();
    const lines = [await add({ everyMonths: 12 }), await add({ everyMonths: 24 })];
    const { data: record } = (await send('POST', '/records', recordBody())).body;
    for (const { id } of lines) await send('POST', `/plan/${id}/done`, { entryId: record.id });
    const count = async () =>
      (await app.store.db.selectFrom('plan_completions').select('id').where('entry_id', '=', record.id).execute()).length;
    await send('DELETE', `/records/${record.id}`);
    expect(await count()).toBe(2);
    const { entriesRepo } = await import('../entries/entries.repo.ts');
    await entriesRepo(app.store.db).deleteExpired(new Date(app.clock.now() + DAY).toISOString());
    expect(await count()).toBe(0);
  });

  test('asks which occurrence of a fixed line is meant, only if it wants to be asked', async () => {
    const { send, add } = await aDrivenCar();
    const line = await add({ mode: 'fixed', everyMonths: 12, dueOn: '2022-03-31' });
    const done = (body: object) => send('POST', `/plan/${line.id}/done`, { performedOn: '2024-03-10', ...body });
    expect(await done({ ask: true })).toMatchObject({
      status: 409,
      body: {
        code: 'planApi.whichOccurrence',
        data: {
          choices: [
            { occurrence: '2024-03-31', next: '2025-03-31' },
            { occurrence: '2022-03-31', next: '2023-03-31' },
          ],
        },
      },
    });
    expect((await send('GET', '/plan')).body.data[0].lastDone).toBe(null);
    const nextAfter = async (body: object) => {
      const { completionId, data } = (await done(body)).body;
      await send('DELETE', `/plan/${line.id}/completions/${completionId}`);
      return data.byDate;
    };
    expect(await nextAfter({})).toBe('2025-03-31');
    expect(await nextAfter({ ask: true, occurrence: '2022-03-31' })).toBe('2023-03-31');
    expect(await nextAfter({ ask: true, occurrence: 'extra' })).toBe('2022-03-31');
    for (const occurrence of ['2022-03-30', '100', 'x', '2022-02-31'])
      expect(await done({ occurrence })).toMatchObject({ status: 400, body: { errors: [{ field: 'occurrence' }] } });
  });

  test('by distance only, names the occurrences of a fixed line by their readings', async () => {
    const { send, add } = await aDrivenCar();
    const line = await add({ mode: 'fixed', everyDistance: 10_000, dueAt: 20_000 });
    const done = (body: object) => send('POST', `/plan/${line.id}/done`, { reading: 50_000, ...body });
    expect((await done({ ask: true })).body.data.choices).toEqual([
      { occurrence: '50000', next: '60000' },
      { occurrence: '20000', next: '30000' },
    ]);
    expect((await done({ occurrence: '20000' })).body.data.dueReading).toBe(30_000);
    expect((await done({})).body.data.dueReading).toBe(60_000);
  });

  test('of a single date ends with it, until another date is entered', async () => {
    const { send, add } = await aDrivenCar();
    const line = await add({ dueOn: inDays(3) });
    expect((await send('POST', `/plan/${line.id}/done`, {})).body.data).toMatchObject({ state: 'fine', dueDate: null, reason: null });
    expect((await send('PATCH', `/plan/${line.id}`, { dueOn: inDays(400) })).body.data).toMatchObject({ dueDate: inDays(400) });
    expect(await send('POST', `/plan/${line.id}/skip`)).toMatchObject({ status: 409, body: { code: 'planApi.once' } });
  });

  test('skips an occurrence, and counts on from what was due', async () => {
    const { send, add } = await aDrivenCar();
    const line = await add({ everyDays: 30, everyDistance: 10_000, startOn: inDays(-40), startAt: 45_000 });
    const skipped = (await send('POST', `/plan/${line.id}/skip`)).body;
    expect(skipped.data).toMatchObject({
      ...{ byDate: inDays(20), dueReading: 65_000, lastDone: null },
      lastSkip: { completionId: skipped.completionId, performedOn: today() },
    });
    await send('POST', `/plan/${line.id}/done`, { reading: 50_000 });
    expect((await send('GET', '/plan')).body.data[0]).toMatchObject({ byDate: inDays(30), dueReading: 60_000, lastSkip: null });
  });
});
