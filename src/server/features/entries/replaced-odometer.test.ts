import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, fillBody, readingBody, recordBody } from '#tests/support/builders.ts';

describe.each(DATABASES)('a replaced odometer on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook(fields: Record<string, string> = { mileage: '0' }, type: 'car' | 'boat' = 'car') {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, type, fields);
    const send = async (method: Method, rest = '', body?: object) => {
      const { status, body: answer } = await app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
      return { status, ...answer };
    };
    const read = async (performedOn: string, reading: number, more = {}) =>
      (await send('POST', '/readings', readingBody({ performedOn, reading, ...more }))).data;
    const fill = async (performedOn: string, reading: number, volume = 40) =>
      (await send('POST', '/fills', fillBody({ performedOn, reading, volume }))).data;
    return {
      ...{ send, read, fill },
      distance: async (query = '') => (await send('GET', `/statistics?${query}`)).data.distance,
      shown: async () => (await send('GET')).data.reading,
      errorsOf: (answer: { errors?: { field: string; code: string }[] }) => answer.errors?.map(({ field, code }) => [field, code]),
    };
  }

  /** Definitions, case 12: the reset is later than the last reading of the old odometer. */
  const CASE_12 = ['2026-05-10', '2026-05-11'] as const;
  /** Case 12b: both are of one day. */
  const CASE_12B = ['2026-05-11', '2026-05-11'] as const;

  async function aReplaced([oldOn, newOn]: readonly [string, string] = CASE_12) {
    const book = await aBook();
    await book.fill('2026-05-01', 200_000);
    await book.read(oldOn, 200_300);
    const reset = await book.read(newOn, 15_000, { isReset: true });
    const last = await book.fill('2026-05-20', 15_400, 50);
    return { ...book, reset, last };
  }

  test.each([
    ['12', CASE_12],
    ['12b', CASE_12B],
  ])('case %s: distances go on, and no consumption is measured across it', async (_, days) => {
    const { send, distance, shown, reset, last } = await aReplaced(days);
    expect(reset).toEqual({
      ...{ id: reset.id, performedOn: days[1], reading: 15_000, isReset: true, oldReading: null, note: null, isFromDetails: false },
    });
    // Offset 200,300 − 15,000 = 185,300. 200,300 − 200,000 = 300, and 15,400 − 15,000 = 400.
    expect(await distance()).toBe(700);
    expect(await distance('to=2026-05-11')).toBe(300);
    expect(await distance('from=2026-05-12')).toBe(400);
    expect(last).toMatchObject({ consumption: null, consumptionReason: 'odometerReplaced' });
    expect(await shown()).toBe(15_400);
    const [mileage, first] = (await send('GET', '/timeline?kind=reading')).data;
    expect(mileage).toMatchObject({ kind: 'reading', reading: 0, isFromDetails: true });
    expect(first).toMatchObject({ kind: 'reading', isReset: true, oldReading: null });
    // A stretch on the new odometer: 100 · 24 / 400
    const next = await send('POST', '/fills', fillBody({ performedOn: '2026-05-30', reading: 15_800, volume: 24, ask: false }));
    expect(next).toMatchObject({ isDoubtful: false, data: { consumption: { value: 6, distance: 400 }, consumptionReason: null } });
    expect((await send('GET', '/consumption')).data[0]).toMatchObject({ average: 6, distance: 400 });
    expect(await distance()).toBe(1_100);
  });

  test('counts what the last value of the old one says', async () => {
    const { send, distance, reset } = await aReplaced();
    const change = async (body: object) => (await send('PATCH', `/readings/${reset.id}`, body)).data;
    // 200,500 − 200,000 + 400
    expect(await change({ oldReading: '200 500' })).toMatchObject({ isReset: true, oldReading: 200_500 });
    expect(await distance()).toBe(900);
    expect(await change({ note: 'СТО' })).toMatchObject({ isReset: true, oldReading: 200_500, note: 'СТО' });
    expect(await change({ oldReading: null })).toMatchObject({ isReset: true, oldReading: null });
    expect(await distance()).toBe(700);
  });

  test('deleting or taking it back makes readings go back again, restoring it does not', async () => {
    const { send, distance, shown, reset } = await aReplaced();
    await send('PATCH', `/readings/${reset.id}`, { oldReading: 200_400 });
    const one = `/readings/${reset.id}`;
    await send('DELETE', one);
    expect([await distance(), await shown()]).toEqual([null, 200_300]);
    expect((await send('GET', '/statistics')).data.distanceReason).toEqual({ code: 'goesBack', performedOn: '2026-05-20' });
    expect((await send('POST', `${one}/restore`)).data).toEqual({ ...reset, oldReading: 200_400 });
    // 200,400 − 200,000 + 400
    expect([await distance(), await shown()]).toEqual([800, 15_400]);
    expect((await send('PATCH', one, { isReset: false })).data).toEqual({ ...reset, isReset: false, oldReading: null });
    expect([await distance(), await shown()]).toEqual([null, 200_300]);
    expect((await send('PATCH', one, { isReset: true })).data).toEqual(reset);
    expect([await distance(), await shown()]).toEqual([700, 15_400]);
  });

  test('rejects a last value without a replacement, of 0, or not in the unit', async () => {
    const { send, read, errorsOf } = await aBook();
    const post = async (body: Record<string, unknown>) => {
      const answer = await send('POST', '/readings', readingBody(body));
      return [answer.status, answer.code, errorsOf(answer)];
    };
    const wrong = (field: string, code: string) => [400, 'readingsApi.400', [[field, code]]];
    expect(await post({ oldReading: 200_300 })).toEqual(wrong('oldReading', 'validation.reading.notReset'));
    expect(await post({ isReset: false, oldReading: 200_300 })).toEqual(wrong('oldReading', 'validation.reading.notReset'));
    expect(await post({ isReset: true, oldReading: 0 })).toEqual(wrong('oldReading', 'validation.number.zero'));
    expect(await post({ isReset: true, oldReading: '200,5' })).toEqual(wrong('oldReading', 'validation.number.whole'));
    expect(await post({ isReset: true, oldReading: 10_000_000 })).toEqual(wrong('oldReading', 'validation.number.large'));
    expect(await post({ isReset: 'yes' })).toEqual(wrong('isReset', 'validation.invalid'));
    const plain = await read('2026-05-01', 10);
    expect(plain).toMatchObject({ isReset: false, oldReading: null });
    const changed = await send('PATCH', `/readings/${plain.id}`, { oldReading: 200_300 });
    expect([changed.status, errorsOf(changed)]).toEqual([400, [['oldReading', 'validation.reading.notReset']]]);
    expect((await send('GET', '/readings')).data.filter(({ isFromDetails }: { isFromDetails: boolean }) => !isFromDetails)).toEqual([
      plain,
    ]);
  });

  test('asks about readings of one odometer only', async () => {
    const { send, read } = await aBook();
    await read('2026-05-01', 200_300);
    const ask = async (performedOn: string, reading: number, more: object = {}, path = '/readings') => {
      const body = path === '/readings' ? readingBody : recordBody;
      const answer = await send('POST', path, body({ performedOn, reading, ask: true, ...more }));
      return answer.status === 201 ? 201 : [answer.data.reasons, answer.data.before?.reading, answer.data.after?.reading];
    };
    expect(await ask('2026-05-11', 15_000)).toEqual([['lower'], 200_300, undefined]);
    // The last value of the old one is below what it has shown.
    expect(await ask('2026-05-11', 15_000, { isReset: true, oldReading: 20_030 })).toEqual([['lower'], 200_300, undefined]);
    expect(await ask('2026-05-11', 15_000, { isReset: true, oldReading: 2_003_000 })).toEqual([['higher'], 200_300, undefined]);
    expect(await ask('2026-05-11', 15_000, { isReset: true, oldReading: 200_400 })).toBe(201);
    expect(await ask('2026-05-20', 15_400, {}, '/records')).toBe(201);
    expect(await ask('2026-05-21', 15_200, {}, '/records')).toEqual([['lower'], 15_400, undefined]);
    expect(await ask('2026-05-21', 154_200, {}, '/records')).toEqual([['higher'], 15_400, undefined]);
    // Before the new odometer: above the last value of the old one.
    expect(await ask('2026-05-05', 200_450)).toEqual([['higher'], 200_300, 200_400]);
    expect(await ask('2026-05-05', 200_350)).toBe(201);
    // On its first day: the old one, and the new one.
    expect(await ask('2026-05-11', 200_390)).toBe(201);
    expect(await ask('2026-05-11', 15_010)).toBe(201);
  });

  test('asks about a change to a replacement, and what is stored as doubtful stays out of distances', async () => {
    const { send, distance, reset } = await aReplaced();
    const one = `/readings/${reset.id}`;
    const asked = await send('PATCH', one, { oldReading: 20_030, ask: true });
    expect([asked.status, asked.code, asked.data.reasons]).toEqual([409, 'entriesApi.doubtful', ['lower']]);
    expect((await send('PATCH', one, { isReset: false, ask: true })).data).toMatchObject({ reasons: ['lower'] });
    expect((await send('PATCH', one, { note: 'x', isReset: true, ask: true })).status).toBe(200);
    expect(await distance()).toBe(700);
    expect(await send('PATCH', one, { oldReading: 20_030, ask: false })).toMatchObject({ status: 200, isDoubtful: true });
    expect(await distance()).toBe(null);
    expect((await send('GET', '/statistics')).data.distanceReason.code).toBe('goesBack');
  });

  test('is what the readings of the form are compared with', async () => {
    const { send, reset } = await aReplaced();
    const references = async (query: string) => {
      const { before, after, highest } = (await send('GET', `/reference-readings?${query}`)).data;
      return [before?.reading, after?.reading, highest?.reading];
    };
    expect(await references('performedOn=2026-06-01')).toEqual([15_400, undefined, 15_400]);
    expect(await references('performedOn=2026-05-11')).toEqual([15_000, 15_400, 15_400]);
    await send('PATCH', `/readings/${reset.id}`, { oldReading: 200_400 });
    expect(await references('performedOn=2026-05-10')).toEqual([200_300, 200_400, 15_400]);
    expect(await references(`performedOn=2026-05-10&except=${reset.id}`)).toEqual([200_300, 15_400, 15_400]);
    expect(await references('')).toEqual([undefined, undefined, 15_400]);
  });

  test('a vehicle shows its last odometer, and the mileage of its details only if it was added later', async () => {
    const late = await aBook({ mileage: '16 000' });
    await late.read('2020-05-01', 200_300);
    await late.read('2020-05-11', 15_000, { isReset: true });
    expect(await late.shown()).toBe(16_000);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    const early = await aBook({ mileage: '200 300' });
    await early.read(today, 15_000, { isReset: true, oldReading: 200_310 });
    expect(await early.shown()).toBe(15_000);
    await early.send('POST', '/records', recordBody({ performedOn: today, reading: 15_020 }));
    await early.send('POST', '/records', recordBody({ performedOn: today, reading: 150_200 }));
    expect(await early.shown()).toBe(15_020);
    await early.send('POST', '/archive');
    expect((await early.send('GET')).data.reading).toBe(15_020);
  });

  test('converts the last value of the old one with the unit, also of a deleted one, unless it becomes too large', async () => {
    const { send, reset, distance } = await aReplaced();
    const one = `/readings/${reset.id}`;
    await send('PATCH', one, { oldReading: 200_400 });
    await send('DELETE', one);
    await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'convert' });
    // 15,000 / 1.609344 = 9,320.6; 200,400 / 1.609344 = 124,522.8
    expect((await send('POST', `${one}/restore`)).data).toMatchObject({ reading: 9_321, oldReading: 124_523 });
    // 200,000 / 1.609344 = 124,274.2; 15,400 / 1.609344 = 9,569.1; 124,523 − 124,274 + 9,569 − 9,321
    expect(await distance()).toBe(497);
    await send('PATCH', '', { mileageUnit: 'km', unitChange: 'convert' });
    const stored = async () => (await send('GET', '/readings')).data.find(({ id }: { id: number }) => id === reset.id);
    expect(await stored()).toMatchObject({ reading: 15_000, oldReading: 200_400 });
    await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'convert' });
    await send('PATCH', one, { oldReading: 124_500 });
    await send('PATCH', '', { mileageUnit: 'km', unitChange: 'convert' });
    // Changed in between: 124,500 · 1.609344 = 200,363.3
    expect(await stored()).toMatchObject({ reading: 15_000, oldReading: 200_363 });
    const large = await aBook({ mileage: '1', mileageUnit: 'mi' });
    await large.read('2026-05-11', 10, { isReset: true, oldReading: 9_000_000 });
    const rejected = await large.send('PATCH', '', { mileageUnit: 'km', unitChange: 'convert' });
    expect([rejected.status, large.errorsOf(rejected)]).toEqual([400, [['mileage', 'validation.number.large']]]);
    expect((await large.send('GET', '/readings')).data[1].oldReading).toBe(9_000_000);
  });

  test('tenths of hours of the old one become no kilometres', async () => {
    const { send, read } = await aBook({ mileage: '1', mileageUnit: 'h' }, 'boat');
    const made = await read('2026-05-11', 10, { isReset: true, oldReading: '812,5' });
    expect(made.oldReading).toBe(812.5);
    expect((await send('PATCH', '', { mileageUnit: 'km' })).code).toBe('carsApi.typeInUse');
    await send('PATCH', `/readings/${made.id}`, { oldReading: 812 });
    expect((await send('PATCH', '', { mileageUnit: 'km' })).status).toBe(200);
  });
});
