import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { RESTORE_TIME } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, costBody, fillBody, readingBody, recordBody } from '#tests/support/builders.ts';

const KINDS = [
  ['fills', fillBody],
  ['costs', costBody],
  ['readings', readingBody],
] as const;

describe.each(DATABASES)('kinds of entries on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook(type: 'car' | 'boat' | 'bicycle' = 'car', fields: Record<string, string> = {}) {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user, type, fields);
    const send = (method: Method, rest = '', body?: object, headers = {}) =>
      app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body, headers });
    /** A bicycle has no mileage among its readings. */
    const typed = async (path: string) => {
      const { data } = (await send('GET', `/${path}`)).body;
      return data.filter(({ isFromDetails }: { isFromDetails?: boolean }) => !isFromDetails);
    };
    const post = async (path: string, body: object) => (await send('POST', `/${path}`, body)).body;
    const errorsOf = async (path: string, body: object) => {
      const { status, body: answer } = await send('POST', `/${path}`, body);
      return [status, answer.errors?.map(({ field, code }: { field: string; code: string }) => [field, code])];
    };
    return { id, send, post, typed, errorsOf };
  }

  test.each(KINDS)('%s: created, listed in pages, changed, deleted and restored with everything', async (path, body) => {
    const { send, post, typed } = await aBook();
    const given = body({ note: 'Перша\nнотатка', ...(path === 'fills' ? { isFull: false } : {}) });
    const made = [];
    for (const day of ['2026-05-01', '2026-05-03', '2026-05-02']) made.push((await post(path, { ...given, performedOn: day })).data);
    expect(made[0]).toMatchObject({ performedOn: '2026-05-01', reading: 98_100, note: 'Перша\nнотатка' });
    const ids = (data: { id: number }[]) => data.map(({ id }) => id);
    // The mileage of the details is the newest reading.
    const all = (await send('GET', `/${path}`)).body.data;
    expect(ids(await typed(path))).toEqual([made[1].id, made[2].id, made[0].id]);
    const first = (await send('GET', `/${path}?limit=2`)).body;
    expect(first.data).toEqual(all.slice(0, 2));
    const rest = (await send('GET', `/${path}?limit=2&cursor=${first.nextCursor}`)).body;
    expect([rest.data, rest.nextCursor]).toEqual([all.slice(2), null]);

    const one = `/${path}/${made[0].id}`;
    expect((await send('PATCH', one, { note: null, performedOn: '2026-05-04' })).body.data).toEqual({
      ...made[0],
      ...{ note: null, performedOn: '2026-05-04' },
    });
    expect((await send('PATCH', one, {})).body.data.performedOn).toBe('2026-05-04');
    const before = await typed(path);
    expect(before[0].id).toBe(made[0].id);
    expect((await send('DELETE', one)).status).toBe(200);
    expect(ids(await typed(path))).toEqual([made[1].id, made[2].id]);
    expect((await send('POST', `${one}/restore`)).body.data).toEqual(before[0]);
    expect(await typed(path)).toEqual(before);
  });

  test.each(KINDS)('%s: a repeated request creates one, which other kinds do not find', async (path, body) => {
    const { send, typed } = await aBook();
    const create = () => send('POST', `/${path}`, body(), { 'idempotency-key': 'an-entry-key' });
    const [first, second] = [await create(), await create()];
    expect(second.body.data).toEqual(first.body.data);
    expect(await typed(path)).toHaveLength(1);
    expect((await send('PATCH', `/records/${first.body.data.id}`, { price: 1 })).body.code).toBe('recordsApi.404');
    expect((await send('GET', '/records')).body.data).toEqual([]);
  });

  test('nothing of a deleted entry stays after 24 hours, and nothing of an entry after its vehicle', async () => {
    const { id, send, post } = await aBook();
    const made = await Promise.all(KINDS.map(async ([path, body]) => `/${path}/${(await post(path, body())).data.id}`));
    const rows = async () =>
      Promise.all(
        (['fills', 'costs', 'readings', 'deleted_entries'] as const).map(async (table) => {
          const found = await app.store.db.selectFrom(table).select('vehicle_id').where('vehicle_id', '=', id).execute();
          return found.length;
        }),
      );
    for (const path of made) await send('DELETE', path);
    // With the reading of the details.
    expect(await rows()).toEqual([1, 1, 2, 3]);
    app.clock.advance(RESTORE_TIME + MINUTE);
    await app.runJobs();
    expect(await rows()).toEqual([0, 0, 1, 0]);
    for (const path of made) expect((await send('POST', `${path}/restore`)).status).toBe(404);
    for (const [path, body] of KINDS) await post(path, body());
    await send('DELETE');
    expect(await rows()).toEqual([0, 0, 0, 0]);
  });

  test('the specification’s figures stay those of work; the others count all kinds, without loans, less refunds', async () => {
    const { send, post } = await aBook();
    await post('records', recordBody({ price: 100, reading: '98 200' }));
    await post('fills', fillBody({ total: 40, reading: '98 400' }));
    await post('fills', fillBody({ total: null, volume: 10, performedOn: '2025-03-03', reading: null }));
    await post('costs', costBody({ total: '7,50', performedOn: '2025-03-03', reading: null }));
    await post('costs', costBody({ category: 'refund', refundOf: 'insurance', total: 5, reading: null }));
    await post('costs', costBody({ category: 'loan', total: 1_000, reading: null }));
    await post('readings', readingBody({ reading: '98 500' }));
    // 100 + 40 + 7.50 − 5; of 2026: 100 + 40 − 5.
    expect((await send('GET', '?year=2026')).body.data).toMatchObject({
      ...{ totalCost: 100, yearCost: 100, recordCount: 1, entryCount: 7 },
      ...{ spentTotal: 142.5, spentYear: 135, reading: 98_500 },
    });
    expect(await (await send('GET', '/records')).body).toMatchObject({ totalCost: 100 });
  });

  test('two of volume, total and price per unit give the third; what was paid stays', async () => {
    const { send, post, errorsOf } = await aBook();
    const change = async (id: number, body: object) => (await send('PATCH', `/fills/${id}`, body)).body.data;
    const figures = ({ volume, total, pricePerUnit }: Record<string, number | null>) => [volume, total, pricePerUnit];
    // 11.308 · 54.99 = 621.82692
    const byPrice = (await post('fills', fillBody({ volume: '11,308', total: undefined, pricePerUnit: '54,99' }))).data;
    expect(figures(byPrice)).toEqual([11.308, 621.83, 54.99]);
    // 500 / 54.99 = 9.09256
    expect(figures((await post('fills', fillBody({ volume: undefined, total: 500, pricePerUnit: '54,99' }))).data)).toEqual([
      9.093, 500, 54.99,
    ]);
    // 2,312.80 / 39.2 = 59
    const byTotal = (await post('fills', fillBody())).data;
    expect(figures(byTotal)).toEqual([39.2, 2312.8, 59]);
    expect(figures(await change(byTotal.id, { volume: 40 }))).toEqual([40, 2312.8, 57.82]);
    expect(figures(await change(byPrice.id, { volume: 12 }))).toEqual([12, 621.83, 54.99]);
    expect(figures(await change(byPrice.id, { volume: 10, pricePerUnit: 55 }))).toEqual([10, 550, 55]);
    expect(figures(await change(byPrice.id, { volume: null }))).toEqual([10, 550, 55]);
    expect(figures((await post('fills', fillBody({ volume: 20, total: 0 }))).data)).toEqual([20, 0, 0]);
    expect(await errorsOf('fills', fillBody({ volume: null, total: null, pricePerUnit: 50 }))).toEqual([
      400,
      [['volume', 'validation.required']],
    ]);
    expect(await errorsOf('fills', fillBody({ volume: 99_999, total: null, pricePerUnit: 99_999 }))).toEqual([
      ...[400, [['total', 'validation.number.large']]],
    ]);
    expect(await errorsOf('fills', fillBody({ volume: 0 }))).toEqual([400, [['volume', 'validation.number.zero']]]);
    expect(await errorsOf('fills', fillBody({ total: '5 €' }))).toEqual([400, [['total', 'validation.number.currency']]]);
  });

  test.each([...KINDS, ['records', recordBody] as const])('%s: a save does not undo the change of another tab', async (path, body) => {
    const { send, post } = await aBook();
    const shown = (await post(path, body({ performedOn: '2026-05-01', reading: '98 200' }))).data;
    const change = async (fields: object) => {
      const answer = (await send('PATCH', `/${path}/${shown.id}`, fields)).body;
      return { code: answer.code, data: answer.data };
    };
    await change({ performedOn: '2026-05-02' });
    // The other tab has changed another field.
    expect((await change({ reading: '98 300', seen: shown })).data).toMatchObject({ performedOn: '2026-05-02', reading: 98_300 });
    const stored = { performedOn: '2026-05-02', reading: 98_300 };
    expect(await change({ performedOn: '2026-05-03', reading: '98 400', seen: shown })).toMatchObject({
      code: 'api.changed',
      data: stored,
    });
    // Both are so already: a repeated request after a lost response.
    expect((await change({ ...stored, seen: shown })).data).toMatchObject(stored);
    const two = await Promise.all(['2026-05-03', '2026-05-04'].map((performedOn) => change({ performedOn, seen: stored })));
    expect(two.filter(({ code }) => code === 'api.changed')).toHaveLength(1);
  });

  test('values that follow from the change are compared too, and input that only the other change makes invalid is a conflict', async () => {
    const { send, post } = await aBook();
    const shown = (await post('fills', fillBody({ volume: 40, total: 2_000 }))).data;
    const change = async (fields: object) => {
      const { code, data } = (await send('PATCH', `/fills/${shown.id}`, fields)).body;
      return [code, data?.total];
    };
    await change({ total: 2_100 });
    // 40 · 55 = 2,200
    expect(await change({ volume: 40, pricePerUnit: 55, seen: shown })).toEqual(['api.changed', 2_100]);
    await change({ total: null });
    expect(await change({ volume: null, seen: shown })).toEqual(['api.changed', null]);
    expect((await change({ volume: null, seen: { ...shown, total: null, pricePerUnit: null } }))[0]).toBe('fillsApi.400');
  });

  test('a vehicle takes its fuel and its further one, each in its own units', async () => {
    const { send, post, errorsOf } = await aBook();
    expect(await errorsOf('fills', fillBody({ fuel: 'gas' }))).toEqual([400, [['fuel', 'validation.notForType']]]);
    expect((await send('PATCH', '', { secondFuelType: 'gas', tankVolume: '55', secondTankVolume: 47.5 })).body.data).toMatchObject({
      ...{ secondFuelType: 'gas', tankVolume: 55, secondTankVolume: 47.5, batteryCapacity: null },
    });
    expect((await post('fills', fillBody({ fuel: 'gas', volumeUnit: 'gal_us' }))).data.volumeUnit).toBe('gal_us');
    // As the last fill with the same fuel.
    expect((await post('fills', fillBody({ fuel: 'gas' }))).data.volumeUnit).toBe('gal_us');
    const petrol = (await post('fills', fillBody())).data;
    expect(petrol.volumeUnit).toBe('l');
    expect(await errorsOf('fills', fillBody({ volumeUnit: 'kWh' }))).toEqual([400, [['volumeUnit', 'validation.notForType']]]);
    // A change of the vehicle's fuels keeps its fills.
    await send('PATCH', '', { secondFuelType: '', fuelType: 'diesel' });
    expect((await send('PATCH', `/fills/${petrol.id}`, { fuel: 'petrol', grade: 'A-95' })).body.data).toMatchObject({
      ...{ fuel: 'petrol', grade: 'A-95' },
    });
    expect((await send('PATCH', `/fills/${petrol.id}`, { fuel: 'gas' })).body.errors[0].code).toBe('validation.notForType');
  });

  test('a bicycle has costs, but no fills and readings; other vehicles with them do not become one', async () => {
    const bicycle = await aBook('bicycle');
    expect(await bicycle.errorsOf('fills', fillBody())).toEqual([400, [['fuel', 'validation.notForType']]]);
    expect(await bicycle.errorsOf('readings', readingBody({ reading: 2026 }))).toEqual([400, [['reading', 'validation.notForType']]]);
    expect((await bicycle.send('PATCH', '', { batteryCapacity: 1 })).body.errors[0].field).toBe('batteryCapacity');
    expect((await bicycle.post('costs', costBody({ reading: null }))).data.reading).toBe(null);

    const { send, post } = await aBook();
    const become = async () => (await send('PATCH', '', { vehicleType: 'bicycle', serialNumber: 'WTU123' })).body.code;
    const fill = (await post('fills', fillBody({ reading: null }))).data;
    expect(await become()).toBe('carsApi.typeInUse');
    await send('DELETE', `/fills/${fill.id}`);
    await post('costs', costBody({ reading: null }));
    expect(await become()).toBe('carsApi.update.success');
  });

  test('every answer has the consumption of the fill, which other fills and doubtful readings change', async () => {
    const { send, post } = await aBook();
    const figures = async () =>
      (await send('GET', '/fills')).body.data.map((fill: { consumption: { value: number } | null; consumptionReason: string | null }) => [
        fill.consumption?.value ?? fill.consumptionReason,
      ]);
    const first = (await post('fills', fillBody({ performedOn: '2026-01-18', reading: '97 000', total: null }))).data;
    expect(first).toMatchObject({ consumption: null, consumptionReason: 'first', total: null, pricePerUnit: null });
    // 100 · 66.065 / 905
    const second = (await post('fills', fillBody({ performedOn: '2026-02-10', reading: '97 905', volume: '66,065' }))).data;
    const stretch = { value: 7.3, unit: 'l/100km', volume: 66.065, distance: 905, since: '2026-01-18', isApproximate: false };
    expect(second).toMatchObject({ consumption: stretch, consumptionReason: null });
    const third = (await post('fills', fillBody({ performedOn: '2026-02-20', reading: '98 505', volume: 30, isFull: false }))).data;
    expect(third.consumptionReason).toBe('notFull');
    // 100 · 30 / 600
    expect((await send('PATCH', `/fills/${third.id}`, { isFull: true })).body.data.consumption.value).toBe(5);
    // A record far above makes the readings after it doubtful only if they agree with it.
    const wrong = (await post('records', recordBody({ performedOn: '2026-02-15', reading: 980_000 }))).data;
    expect(await figures()).toEqual([[5], [7.3], ['first']]);
    await send('PATCH', `/fills/${third.id}`, { reading: 197_600 });
    expect(await figures()).toEqual([['doubtful'], [7.3], ['first']]);
    await send('PATCH', `/fills/${third.id}`, { isReadingRight: true });
    expect((await figures())[0]).toEqual([expect.any(Number)]);
    await send('DELETE', `/records/${wrong.id}`);
    await send('DELETE', `/fills/${first.id}`);
    expect((await figures())[1]).toEqual(['first']);
    expect((await send('POST', `/fills/${first.id}/restore`)).body.data.consumptionReason).toBe('first');
    expect((await figures())[1]).toEqual([7.3]);
  });

  test('the consumption of a period has a row for each fuel, also of an archived vehicle', async () => {
    const { id, send, post } = await aBook('car', { fuelType: 'petrol', secondFuelType: 'gas' });
    const fill = (performedOn: string, reading: number, volume: number, fuel: string, distanceOnFuel: number | null = null) =>
      post('fills', fillBody({ performedOn, reading, volume, fuel, distanceOnFuel, total: volume * 40, isFull: true }));
    for (const [day, reading, volume, distanceOnFuel] of [
      ['2025-12-01', 97_000, 36, null],
      ['2026-01-10', 97_400, 36, 370],
      ['2026-02-10', 97_800, 38, 380],
    ] as const)
      await fill(day, reading, volume, 'gas', distanceOnFuel);
    await fill('2025-11-01', 96_900, 40, 'petrol');
    await fill('2026-02-10', 97_800, 8, 'petrol');
    const whole = (await send('GET', '/consumption')).body;
    // 8 / 9, 74 / 8; 74 / (370 + 380)
    expect(whole).toMatchObject({
      data: [
        { fuel: 'petrol', average: 0.89, onFuel: null },
        { fuel: 'gas', average: 9.25, onFuel: { average: 9.87, distance: 750 }, costPerDistance: 370 },
      ],
    });
    expect(whole.firstYear).toBe(2025);
    expect((await send('GET', '/consumption?from=2026-02-01')).body.data[1]).toMatchObject({ average: 9.5, fills: 1, pricePerUnit: 40 });
    expect((await send('GET', '/consumption?from=2026-03-01')).body).toEqual({ success: true, data: [], firstYear: 2025 });
    expect((await send('GET', '/consumption?from=2026-03-01&to=2026-02-01')).status).toBe(400);
    expect((await app.request('GET', `/api/vehicles/${id}/consumption`, { token: (await aUser(app)).token })).body.code).toBe(
      'carsApi.404',
    );
    await send('POST', '/archive');
    expect((await send('GET', '/consumption')).body.data).toEqual(whole.data);
    const bicycle = await aBook('bicycle');
    expect((await bicycle.send('GET', '/consumption')).body).toMatchObject({ data: [], firstYear: null });
  });

  test('a cost names its category, and what a refund is of', async () => {
    const { send, post, errorsOf } = await aBook();
    expect(await errorsOf('costs', costBody({ category: 'x', title: ' ', total: '1e3' }))).toEqual([
      400,
      [
        ['category', 'validation.choice'],
        ['title', 'validation.required'],
        ['total', 'validation.number.invalid'],
      ],
    ]);
    expect(await errorsOf('costs', costBody({ quantity: 5 }))).toEqual([400, [['quantityUnit', 'validation.required']]]);
    expect(await errorsOf('costs', costBody({ refundOf: 'tax' }))).toEqual([400, [['refundOf', 'validation.notForType']]]);
    const cost = (await post('costs', costBody({ category: 'fluids', title: 'AdBlue', quantity: '10,5', quantityUnit: 'l' }))).data;
    expect(cost).toMatchObject({ quantity: 10.5, quantityUnit: 'l', refundOf: null, total: 3450 });
    const refund = (await send('PATCH', `/costs/${cost.id}`, { category: 'refund', refundOf: 'fluids', total: 50 })).body.data;
    expect(refund).toMatchObject({ category: 'refund', refundOf: 'fluids', total: 50 });
    expect((await send('GET')).body.data.spentTotal).toBe(-50);
    expect((await send('PATCH', `/costs/${cost.id}`, { category: 'wash' })).body.data).toMatchObject({ refundOf: null, total: 50 });
    expect((await send('GET')).body.data.spentTotal).toBe(50);
  });

  test('asks about a doubtful reading of any kind, beside those of all kinds', async () => {
    const { send, post } = await aBook();
    await post('readings', readingBody({ reading: '98 300', performedOn: '2026-05-01' }));
    for (const [path, body] of KINDS) {
      const lower = body({ reading: '98 200', performedOn: '2026-05-02', ask: true });
      const { status, body: answer } = await send('POST', `/${path}`, lower);
      expect([status, answer.code, answer.data.reasons, answer.data.before.reading]).toEqual([
        409,
        'entriesApi.doubtful',
        ['lower'],
        98_300,
      ]);
      for (const answered of [{ ask: false }, { isReadingRight: true }]) {
        const { status: stored, body: saved } = await send('POST', `/${path}`, { ...lower, ...answered });
        expect([stored, saved.isDoubtful]).toEqual([201, answered.ask === false ? true : undefined]);
        await send('DELETE', `/${path}/${saved.data.id}`);
      }
    }
    expect((await send('POST', '/readings', readingBody({ reading: 0 }))).body.errors[0].code).toBe('validation.number.zero');
    expect((await send('POST', '/readings', readingBody({ readingUnit: 'mi' }))).body.errors[0].code).toBe('validation.reading.unit');
  });

  test('converts the readings and distances of all kinds with the unit of the vehicle', async () => {
    const { send, post } = await aBook();
    const fill = (await post('fills', fillBody({ reading: 100_000, distanceOnFuel: 400 }))).data;
    await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'convert' });
    // 100,000 / 1.609344 = 62,137.1; 400 / 1.609344 = 248.5
    expect((await send('PATCH', `/fills/${fill.id}`, {})).body.data).toMatchObject({ reading: 62_137, distanceOnFuel: 249 });
  });

  test('converts no distance on a fuel that would become too large, and takes none with a fraction from hours to kilometres', async () => {
    const change = async (from: string, to: string, unitChange: string, distanceOnFuel: number) => {
      const { send, post } = await aBook(from === 'h' ? 'boat' : 'car', { mileage: '1', mileageUnit: from });
      const fill = (await post('fills', fillBody({ reading: 100, distanceOnFuel }))).data;
      const { status, body } = await send('PATCH', '', { mileageUnit: to, unitChange });
      expect((await send('PATCH', `/fills/${fill.id}`, {})).body.data.distanceOnFuel).toBe(distanceOnFuel);
      return [status, body.errors?.[0]?.code ?? body.code];
    };
    expect(await change('mi', 'km', 'convert', 9_999_999)).toEqual([400, 'validation.number.large']);
    expect(await change('h', 'km', 'relabel', 12.5)).toEqual([409, 'carsApi.typeInUse']);
  });

  test('an archived vehicle is read, and one of another user is not found', async () => {
    const mine = await aBook();
    await mine.post('fills', fillBody());
    await mine.send('POST', '/archive');
    expect((await mine.send('GET', '/fills')).body.data).toHaveLength(1);
    const other = await aUser(app);
    for (const [path, body] of KINDS) {
      const foreign = `/api/vehicles/${mine.id}/${path}`;
      expect((await app.request('GET', foreign, { token: other.token })).body.code).toBe('carsApi.404');
      expect((await app.request('POST', foreign, { token: other.token, body: body() })).body.code).toBe('carsApi.404');
    }
  });
});
