import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { RECORDS_PER_VEHICLE } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, readingBody, recordBody, vehicleFields } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';

const TODAY = '2026-06-17';
const TOMORROW = '2026-06-18';

describe.each(DATABASES)('the mileage of the details on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook(fields: Record<string, string> = {}) {
    app.clock.now = () => Date.parse(`${TODAY}T12:00:00Z`);
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, 'car', { mileage: '50 000', year: '2014', ...fields });
    const send = async (method: Method, rest = '', body?: object) =>
      app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
    return {
      ...{ id, send },
      patch: (body: object) => send('PATCH', '', body),
      readings: async () => (await send('GET', '/readings')).body.data,
      /** Days and values of those of the details. */
      mileages: async () => {
        const { data } = (await send('GET', '/readings')).body;
        const own = data.filter(({ isFromDetails }: { isFromDetails: boolean }) => isFromDetails);
        return own.map(({ performedOn, reading }: { performedOn: string; reading: number }) => [performedOn, reading]);
      },
      vehicle: async () => (await send('GET')).body.data,
      distance: async () => (await send('GET', '/statistics')).body.data.distance,
    };
  }
  const nextDay = () => {
    const now = app.clock.now() + DAY;
    app.clock.now = () => now;
  };

  test('is a reading of the day on which it was entered, and changed on that day or when it is lower', async () => {
    const { patch, mileages, vehicle } = await aBook();
    expect(await mileages()).toEqual([[TODAY, 50_000]]);
    expect((await patch({ mileage: '50 100' })).body.data).toMatchObject({ mileage: 50_100, reading: 50_100, entryCount: 0 });
    expect(await mileages()).toEqual([[TODAY, 50_100]]);
    nextDay();
    await patch({ mileage: '50 100', color: 'red' });
    await patch({ mileage: '50 000' });
    expect(await mileages()).toEqual([[TODAY, 50_000]]);
    await patch({ mileage: '50 300' });
    expect(await mileages()).toEqual([
      [TOMORROW, 50_300],
      [TODAY, 50_000],
    ]);
    expect(await vehicle()).toMatchObject({ mileage: 50_300, reading: 50_300 });
  });

  test('counts in distances where it fits, makes no reading doubtful, and 0 counts for a new vehicle only', async () => {
    const { send, distance } = await aBook();
    await send('POST', '/records', recordBody({ performedOn: '2026-05-01', reading: 49_000 }));
    expect(await distance()).toBe(1_000);
    await send('POST', '/records', recordBody({ performedOn: '2026-05-10', reading: 51_000 }));
    await send('POST', '/records', recordBody({ performedOn: '2026-06-20', reading: 51_500 }));
    expect(await distance()).toBe(2_500);
    for (const [year, driven] of [
      ['2025', 500],
      ['2024', null],
    ] as const) {
      const young = await aBook({ mileage: '0', year });
      await young.send('POST', '/records', recordBody({ performedOn: '2026-06-20', reading: 500 }));
      expect(await young.distance()).toBe(driven);
    }
  });

  test('is lower without being a correction after the odometer was replaced', async () => {
    const { send, patch, mileages, vehicle } = await aBook();
    nextDay();
    await send('POST', '/readings', readingBody({ performedOn: TOMORROW, reading: 10, isReset: true, oldReading: 50_040 }));
    expect(await vehicle()).toMatchObject({ mileage: 50_000, reading: 10 });
    await patch({ mileage: '15' });
    expect(await mileages()).toEqual([
      [TOMORROW, 15],
      [TODAY, 50_000],
    ]);
    expect(await vehicle()).toMatchObject({ mileage: 15, reading: 15 });
  });

  test('is neither changed nor deleted as an entry, and in no limit', async () => {
    const { id, send, readings, mileages } = await aBook();
    const [own] = await readings();
    expect(own).toMatchObject({ reading: 50_000, isReset: false, isFromDetails: true });
    for (const answer of [await send('DELETE', `/readings/${own.id}`), await send('PATCH', `/readings/${own.id}`, { reading: 5 })])
      expect(answer).toMatchObject({ status: 409, body: { code: 'readingsApi.details' } });
    expect(await mileages()).toEqual([[TODAY, 50_000]]);
    expect((await send('GET', '/timeline?kind=work,reading')).body.data).toMatchObject([
      { id: own.id, kind: 'reading', isFromDetails: true },
    ]);
    await fillRecords(app.store, id, RECORDS_PER_VEHICLE - 1);
    expect((await send('POST', '/readings', readingBody())).status).toBe(201);
    expect((await send('POST', '/readings', readingBody())).body.code).toBe('entriesApi.limit');
  });

  test('goes with another kind of unit, and comes with an engine', async () => {
    const { patch, mileages, vehicle } = await aBook({ mileage: '812,5', mileageUnit: 'h' });
    nextDay();
    await patch({ mileage: '820,0' });
    expect((await patch({ mileageUnit: 'km' })).status).toBe(200);
    expect(await mileages()).toEqual([[TOMORROW, 820]]);
    expect((await patch({ vehicleType: 'bicycle', serialNumber: 'WTU1' })).status).toBe(200);
    expect(await vehicle()).toMatchObject({ mileage: null, reading: null });
    const { serialNumber: _, ...car } = vehicleFields('car', { mileage: '7' });
    expect((await patch(car)).status).toBe(200);
    expect(await mileages()).toEqual([[TOMORROW, 7]]);
  });
});
