import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_BYTES, IMAGE_SIDE } from '#contract/limits.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { fieldsOf } from '#contract/vehicle-types.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aPicture, aUser, aVehicle, recordBody, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';

describe.each(DATABASES)('vehicles on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const post = async (user: TestUser, fields: Record<string, string>, image?: Uint8Array<ArrayBuffer> | null, headers = {}) =>
    app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(fields, image), headers });
  const list = async (user: TestUser) => (await app.request('GET', '/api/vehicles', { token: user.token })).body;

  test.each(VEHICLE_TYPES)('a %s has exactly the fields of its type', async (type) => {
    const user = await aUser(app);
    const made = await aVehicle(app, user, type);
    const own = fieldsOf(type);
    expect(made).toMatchObject({
      vehicleType: type,
      brand: 'Škoda',
      year: 2014,
      color: 'синій',
      totalCost: 0,
      recordCount: 0,
      lastRecord: null,
      note: null,
    });
    for (const field of ['carType', 'fuelType', 'mileageUnit', 'vin', 'hinNumber', 'serialNumber'] as const)
      expect(made[field] !== null).toBe(own.includes(field));
    if (own.includes('engineVolume')) expect(made).toMatchObject({ engineVolume: 1.4, mileage: 98_047, reading: 98_047 });
    expect(await list(user)).toEqual({ success: true, data: [made], hidden: 0, archived: 0, limit: 1 });
  });

  test('a save does not undo the change of another tab', async () => {
    const user = await aUser(app);
    const shown = await aVehicle(app, user);
    const path = `/api/vehicles/${shown.id}`;
    const change = async (body: object) => {
      const answer = await app.request('PATCH', path, { token: user.token, body });
      return { code: answer.body.code, data: answer.body.data };
    };
    const changed = { code: 'api.changed', data: { color: 'білий', yearlyDistance: 12_000 } };
    await change({ color: 'білий', yearlyDistance: 12_000 });
    // The other tab has changed other fields.
    expect((await change({ brand: 'Opel', seen: shown })).data).toMatchObject({ brand: 'Opel', color: 'білий' });
    expect(await change({ color: 'чорний', seen: shown })).toMatchObject(changed);
    const form = await vehicleForm({ color: 'чорний', seen: JSON.stringify(shown) }, await aPicture());
    expect((await app.request('PATCH', path, { token: user.token, form })).body).toMatchObject(changed);
    expect((await list(user)).data[0]).toMatchObject({ color: 'білий', image: shown.image });
    // Hours would drop the kilometres of a year.
    expect(await change({ mileageUnit: 'h', seen: shown })).toMatchObject(changed);
    // It is so already: a repeated request after a lost response.
    expect((await change({ color: 'білий', brand: 'Opel', seen: shown })).data.color).toBe('білий');
    const two = await Promise.all(['сірий', 'зелений'].map((color) => change({ color, seen: { color: 'білий' } })));
    expect(two.filter(({ code }) => code === 'api.changed')).toHaveLength(1);
    // A hatchback is not among the motorcycles; the vehicle as it was shown was none.
    await change({ vehicleType: 'motorcycle', carType: 'cruiser' });
    expect((await change({ carType: 'hatchback', seen: { vehicleType: 'car' } })).code).toBe('api.changed');
  });

  test('rejects each invalid field with 400 and its own error code', async () => {
    const user = await aUser(app);
    const cases: [Record<string, string>, string, string][] = [
      [{ brand: ' ' }, 'brand', 'validation.required'],
      [{ model: 'x'.repeat(61) }, 'model', 'validation.tooLong'],
      [{ brand: 'a\0b' }, 'brand', 'validation.characters'],
      [{ vehicleType: 'plane' }, 'vehicleType', 'validation.choice'],
      [{ vehicleType: '' }, 'vehicleType', 'validation.required'],
      [{ year: '14' }, 'year', 'validation.year.format'],
      [{ year: '1799' }, 'year', 'validation.year.past'],
      [{ year: '2999' }, 'year', 'validation.year.future'],
      [{ mileage: '-1' }, 'mileage', 'validation.number.negative'],
      [{ mileage: '1,5' }, 'mileage', 'validation.number.whole'],
      [{ mileage: '98,0475' }, 'mileage', 'validation.number.decimals'],
      [{ mileage: 'багато' }, 'mileage', 'validation.number.reading'],
      [{ mileage: '99999999' }, 'mileage', 'validation.number.large'],
      [{ engineVolume: '-1,4' }, 'engineVolume', 'validation.number.negative'],
      [{ engineVolume: '1568' }, 'engineVolume', 'validation.number.large'],
      [{ plate: 'AA 1234 BB 567' }, 'plate', 'validation.tooLong'],
      [{ serialNumber: '21061234567' }, 'serialNumber', 'validation.notForType'],
      [{ engineVolume: '1,4567' }, 'engineVolume', 'validation.number.decimals'],
      [{ color: 'ok' }, 'color', 'validation.color'],
      [{ vin: 'WAUZZZ8K59A12345' }, 'vin', 'validation.vin.length'],
      [{ vin: 'WAUZZZ8K59A12345O' }, 'vin', 'validation.vin.letters'],
      [{ carType: 'city' }, 'carType', 'validation.notForType'],
      [{ carType: 'spaceship' }, 'carType', 'validation.choice'],
      [{ fuelType: 'water' }, 'fuelType', 'validation.choice'],
      [{ mileageUnit: 'league' }, 'mileageUnit', 'validation.choice'],
      [{ hinNumber: 'UACRNT000488' }, 'hinNumber', 'validation.notForType'],
      [{ secondFuelType: 'water' }, 'secondFuelType', 'validation.choice'],
      [{ tankVolume: 'багато' }, 'tankVolume', 'validation.number.volume'],
      [{ secondTankVolume: '0' }, 'secondTankVolume', 'validation.number.zero'],
      [{ batteryCapacity: '60,485' }, 'batteryCapacity', 'validation.number.decimals'],
      [{ yearlyDistance: '0' }, 'yearlyDistance', 'validation.number.zero'],
      [{ yearlyDistance: '1 000 000' }, 'yearlyDistance', 'validation.number.large'],
    ];
    for (const [change, field, code] of cases) {
      const { status, body } = await post(user, vehicleFields('car', change));
      expect({ change, status, code: body.code, errors: body.errors }).toEqual({
        change,
        status: 400,
        code: 'carsApi.400',
        errors: [{ field, code, message: expect.any(String) }],
      });
    }
    const boat = await post(user, vehicleFields('boat', { hinNumber: 'UA-CRNT00048' }));
    expect(boat.body.errors).toMatchObject([{ field: 'hinNumber', code: 'validation.hin' }]);
    const none = await post(user, { vehicleType: 'car' }, null);
    expect(none.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['brand', 'color', 'image', 'model', 'year']);
    expect((await list(user)).data).toEqual([]);
  });

  test('converts a VIN to upper case and its Cyrillic look-alikes to Latin, and accepts an engine volume of 0', async () => {
    const user = await aUser(app);
    const { body } = await post(user, vehicleFields('car', { vin: ' wаuzzz8k59а123456', engineVolume: '0', fuelType: 'electric' }));
    expect(body.data).toMatchObject({ vin: 'WAUZZZ8K59A123456', engineVolume: 0 });
  });

  test.each([
    '\u200e1M8GDM9AXKP042788\u200e',
    '1M8GDM9A\u200bXKP042788',
    '1M8GDM9A-XKP042788',
    '*1M8GDM9AXKP042788*',
    '1M8.GDM9AX KP０42788',
  ])('reads the VIN %j', async (vin) => {
    const { body } = await post(await aUser(app), vehicleFields('car', { vin, brand: 'Audi\n\u00a0 NSU' }));
    expect(body.data).toMatchObject({ vin: '1M8GDM9AXKP042788', brand: 'Audi NSU' });
  });

  test('takes a chassis number instead of a VIN, which replace each other', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { vin, ...fields } = vehicleFields('car', { serialNumber: 'jzx100-1234567' });
    const { body } = await post(user, fields);
    expect(body.data).toMatchObject({ vin: null, serialNumber: 'JZX100-1234567' });
    const patch = async (change: Record<string, string>) =>
      (await app.request('PATCH', `/api/vehicles/${body.data.id}`, { token: user.token, form: await vehicleForm(change, null) })).body;
    expect((await patch({ color: 'red' })).data).toMatchObject({ color: 'red', serialNumber: 'JZX100-1234567' });
    expect((await patch({ vin: vin ?? '' })).data).toMatchObject({ vin, serialNumber: null });
    expect((await patch({ serialNumber: '054321' })).data).toMatchObject({ vin: null, serialNumber: '054321' });
    for (const serialNumber of ['1234', '1'.repeat(18)])
      expect((await patch({ serialNumber })).errors).toMatchObject([{ field: 'serialNumber', code: 'validation.chassis' }]);
    const again = await post(user, { ...fields, serialNumber: '054321' });
    expect(again.body.errors).toMatchObject([{ field: 'serialNumber', code: 'carsApi.409' }]);
    // The serial number of a bicycle is no chassis number.
    const bicycle = await aVehicle(app, user, 'bicycle');
    const { serialNumber: _, ...car } = fields;
    const changed = await app.request('PATCH', `/api/vehicles/${bicycle.id}`, { token: user.token, form: await vehicleForm(car, null) });
    expect(changed.body.errors).toMatchObject([{ field: 'vin', code: 'validation.required' }]);
  });

  test('takes a serial number of a boat without a HIN, which replace each other', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { hinNumber, ...fields } = vehicleFields('boat', { serialNumber: 'К-4127' });
    const { body } = await post(user, fields);
    expect(body.data).toMatchObject({ hinNumber: null, serialNumber: 'К-4127' });
    const patch = async (change: Record<string, string>) =>
      (await app.request('PATCH', `/api/vehicles/${body.data.id}`, { token: user.token, form: await vehicleForm(change, null) })).body;
    expect((await patch({ color: 'red', vehicleType: 'yacht' })).data).toMatchObject({ color: 'red', serialNumber: 'К-4127' });
    expect((await patch({ hinNumber: hinNumber ?? '' })).data).toMatchObject({ hinNumber, serialNumber: null });
    expect((await patch({ serialNumber: '7' })).data).toMatchObject({ hinNumber: null, serialNumber: '7' });
    expect((await patch({ serialNumber: '7', hinNumber: hinNumber ?? '' })).errors).toMatchObject([{ field: 'serialNumber' }]);
    expect((await post(user, { ...fields, serialNumber: '7' })).body.errors).toMatchObject([
      { field: 'serialNumber', code: 'carsApi.409' },
    ]);
  });

  test('stores a number plate in upper case, removes it, and has none for a bicycle', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { id, plate } = await aVehicle(app, user, 'car', { plate: ' ka  1234\u00a0bm ' });
    expect(plate).toBe('KA 1234 BM');
    const patch = async (change: object) => (await app.request('PATCH', `/api/vehicles/${id}`, { token: user.token, body: change })).body;
    expect((await patch({ color: 'red' })).data.plate).toBe('KA 1234 BM');
    expect((await patch({ plate: null })).data.plate).toBe(null);
    expect((await patch({ plate: 'AA1' })).data.plate).toBe('AA1');
    expect((await patch({ plate: '' })).data.plate).toBe(null);
    await patch({ plate: 'AA1' });
    expect((await patch({ vehicleType: 'bicycle', serialNumber: 'B1' })).data.plate).toBe(null);
    const bicycle = await post(user, vehicleFields('bicycle', { plate: 'AA1' }));
    expect(bicycle.body.errors).toMatchObject([{ field: 'plate', code: 'validation.notForType' }]);
  });

  test.each(['PL-ABC12345D404', 'FRABC12345D404'])('drops the country before the HIN %s', async (hinNumber) => {
    const { body } = await post(await aUser(app), vehicleFields('boat', { hinNumber }));
    expect(body.data.hinNumber).toBe('ABC12345D404');
  });

  test('stores a HIN without its printed hyphens', async () => {
    const { body } = await post(await aUser(app), vehicleFields('boat', { hinNumber: 'ua-crn‑t00 0488' }));
    expect(body.data.hinNumber).toBe('UACRNT000488');
  });

  test('requires a number to be unique among the vehicles of one owner, not between owners', async () => {
    const [one, two] = [await aUser(app, { tariff: 'family' }), await aUser(app)];
    const { serialNumber } = await aVehicle(app, one, 'bicycle');
    const again = await post(one, vehicleFields('other', { serialNumber: serialNumber ?? '' }));
    expect({ status: again.status, errors: again.body.errors }).toMatchObject({
      status: 409,
      errors: [{ field: 'serialNumber', code: 'carsApi.409' }],
    });
    expect((await post(two, vehicleFields('bicycle', { serialNumber: serialNumber ?? '' }))).status).toBe(201);
  });

  test.each([
    ['basic', 1],
    ['family', 5],
  ] as const)('does not exceed the limit of %s with 20 parallel requests', async (tariff, limit) => {
    const user = await aUser(app, { tariff });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(user, vehicleFields('car'))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(limit).fill(201), ...Array(20 - limit).fill(403)]);
    expect((await list(user)).data).toHaveLength(limit);
  });

  test('business has no limit', async () => {
    const user = await aUser(app, { tariff: 'business' });
    for (let n = 0; n < 6; n += 1) await aVehicle(app, user);
    expect(await list(user)).toMatchObject({ hidden: 0, limit: null, data: { length: 6 } });
  });

  test('hides all vehicles but the first after a tariff ends, and shows the next one when the first is deleted', async () => {
    const user = await aUser(app, { tariff: 'family', days: 1 });
    const [first, second, third] = [await aVehicle(app, user), await aVehicle(app, user, 'boat'), await aVehicle(app, user, 'bicycle')];
    const { store } = app;
    await store.db
      .updateTable('users')
      .set({ tariff_end_date: new Date(app.clock.now() - 1).toISOString() })
      .where('id', '=', user.id)
      .execute();
    expect(await list(user)).toMatchObject({ data: [{ id: first.id }], hidden: 2, limit: 1 });
    expect((await post(user, vehicleFields())).body.code).toBe('carsApi.limit');
    await app.request('DELETE', `/api/vehicles/${first.id}`, { token: user.token });
    expect(await list(user)).toMatchObject({ data: [{ id: second.id }], hidden: 1 });
    await store.db
      .updateTable('users')
      .set({ tariff_end_date: new Date(app.clock.now() + 86_400_000).toISOString() })
      .where('id', '=', user.id)
      .execute();
    expect(await list(user)).toMatchObject({ data: [{ id: second.id }, { id: third.id }], hidden: 0, limit: 5 });
  });

  test('creates one vehicle for repeated requests with one Idempotency-Key, even for 20 in parallel', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const fields = vehicleFields();
    const headers = { 'idempotency-key': 'one-and-the-same' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(user, fields, undefined, headers)));
    const { data } = await list(user);
    expect(data).toHaveLength(1);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`))).toEqual(new Set([`201 ${data[0].id}`]));
    expect((await post(user, fields, undefined, { 'idempotency-key': 'short' })).body.code).toBe('api.idempotencyKey');
  });

  test('changes the fields that are sent, keeps the others and validates all of them', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    const change = (body: object) => app.request('PATCH', `/api/vehicles/${made.id}`, { token: user.token, body });
    expect((await change({ mileage: '100 000' })).body.data).toEqual({ ...made, mileage: 100_000, reading: 100_000 });
    expect((await change({ hinNumber: 'UACRNT000488' })).body.errors).toMatchObject([
      { field: 'hinNumber', code: 'validation.notForType' },
    ]);
    expect((await change({ vehicleType: 'boat' })).body.errors).toMatchObject([{ field: 'hinNumber', code: 'validation.required' }]);
    const boat = await change({ vehicleType: 'boat', hinNumber: 'uacrnt000488', mileageUnit: 'h' });
    expect(boat.body.data).toMatchObject({ vehicleType: 'boat', vin: null, carType: null, hinNumber: 'UACRNT000488', mileageUnit: 'h' });
  });

  test('accepts tenths of engine hours, but not of kilometres and miles', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user, 'boat', { mileage: '612,5', mileageUnit: 'h' });
    expect(made).toMatchObject({ mileage: 612.5, reading: 612.5 });
    const change = (body: object) => app.request('PATCH', `/api/vehicles/${made.id}`, { token: user.token, body });
    expect((await change({ color: 'синя' })).body.data).toMatchObject({ mileage: 612.5 });
    expect((await change({ mileage: 9_999_999 })).body.data).toMatchObject({ mileage: 9_999_999, reading: 9_999_999 });
    expect((await change({ mileage: '0,1' })).body.data).toMatchObject({ mileage: 0.1, reading: 0.1 });
    expect((await change({ mileage: '1,55' })).body.errors).toMatchObject([{ field: 'mileage', code: 'validation.number.decimals' }]);
    expect((await change({ mileage: '10000000' })).body.errors).toMatchObject([{ field: 'mileage', code: 'validation.number.large' }]);
    expect((await change({ mileageUnit: 'km' })).body.errors).toMatchObject([{ field: 'mileage', code: 'validation.number.whole' }]);
    expect((await change({ mileageUnit: 'km', mileage: '5,5' })).body.errors).toMatchObject([{ field: 'mileage' }]);
    expect((await change({ mileageUnit: 'km', mileage: '5' })).body.data).toMatchObject({ mileage: 5, mileageUnit: 'km' });
    expect((await list(user)).data[0]).toMatchObject({ mileage: 5, reading: 5 });
  });

  test('detects the type of a photo by its content, removes metadata, and serves it to anyone who knows its id', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const tagged = await sharp(await aPicture('jpeg', 64))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer();
    for (const [bytes, type] of [
      [tagged, 'image/jpeg'],
      [await aPicture('png'), 'image/png'],
      [await aPicture('gif'), 'image/gif'],
    ] as const) {
      const { body } = await post(user, vehicleFields(), bytes as Buffer<ArrayBuffer>);
      const image = await app.server.inject(body.data.image);
      expect(image.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(image.rawPayload.includes('secret place')).toBe(false);
      expect((await sharp(image.rawPayload).metadata()).format).toBe(type.slice('image/'.length));
    }
    const webp = await sharp(await aPicture())
      .webp()
      .toBuffer();
    expect((await post(user, vehicleFields(), webp as Buffer<ArrayBuffer>)).status).toBe(422);
    const cut = (await aPicture('png', 400)).subarray(0, 300);
    expect((await post(user, vehicleFields(), Buffer.from(cut))).status).toBe(422);
    const empty = await post(user, vehicleFields(), Buffer.alloc(0));
    expect(empty.body.errors).toMatchObject([{ field: 'image', code: 'validation.image.required' }]);
    expect((await app.request('GET', '/api/images/AAAAAAAAAAAAAAAAAAAAAA')).body.code).toBe('imageApi.404');
    expect((await app.request('GET', '/api/images/x')).body.code).toBe('api.id');
  });

  test('rejects a small file with huge dimensions, and scales a large picture down', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const bomb = (await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .toColourspace('b-w')
      .png()
      .toBuffer()) as Buffer<ArrayBuffer>;
    expect(bomb.byteLength).toBeLessThan(IMAGE_BYTES);
    expect((await post(user, vehicleFields(), bomb)).status).toBe(422);
    const { body } = await post(user, vehicleFields(), await aPicture('png', 3000));
    const { width, height } = await sharp((await app.server.inject(body.data.image)).rawPayload).metadata();
    expect([width, height]).toEqual([IMAGE_SIDE, IMAGE_SIDE]);
  });

  test('deletes a photo when it is replaced, and with its vehicle', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    const { body } = await app.request('PATCH', `/api/vehicles/${made.id}`, {
      token: user.token,
      form: await vehicleForm({}, await aPicture('png')),
    });
    expect(body.data.image).not.toBe(made.image);
    expect((await app.request('GET', made.image)).status).toBe(404);
    await app.request('DELETE', `/api/vehicles/${made.id}`, { token: user.token });
    expect((await app.request('GET', body.data.image)).status).toBe(404);
  });

  test('returns a vehicle with its totals, highest reading and last record', async () => {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const year = new Date(app.clock.now()).getUTCFullYear();
    const records = [
      recordBody({ performedOn: `${year}-01-01`, price: '0,10', reading: 98_000 }),
      recordBody({ performedOn: `${year - 1}-12-31`, price: 0.2, reading: 120_500, operationName: 'Шини' }),
    ];
    for (const body of records) await app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body });
    const { data } = await list(user);
    expect(data[0]).toMatchObject({
      totalCost: 0.3,
      yearCost: 0.1,
      recordCount: 2,
      reading: 120_500,
      lastRecord: { operationName: 'Заміна оливи', performedOn: `${year}-01-01` },
    });
  });

  test('sums up the costs of the year that the client sends', async () => {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const add = (performedOn: string, price: number) =>
      app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody({ performedOn, price }) });
    await add('2024-12-31', 1);
    await add('2025-01-01', 10);
    await add('2025-12-31', 100);
    const yearCost = async (path: string) => {
      const { data } = (await app.request('GET', path, { token: user.token })).body;
      return (Array.isArray(data) ? data[0] : data).yearCost;
    };
    for (const [year, sum] of [
      ['2023', 0],
      ['2024', 1],
      ['2025', 110],
      ['2026', 0],
      ['9999', 0],
      ['0000', 0],
    ] as const) {
      expect(await yearCost(`/api/vehicles?year=${year}`), year).toBe(sum);
      expect(await yearCost(`/api/vehicles/${id}?year=${year}`), year).toBe(sum);
      const changed = await app.request('PATCH', `/api/vehicles/${id}?year=${year}`, { token: user.token, body: { color: 'білий' } });
      expect(changed.body.data.yearCost, year).toBe(sum);
    }
    for (const year of ['x', '26', '-2026', '2026.5'])
      expect((await app.request('GET', `/api/vehicles?year=${year}`, { token: user.token })).status).toBe(400);
  });

  test('allows only the owner to change or delete a vehicle', async () => {
    const [owner, other] = [await aUser(app), await aUser(app)];
    const made = await aVehicle(app, owner);
    await app.request('PATCH', `/api/vehicles/${made.id}`, { token: other.token, body: { brand: 'Mine' } });
    await app.request('DELETE', `/api/vehicles/${made.id}`, { token: other.token });
    expect((await list(owner)).data).toEqual([made]);
  });
});
