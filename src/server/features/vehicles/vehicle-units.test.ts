import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { convertDistance } from '#contract/units.ts';
import type { ChangeableVehicleId } from '#server/authorized.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { readingsRepo } from '../entries/readings.repo.ts';

/** Few enough that the highest reading stays below the maximum. */
const RECORDS = 2_000;

describe.each(DATABASES)('a change of the unit on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook(readings: (number | string)[], fields: Record<string, string> = {}, type: 'car' | 'boat' = 'car') {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user, type, fields);
    const path = `/api/vehicles/${id}`;
    const add = (reading: number | string, more = {}) =>
      app.request('POST', `${path}/records`, { token: user.token, body: recordBody({ reading, ...more }) });
    for (const reading of readings) await add(reading);
    return {
      id: id as ChangeableVehicleId,
      add,
      change: (body: object) => app.request('PATCH', path, { token: user.token, body }),
      read: async () => (await app.request('GET', path, { token: user.token })).body.data,
      readings: async () => {
        const { data } = (await app.request('GET', `${path}/records`, { token: user.token })).body;
        return (data as ServiceRecord[]).map(({ reading }) => reading).toReversed();
      },
    };
  }

  test('converts all readings and the mileage, rounded to whole units, once; back gives what was typed', async () => {
    const { change, readings, read } = await aBook([98_047, 0, 1, 12_573, 98_100], { mileage: '98 047' });
    const convert = () => change({ mileageUnit: 'mi', unitChange: 'convert' });
    expect((await convert()).body.data).toMatchObject({ mileageUnit: 'mi', mileage: 60_924, reading: 60_957 });
    // 12,573 km is exactly 7,812.5 miles.
    expect(await readings()).toEqual([60_924, 0, 1, 7_813, 60_957]);
    expect((await convert()).status).toBe(200);
    expect(await readings()).toEqual([60_924, 0, 1, 7_813, 60_957]);
    await change({ mileageUnit: 'km', unitChange: 'convert' });
    expect(await readings()).toEqual([98_047, 0, 1, 12_573, 98_100]);
    expect(await read()).toMatchObject({ mileageUnit: 'km', mileage: 98_047 });
  });

  test('what a vehicle is used in a year is converted and comes back, and ends with another kind of counter', async () => {
    const { change, read } = await aBook([], { mileage: '90' });
    const yearly = async (fields: object) => {
      expect((await change(fields)).status).toBe(200);
      return (await read()).yearlyDistance;
    };
    expect(await yearly({ yearlyDistance: '15 000' })).toBe(15_000);
    // 15,000 km are 9,320.6 miles, and 9,321 miles 15,000.7 km.
    expect(await yearly({ mileageUnit: 'mi', unitChange: 'convert' })).toBe(9_321);
    expect(await yearly({ mileageUnit: 'km', unitChange: 'convert' })).toBe(15_000);
    expect(await yearly({ mileageUnit: 'mi', unitChange: 'convert', yearlyDistance: '9 000' })).toBe(9_000);
    expect(await yearly({ mileageUnit: 'km', unitChange: 'convert' })).toBe(14_484);
    expect(await yearly({ mileageUnit: 'mi' })).toBe(14_484);
    expect(await yearly({ color: 'білий' })).toBe(14_484);
    expect(await yearly({ mileageUnit: 'h' })).toBeNull();
    expect(await yearly({ yearlyDistance: '200' })).toBe(200);
    expect(await yearly({ yearlyDistance: '' })).toBeNull();
    expect((await change({ vehicleType: 'bicycle', serialNumber: 'A-1', yearlyDistance: '100' })).status).toBe(400);
  });

  test.each([
    [100.5, 409],
    [100, 200],
  ])('hours of %s become kilometres: %s', async (reading, status) => {
    const { change, readings } = await aBook([reading], { mileageUnit: 'h', mileage: '90' }, 'boat');
    const answer = await change({ mileageUnit: 'km' });
    expect(answer).toMatchObject({ status, body: status === 409 ? { code: 'carsApi.typeInUse' } : {} });
    expect(await readings()).toEqual([reading]);
  });

  test('keeps the numbers when relabelled or without unitChange, and a mileage sent with the change', async () => {
    const { change, readings } = await aBook([98_047], { mileage: '98 047' });
    expect((await change({ mileageUnit: 'mi', unitChange: 'relabel' })).body.data).toMatchObject({ mileage: 98_047, reading: 98_047 });
    await change({ mileageUnit: 'km' });
    expect(await readings()).toEqual([98_047]);
    const { body } = await change({ mileageUnit: 'mi', unitChange: 'convert', mileage: '70 000' });
    expect(body.data).toMatchObject({ mileage: 70_000, reading: 70_000 });
    expect(await readings()).toEqual([60_924]);
    expect((await change({ color: 'білий', unitChange: 'convert' })).status).toBe(200);
    expect(await readings()).toEqual([60_924]);
  });

  test('does not convert hours, or readings that would become too large', async () => {
    const hours = await aBook(['612'], { mileage: '612', mileageUnit: 'h' }, 'boat');
    for (const to of ['km', 'mi'])
      expect((await hours.change({ mileageUnit: to, unitChange: 'convert' })).body).toMatchObject({
        code: 'carsApi.400',
        errors: [{ field: 'unitChange', code: 'validation.choice' }],
      });
    expect((await hours.change({ mileageUnit: 'km', unitChange: 'relabel' })).body.data).toMatchObject({ mileage: 612, mileageUnit: 'km' });

    for (const [reading, mileage] of [
      [9_999_999, '1'],
      [1, '9 999 999'],
    ] as const) {
      const { change, readings } = await aBook([reading], { mileage, mileageUnit: 'mi' });
      const { status, body } = await change({ mileageUnit: 'km', unitChange: 'convert' });
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ field: 'mileage', code: 'validation.number.large' }],
      });
      expect(await readings()).toEqual([reading]);
    }
  });

  test('converts nothing if the change is rejected', async () => {
    const { change, readings } = await aBook([98_047]);
    expect((await change({ mileageUnit: 'mi', unitChange: 'convert', vin: 'x' })).status).toBe(400);
    expect(await readings()).toEqual([98_047]);
  });

  test('rejects a record entered in the old unit in another tab, with an error at its reading', async () => {
    const { change, add, readings } = await aBook([98_047]);
    await change({ mileageUnit: 'mi', unitChange: 'convert' });
    const { status, body } = await add(98_100, { readingUnit: 'km' });
    expect({ status, code: body.code, errors: body.errors }).toMatchObject({
      status: 400,
      code: 'recordsApi.400',
      errors: [{ field: 'reading', code: 'validation.reading.unit' }],
    });
    expect((await add(61_000, { readingUnit: 'mi' })).status).toBe(201);
    expect(await readings()).toEqual([60_924, 61_000]);
  });

  test('leaves no record in the old unit when records are added in parallel', async () => {
    const { change, add, readings } = await aBook([98_047]);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => add(98_047, { readingUnit: 'km' })),
      change({ mileageUnit: 'mi', unitChange: 'convert' }),
      ...Array.from({ length: 5 }, () => add(98_047, { readingUnit: 'km' })),
    ]);
    const added = answers.filter(({ status }) => status === 201).length;
    expect(await readings()).toEqual(Array.from({ length: added + 1 }, () => 60_924));
  });

  test('rounds in the database as in the application, including half miles', async () => {
    const { id } = await aBook([]);
    await fillRecords(app.store, id, RECORDS);
    const { db } = app.store;
    const records = () => db.selectFrom('entries').select(['id', 'reading']).where('vehicle_id', '=', id).orderBy('id').execute();
    const first = (await records())[0]?.id ?? 0;
    // Every third reading is a multiple of 12,573 km; odd multiples are half miles.
    await sql`update entries set reading = (id - ${first}) * 41910 where vehicle_id = ${id}`.execute(db);
    for (const to of ['mi', 'km'] as const) {
      const before = await records();
      await readingsRepo(db).forgetOtherUnit(id);
      await readingsRepo(db).convert(id, to);
      const after = await records();
      expect(after.map(({ reading }) => reading)).toEqual(before.map(({ reading }) => convertDistance(reading / 10, to) * 10));
    }
  });
});
