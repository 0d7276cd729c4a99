import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aVehicle } from '#tests/support/builders.ts';
import { servicePlans } from '#tests/support/service-plans.ts';

describe.each(DATABASES)('a plan on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const { today, inDays, aPlan, aDrivenCar } = servicePlans(() => app);

  test('lists a new line with its state, and what it counts from by default', async () => {
    const { send, list } = await aDrivenCar();
    const body = { title: ' Олива й  фільтр ', everyMonths: '12', everyDistance: '10 000', expectedCost: '1 400' };
    const made = await send('POST', '/plan', body);
    expect({ status: made.status, code: made.body.code }).toEqual({ status: 201, code: 'planApi.create.success' });
    // 10,000 km at 12,000 km in 365 days are 304.2 days.
    expect(made.body.data).toEqual({
      ...{ id: expect.any(Number), title: 'Олива й фільтр', kind: 'maintenance', mode: 'floating' },
      ...{ everyMonths: 12, everyDays: null, everyDistance: 10_000, dueOn: null, dueAt: null, isEndOfMonth: false },
      ...{ startOn: today(), startAt: 50_000, leadDays: null, leadDistance: null, expectedCost: 1_400, currency: 'UAH' },
      ...{ state: 'fine', reason: 'distance', dueDate: inDays(305), byDate: inDays(365), dueReading: 60_000, forecastOn: inDays(305) },
      ...{ over: { days: -365, distance: -10_000 }, lastDone: null, lastSkip: null, snoozedUntil: null, works: [] },
    });
    expect(await list()).toEqual([made.body.data]);
  });

  test('orders lines by urgency', async () => {
    const { add, list } = await aDrivenCar();
    for (const [title, days] of [
      ['fine', 100],
      ['soon', 20],
      ['due', 0],
      ['overdue', -1],
    ] as const)
      await add({ title, dueOn: inDays(days) });
    expect((await list()).map(({ title, state }: Record<string, string>) => [title, state])).toEqual(
      ['overdue', 'due', 'soon', 'fine'].map((state) => [state, state]),
    );
  });

  test.each([
    [{ title: '' }, 'planApi.400', 'title'],
    [{ title: 'x'.repeat(121), everyDays: 1 }, 'planApi.400', 'title'],
    [{}, 'planApi.noRule', undefined],
    [{ everyDays: 0 }, 'planApi.400', 'everyDays'],
    [{ everyDays: 3_661 }, 'planApi.400', 'everyDays'],
    [{ everyMonths: 241 }, 'planApi.400', 'everyMonths'],
    [{ everyMonths: 1.5 }, 'planApi.400', 'everyMonths'],
    [{ everyMonths: 1, everyDays: 1 }, 'planApi.400', 'everyDays'],
    [{ everyDistance: 0 }, 'planApi.400', 'everyDistance'],
    [{ everyDistance: '100,5' }, 'planApi.400', 'everyDistance'],
    [{ everyDistance: 100, readingUnit: 'mi' }, 'planApi.400', 'reading'],
    [{ dueOn: '2027-02-30' }, 'planApi.400', 'dueOn'],
    [{ dueOn: '2200-01-01' }, 'planApi.400', 'dueOn'],
    [{ everyDays: 1, startOn: '2199-01-01' }, 'planApi.400', 'startOn'],
    [{ everyDays: 1, expectedCost: '100 $' }, 'planApi.400', 'expectedCost'],
    [{ everyDays: 1, mode: 'x' }, 'planApi.400', 'mode'],
  ])('rejects %j', async (body, code, field) => {
    const { send, list } = await aDrivenCar();
    const answer = await send('POST', '/plan', { title: 'Олива', ...body });
    expect(answer).toMatchObject({ status: 400, body: { code, ...(field && { errors: [{ field }] }) } });
    expect(await list()).toEqual([]);
  });

  test('of a bicycle takes no distance, and a vehicle with one does not become a bicycle', async () => {
    const { send, add } = await aPlan('bicycle');
    for (const field of ['everyDistance', 'dueAt', 'leadDistance', 'startAt'])
      expect(await send('POST', '/plan', { title: 'Ланцюг', everyMonths: 6, [field]: 100 })).toMatchObject({
        status: 400,
        body: { errors: [{ field, code: 'validation.notForType' }] },
      });
    expect(await add({ everyMonths: 6 })).toMatchObject({ reason: 'date', startAt: null });
    const boat = await aPlan('boat');
    const toBicycle = { vehicleType: 'bicycle', serialNumber: 'WOW-1' };
    const { id } = await boat.add({ everyDistance: 100 });
    expect(await boat.send('PATCH', '', toBicycle)).toMatchObject({ status: 409, body: { code: 'carsApi.typeInUse' } });
    await boat.send('DELETE', `/plan/${id}`);
    expect((await boat.send('PATCH', '', toBicycle)).status).toBe(200);
  });

  test('changes only the fields that are sent; null clears, but not the last rule', async () => {
    const { send, add } = await aDrivenCar();
    const { id } = await add({ everyMonths: 12, everyDistance: 10_000, leadDays: 5, startOn: inDays(-30) });
    const patch = (body: object) => send('PATCH', `/plan/${id}`, body);
    expect((await patch({ title: 'Мастило' })).body.data).toMatchObject({
      title: 'Мастило',
      everyMonths: 12,
      startOn: inDays(-30),
      leadDays: 5,
    });
    expect((await patch({ everyDistance: null, leadDays: null })).body.data).toMatchObject({
      ...{ everyDistance: null, startAt: null, leadDays: null, everyMonths: 12 },
    });
    expect(await patch({ everyMonths: null })).toMatchObject({ status: 400, body: { code: 'planApi.noRule' } });
    expect((await patch({ everyMonths: null, everyDays: 10 })).body.data).toMatchObject({
      everyMonths: null,
      everyDays: 10,
      state: 'overdue',
    });
    expect((await send('PATCH', '/plan/999999999', { title: 'x' })).body.code).toBe('planApi.404');
  });

  test('is another user’s, hidden or archived like its vehicle', async () => {
    const { id, user, send, add } = await aDrivenCar();
    const line = await add({ everyMonths: 12 });
    const stranger = await aDrivenCar();
    const foreign = (method: Method, rest: string, body?: object) =>
      app.request(method, `/api/vehicles/${id}${rest}`, { token: stranger.user.token, body });
    const calls: [Method, string, object?][] = [
      ['POST', '/plan', { title: 'x', everyDays: 1 }],
      ['PATCH', `/plan/${line.id}`, { title: 'x' }],
      ['POST', `/plan/${line.id}/done`, {}],
      ['POST', `/plan/${line.id}/skip`],
      ['PUT', `/plan/${line.id}/snooze`, { until: null }],
      ['DELETE', `/plan/${line.id}/completions/1`],
      ['DELETE', `/plan/${line.id}`],
    ];
    expect((await foreign('GET', '/plan')).body.code).toBe('carsApi.404');
    for (const call of calls) expect((await foreign(...call)).body.code).toBe('carsApi.404');
    // A line is found only below its own vehicle.
    for (const [method, rest, body] of calls.slice(1)) expect((await stranger.send(method, rest, body)).body.code).toBe('planApi.404');
    await send('POST', '/archive');
    expect((await send('GET', '/plan')).body.data).toHaveLength(1);
    for (const call of calls) expect((await send(...call)).body.code).toBe('carsApi.archived');
    await send('POST', '/restore');
    const { id: older } = await aVehicle(app, user);
    await app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute();
    const newer = (method: Method, rest: string, body?: object) =>
      app.request(method, `/api/vehicles/${older}${rest}`, { token: user.token, body });
    for (const call of [['GET', '/plan'], calls[0]] as [Method, string, object?][])
      expect((await newer(...call)).body.code).toBe('carsApi.hidden');
  });

  test('has at most 100 lines, also of 5 parallel requests', async () => {
    const { id, add, send, list } = await aPlan('boat');
    const { id: first } = await add({ everyDays: 1 });
    const row = await app.store.db.selectFrom('plan_lines').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 97 }, () => ({ ...row, id: undefined }) as never);
    await app.store.db.insertInto('plan_lines').values(rows).execute();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', '/plan', { title: 'x', everyDays: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe('planApi.limit');
    expect(await list()).toHaveLength(100);
    expect(id).toBeGreaterThan(0);
  });

  test('stores a repeated request once, also parallel ones', async () => {
    const { send, list } = await aDrivenCar();
    const body = { title: 'Олива', everyMonths: 12 };
    const headers = { 'idempotency-key': 'one-line' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', '/plan', body, headers)));
    expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
    const [{ id }] = await list();
    expect(await send('POST', '/plan', { ...body, title: 'Інше' }, headers)).toMatchObject({ status: 409 });
    const done = () => send('POST', `/plan/${id}/done`, {}, { 'idempotency-key': 'one-stamp' });
    expect((await done()).body.completionId).toBe((await done()).body.completionId);
    await send('POST', '/archive');
    expect((await send('POST', '/plan', body, headers)).body.data.id).toBe(id);
    await send('POST', '/restore');
    await send('DELETE', `/plan/${id}`);
    expect(await send('POST', '/plan', body, headers)).toMatchObject({ status: 404, body: { code: 'planApi.404' } });
  });

  test('is snoozed until a day, and shown again with the next occurrence', async () => {
    const { send, add, id, user } = await aDrivenCar();
    const line = await add({ title: 'ОСЦПВ', kind: 'deadline', everyDays: 30, startOn: inDays(-30) });
    const snooze = (until: string | null) => send('PUT', `/plan/${line.id}/snooze`, { until });
    const soon = async () => (await app.request('GET', '/api/plan', user)).body.data;
    expect(await soon()).toEqual([{ vehicleId: id, line }]);
    for (const days of [0, -1, 91])
      expect(await snooze(inDays(days))).toMatchObject({ status: 400, body: { errors: [{ field: 'until' }] } });
    expect((await snooze(inDays(90))).body.data).toMatchObject({ state: 'due', snoozedUntil: inDays(90) });
    expect(await soon()).toEqual([]);
    expect((await snooze(null)).body.data.snoozedUntil).toBe(null);
    await snooze(inDays(1));
    await send('PATCH', `/plan/${line.id}`, { startOn: inDays(-40) });
    expect(await snooze(inDays(8))).toMatchObject({ body: { errors: [{ field: 'until', code: 'validation.date.snoozeOverdue' }] } });
    expect((await snooze(inDays(7))).status).toBe(200);
    expect((await send('POST', `/plan/${line.id}/done`, {})).body.data.snoozedUntil).toBe(null);
  });

  test('of all usable vehicles shows what is soon, due or overdue', async () => {
    const { user, id, add } = await aDrivenCar();
    await add({ title: 'far', everyMonths: 12 });
    const due = await add({ title: 'due', everyDays: 10, startOn: inDays(-10) });
    const { id: other } = await aVehicle(app, user, 'boat');
    const { id: archived } = await aVehicle(app, user, 'boat');
    for (const vehicle of [other, archived])
      await app.request('POST', `/api/vehicles/${vehicle}/plan`, { token: user.token, body: { title: 'late', dueOn: inDays(-1) } });
    await app.request('POST', `/api/vehicles/${archived}/archive`, user);
    const soon = async () =>
      (await app.request('GET', '/api/plan', user)).body.data.map(({ vehicleId, line }: { vehicleId: number; line: { title: string } }) => [
        vehicleId,
        line.title,
      ]);
    expect(await soon()).toEqual([
      [other, 'late'],
      [id, 'due'],
    ]);
    const next = async () => (await app.request('GET', '/api/plan', user)).body.next;
    expect(await next()).toMatchObject([
      { vehicleId: id, line: { title: 'due' } },
      { vehicleId: other, line: { title: 'late' } },
    ]);
    await app.request('POST', `/api/vehicles/${id}/plan/${due.id}/done`, { token: user.token, body: {} });
    expect((await next())[0]).toMatchObject({ vehicleId: id, line: { title: 'due', state: 'fine' } });
    const pause = (isPaused: unknown) => app.request('PATCH', `/api/vehicles/${other}`, { token: user.token, body: { isPaused } });
    expect((await pause(true)).body.data.isPaused).toBe(true);
    expect(await soon()).toEqual([]);
    expect((await app.request('PATCH', `/api/vehicles/${other}`, { token: user.token, body: { color: 'red' } })).body.data.isPaused).toBe(
      true,
    );
    expect((await pause('yes')).body.errors).toMatchObject([{ field: 'isPaused', code: 'validation.invalid' }]);
    expect((await pause(false)).body.data.isPaused).toBe(false);
    expect(await soon()).toHaveLength(1);
  });

  test('is converted with the vehicle’s unit and back, relabelled without change, and keeps fractions of hours', async () => {
    const { send, add, list } = await aDrivenCar();
    const line = await add({ everyDistance: 10_000, startAt: 40_001, dueAt: 45_000, leadDistance: 500 });
    await send('POST', `/plan/${line.id}/done`, { reading: 49_900 });
    const [before] = await list();
    await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'convert' });
    // 10,000 km are 6,213.7 mi, 40,001 km are 24,855.5 mi and 49,900 km are 31,006.4 mi.
    expect((await list())[0]).toMatchObject({
      everyDistance: 6_214,
      startAt: 24_855,
      dueAt: 27_962,
      leadDistance: 311,
      dueReading: 37_220,
    });
    await send('PATCH', '', { mileageUnit: 'km', unitChange: 'convert' });
    // Rounding alone would give 40,000 km.
    expect(await list()).toEqual([before]);
    await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'relabel' });
    expect((await list())[0]).toMatchObject({ everyDistance: 10_000, startAt: 40_001, dueReading: 59_900 });
    const boat = await aPlan('boat', { mileageUnit: 'h', mileage: '0' });
    await boat.add({ everyDistance: '12,5' });
    expect(await boat.send('PATCH', '', { mileageUnit: 'km' })).toMatchObject({ status: 409, body: { code: 'carsApi.typeInUse' } });
  });

  test('shows a snoozed line again on the day until which it was snoozed', async () => {
    // Its clock is moved: the other tests enter what has been done today.
    const later = await testApp(kind);
    onTestFinished(() => later.close());
    const plans = servicePlans(() => later);
    const { send, add, list } = await plans.aPlan('boat');
    const { id } = await add({ everyDays: 30, startOn: plans.inDays(-30) });
    const until = plans.inDays(1);
    await send('PUT', `/plan/${id}/snooze`, { until });
    expect(await list()).toMatchObject([{ snoozedUntil: until, state: 'due' }]);
    later.clock.advance(DAY);
    expect(await list()).toMatchObject([{ snoozedUntil: null, state: 'overdue' }]);
  });

  const SET = {
    lines: [
      { title: 'Олива', everyMonths: 12, everyDistance: '15 000' },
      { title: 'ОСЦПВ', kind: 'deadline', dueOn: '2027-12-14' },
    ],
  };

  test('stores the lines of a set once, in one request', async () => {
    const { send, add, list } = await aDrivenCar();
    await add({ everyDays: 10 });
    const key = { 'idempotency-key': 'the-set-of-a-car' };
    const [first, again] = await Promise.all([send('POST', '/plan/lines', SET, key), send('POST', '/plan/lines', SET, key)]);
    expect([first.status, again.status, first.body.code]).toEqual([201, 201, 'planApi.createAll.success']);
    const lines = await list();
    expect([first.body.data, again.body.data]).toEqual([lines, lines]);
    expect(lines.map(({ title, startAt }: Record<string, unknown>) => [title, startAt])).toEqual([
      ['Олива й фільтр', null],
      ['Олива', 50_000],
      ['ОСЦПВ', null],
    ]);
  });

  test.each([
    [{ title: 'x' }, { field: 'lines.1.everyMonths', code: 'planApi.noRule' }],
    [{ title: '', everyDays: 1 }, { field: 'lines.1.title' }],
    [{ title: 'x', everyDistance: '100,5' }, { field: 'lines.1.everyDistance' }],
  ])('stores no line of a set if one does not fit: %j', async (line, error) => {
    const { send, list } = await aDrivenCar();
    const answer = await send('POST', '/plan/lines', { lines: [SET.lines[0], line] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'planApi.400', errors: [error] } });
    expect(await send('POST', '/plan/lines', { lines: [] })).toMatchObject({ status: 400, body: { errors: [{ field: 'lines' }] } });
    expect(await list()).toEqual([]);
  });

  test('holds the limit of lines for sets that are sent at once', async () => {
    const { send, list } = await aPlan('bicycle');
    const many = { lines: Array.from({ length: 60 }, () => ({ title: 'Ланцюг', everyMonths: 1 })) };
    const answers = await Promise.all([send('POST', '/plan/lines', many), send('POST', '/plan/lines', many)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(await list()).toHaveLength(60);
  });
});
