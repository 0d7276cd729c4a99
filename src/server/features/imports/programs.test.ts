import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { getExport } from '#tests/support/exports.ts';
import { confirmImport, uploadFile } from '#tests/support/imports.ts';
import * as files from '#tests/support/program-files.ts';
import { zipWith } from '#tests/support/zip.ts';

describe.each(DATABASES)('files of other programs on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-06-17T12:00:00Z');
  });
  afterAll(() => app.close());

  const upload = async (user: TestUser, bytes: Uint8Array | string, name = 'file.csv') =>
    (await uploadFile(app, user, bytes, name)).body.data;
  async function vehicleOf(user: TestUser) {
    const [vehicle] = (await getExport(app, user)).json.vehicles;
    return { ...vehicle, entries: (vehicle?.entries ?? []).filter(({ source }) => source !== 'details') };
  }
  const carOf = (user: TestUser, fields: object = {}) =>
    aVehicle(app, user, 'car', { brand: 'Škoda', model: 'Octavia', fuelType: 'gas', secondFuelType: 'petrol', ...fields });

  test('Fuelio: fills, work, costs and lines of the plan, once', async () => {
    const user = await aUser(app);
    const car = await carOf(user);
    const data = await upload(user, files.FUELIO, 'vehicle-1-sync.csv');
    expect(data).toMatchObject({
      ...{ source: 'fuelio', fileName: 'vehicle-1-sync.csv', from: '2021-03-01', to: '2021-05-12' },
      ...{ counts: { work: 1, fill: 2, cost: 4, reading: 0, plan: 2 }, fresh: 9, known: 0, refusedCount: 2 },
      vehicles: [{ name: 'Octavia LPG', number: null, target: car.id, isGuess: true }],
      table: { columns: [], volumeUnit: null, isAnswered: true },
      refused: [
        { line: 9, content: expect.stringContaining('2021-02-31'), reason: { code: 'validation.date.format', field: 'performedOn' } },
        { line: 10, content: expect.stringContaining('-12'), reason: { code: 'validation.number.negative', field: 'reading' } },
      ],
    });
    await confirmImport(app, user, data.id);
    const vehicle = await vehicleOf(user);
    expect(vehicle.entries).toMatchObject([
      {
        ...{ kind: 'fill', performedOn: '2021-05-12', reading: 46_020, fuel: 'gas', volume: 37.9, volumeUnit: 'l', total: 1_010.42 },
        ...{ pricePerUnit: 26.66, isFull: true, isMissedBefore: false, place: null, note: 'Перша\nз двох рядків', source: 'import' },
      },
      { kind: 'fill', reading: 45_633, fuel: 'petrol', volume: 40.1, total: 1_050, isFull: false, isMissedBefore: true, place: 'Київ' },
      { kind: 'cost', performedOn: '2021-04-30', category: 'fluids', title: 'AdBlue', quantity: 10, quantityUnit: 'l', total: 250 },
      { kind: 'work', performedOn: '2021-04-01', reading: 45_000, operationName: 'Заміна оливи', partName: 'Castrol', price: 1_200.5 },
      { kind: 'cost', performedOn: '2021-03-04', category: 'refund', title: 'Повернення', total: 50 },
      { kind: 'cost', performedOn: '2021-03-02', category: 'other', title: 'Автомийка', note: 'Повна', reading: 44_000, total: 300 },
      { kind: 'cost', performedOn: '2021-03-01', category: 'insurance', title: 'Автоцивілка', reading: null, total: 3_450 },
    ]);
    expect(vehicle.plan).toMatchObject([
      { title: 'Заміна оливи', everyMonths: 12, everyDistance: 10_000, dueAt: 55_000, dueOn: null, startOn: '2021-04-01', startAt: 45_000 },
      { title: 'ТО', everyMonths: 12, everyDistance: null, dueAt: null, dueOn: '2027-03-03', startOn: '2021-03-03' },
    ]);
    const zip = await zipWith({
      'sync/vehicle-1-sync.csv': files.FUELIO,
      'sync/vehicle-2-sync.csv': files.FUELIO.replaceAll('Octavia', 'Lanos'),
    });
    // A changed row is known by its key; the second vehicle is another one.
    const changed = await upload(user, files.FUELIO.replace('1010.42', '1011.00'));
    expect(changed).toMatchObject({ fresh: 0, known: 9, refusedCount: 2 });
    expect((await upload(user, zip, 'backup.zip')).vehicles).toMatchObject([{ known: 9 }, { name: 'Lanos LPG', leftOut: 9 }]);
  });

  test('Fuelio without sections', async () => {
    const user = await aUser(app);
    await carOf(user, { mileageUnit: 'mi' });
    const data = await upload(user, files.FUELIO_LOG);
    expect(data).toMatchObject({ source: 'fuelio', counts: { fill: 2 }, refusedCount: 0, table: { volumeUnit: 'gal_us' } });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject([
      {
        performedOn: '2020-01-15',
        reading: 61_500,
        fuel: 'gas',
        volume: 10.5,
        volumeUnit: 'gal_us',
        total: 31.4,
        isFull: true,
        place: 'Austin',
      },
      { performedOn: '2020-01-02', volume: 9.2, isFull: false, isMissedBefore: true },
    ]);
  });

  test('Drivvo, whose titles have text after their quotes', async () => {
    const user = await aUser(app);
    await carOf(user);
    const data = await upload(user, files.DRIVVO.replaceAll('\n', '\r'));
    expect(data).toMatchObject({ source: 'drivvo', counts: { work: 2, fill: 3, cost: 2 }, refusedCount: 0, table: { volumeUnit: 'l' } });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject([
      {
        ...{ kind: 'fill', performedOn: '2021-05-12', reading: 46_020, fuel: 'petrol', volume: 37.9, volumeUnit: 'l', total: 1_010.42 },
        ...{ pricePerUnit: 26.66, isFull: true, place: 'ОККО', note: 'Трасса' },
      },
      // The second tank of the same row.
      { kind: 'fill', performedOn: '2021-05-12', reading: 46_020, fuel: 'gas', volume: 20, total: 480, pricePerUnit: 24, isFull: false },
      { kind: 'fill', reading: 45_633, fuel: 'gas', volume: null, total: 500, isFull: false, place: null, note: null },
      { kind: 'work', reading: 45_000, operationName: 'Замена масла', partName: 'Castrol', price: 1_200.5, note: 'Castrol' },
      { kind: 'work', reading: 45_000, operationName: 'Масляный фильтр', price: 250, place: 'СТО' },
      { kind: 'cost', reading: 44_000, category: 'wash', title: 'Мойка', total: 300, place: 'Блеск' },
      { kind: 'cost', reading: null, category: 'insurance', title: 'Автоцивилка', total: 3_450, note: 'Полис' },
    ]);
    expect(await upload(user, files.DRIVVO)).toMatchObject({ fresh: 0, known: 7 });
  });

  test('Fuelly, of several vehicles', async () => {
    const user = await aUser(app, { tariff: 'family' });
    await carOf(user, { model: 'Octavia' });
    const data = await upload(user, files.FUELLY_FUEL);
    expect(data).toMatchObject({
      ...{ source: 'fuelly', counts: { fill: 1 }, table: { volumeUnit: 'l', isAnswered: true } },
      vehicles: [
        { name: 'Octavia', isGuess: true, fresh: 1 },
        { name: 'Lanos', target: 'new', leftOut: 1 },
      ],
    });
    await confirmImport(app, user, data.id);
    const service = await upload(user, files.FUELLY_SERVICE);
    await confirmImport(app, user, service.id);
    const fromApp = await upload(user, files.FUELLY_APP);
    expect(fromApp).toMatchObject({ source: 'fuelly', counts: { fill: 2, work: 1 }, table: { volumeUnit: 'gal_us' } });
    await confirmImport(app, user, fromApp.id);
    expect((await vehicleOf(user)).entries).toMatchObject([
      { kind: 'work', performedOn: '2021-06-14', operationName: 'Tire rotation', price: 0, reading: 45_500 },
      { kind: 'work', performedOn: '2021-06-13', operationName: 'Oil change', partName: 'Castrol', price: 1_200.5 },
      { kind: 'work', performedOn: '2021-05-14', operationName: 'Oil change', price: 120, reading: 46_310, place: 'Garage' },
      { kind: 'fill', performedOn: '2021-05-13', reading: 46_300, isFull: false, volume: 5, volumeUnit: 'gal_us', total: 19.5 },
      { kind: 'fill', performedOn: '2021-05-12', volume: 10.5, volumeUnit: 'gal_us', total: 41.67, place: 'Kyiv', note: 'Trip' },
      {
        kind: 'fill',
        performedOn: '2021-05-12',
        reading: 46_020,
        volume: 37.9,
        total: 1_010.41,
        pricePerUnit: 26.66,
        isFull: true,
        place: 'OKKO',
      },
    ]);
  });

  test.each<[string, string, object, object[]]>([
    [
      'fuel',
      files.LUBELOGGER_FUEL,
      { fill: 2 },
      [
        { performedOn: '2025-08-17', reading: 61_500, volume: 10.5, volumeUnit: 'l', total: 31.4, isFull: true, isMissedBefore: false },
        { performedOn: '2025-08-02', volume: 9.2, total: 27.55, isFull: false, isMissedBefore: true, note: 'Rain, wind' },
      ],
    ],
    [
      'service',
      files.LUBELOGGER_SERVICE,
      { work: 2 },
      [
        { performedOn: '2025-08-17', operationName: 'Заміна оливи', partName: 'Castrol', price: 1_234.5, currency: 'UAH', reading: 61_500 },
        { performedOn: '2025-08-02', operationName: 'Гальма', partName: '–', price: 980, reading: null },
      ],
    ],
    ['odometer', files.LUBELOGGER_ODOMETER, { reading: 1 }, [{ performedOn: '2025-08-17', reading: 61_500, note: 'Trip' }]],
    ['tax', files.LUBELOGGER_TAX, { cost: 1 }, [{ category: 'tax', title: 'Registration', total: 120, currency: 'USD' }]],
    [
      'supplies',
      files.LUBELOGGER_SUPPLY,
      { cost: 1 },
      [{ category: 'accessory', title: 'Oil filter', quantity: 2, quantityUnit: 'pcs', total: 18.4, place: 'AutoZone', note: 'OC 90' }],
    ],
  ])('LubeLogger: %s', async (_, file, counts, entries) => {
    const user = await aUser(app);
    await carOf(user);
    const data = await upload(user, file);
    expect(data).toMatchObject({ source: 'lubelogger', counts, refusedCount: 0, table: { columns: [], isAnswered: true } });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject(entries);
  });

  test.each<[string, string, object[]]>([
    [
      'fills in German, of two fuels, with AdBlue',
      files.SPRITMONITOR_FUEL,
      [
        {
          ...{ kind: 'fill', performedOn: '2021-05-12', reading: 46_020, fuel: 'gas', volume: 37.9, total: 1_010.42, currency: 'UAH' },
          ...{ isFull: true, isMissedBefore: false, note: 'Траса, Львів' },
        },
        { kind: 'fill', performedOn: '2021-05-08', fuel: 'petrol', volume: 20.1, total: 525, isFull: false },
        { kind: 'cost', category: 'fluids', title: 'AdBlue', quantity: 10, quantityUnit: 'l', total: 12.5, currency: 'EUR', reading: null },
        { kind: 'fill', performedOn: '2021-05-01', fuel: 'gas', total: 1_050, isFull: true, isMissedBefore: true },
      ],
    ],
    [
      'fills in English',
      files.SPRITMONITOR_FUEL_EN,
      [
        {
          performedOn: '2026-03-14',
          reading: 52_000,
          fuel: 'electric',
          volume: 42.15,
          volumeUnit: 'kWh',
          total: 71.61,
          note: 'A "good" one',
        },
      ],
    ],
    [
      'costs',
      files.SPRITMONITOR_COSTS,
      [
        { kind: 'cost', performedOn: '2021-01-18', category: 'refund', title: 'Rückzahlung', total: 50 },
        { kind: 'cost', performedOn: '2021-01-17', category: 'loan', title: 'Purchase price', total: 250_000 },
        { kind: 'cost', performedOn: '2021-01-16', category: 'insurance', title: 'Insurance', reading: null, total: 3_450 },
        { kind: 'work', performedOn: '2021-01-15', operationName: 'Ölwechsel 5W-30', partName: 'Castrol', price: 1_200.5, reading: 44_000 },
      ],
    ],
  ])('Spritmonitor: %s', async (_, file, entries) => {
    const user = await aUser(app);
    await carOf(user, file === files.SPRITMONITOR_FUEL_EN ? { fuelType: 'electric', secondFuelType: '' } : {});
    const data = await upload(user, file);
    const refused = file === files.SPRITMONITOR_COSTS ? [{ line: 6, reason: { code: 'validation.number.currency', field: 'total' } }] : [];
    expect(data).toMatchObject({ source: 'spritmonitor', refused, table: { columns: [], openDays: [], openNumbers: [] } });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject(entries);
  });

  test('Simply Auto, with months from one or from zero', async () => {
    const user = await aUser(app);
    await carOf(user, { model: 'Octavia' });
    const data = await upload(user, files.SIMPLY_AUTO, 'Fuel_Log.csv');
    expect(data).toMatchObject({
      source: 'simplyauto',
      counts: { work: 1, fill: 2, cost: 1 },
      refusedCount: 0,
      vehicles: [{ name: 'Octavia' }],
    });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject([
      {
        kind: 'fill',
        performedOn: '2021-05-12',
        reading: 46_020,
        volume: 37.9,
        total: 1_010.42,
        isFull: true,
        place: 'OKKO',
        note: 'Highway',
      },
      { kind: 'cost', performedOn: '2021-04-02', category: 'parking', title: 'Parking', total: 300, reading: null },
      {
        kind: 'work',
        performedOn: '2021-04-01',
        operationName: 'Engine Oil, Oil Filter',
        partName: 'Castrol',
        price: 1_200.5,
        place: 'Garage',
      },
      { kind: 'fill', performedOn: '2020-12-08', volume: 20.1, isFull: false, isMissedBefore: true, place: 'Stryi' },
    ]);
    expect(await upload(user, files.SIMPLY_AUTO_FROM_ZERO)).toMatchObject({ from: '2020-12-08', to: '2021-01-12', refusedCount: 0 });
  });

  test('My Fuel Manager, a file for each kind', async () => {
    const user = await aUser(app);
    await carOf(user, { model: 'Octavia' });
    for (const [file, counts] of [
      [files.MY_FUEL_MANAGER_FUEL, { fill: 2 }],
      [files.MY_FUEL_MANAGER_COSTS, { work: 1, cost: 1 }],
      [files.MY_FUEL_MANAGER_INCOMES, { cost: 1 }],
    ] as const) {
      const data = await upload(user, file);
      expect(data).toMatchObject({ source: 'myfuelmanager', counts, refusedCount: 0, vehicles: [{ name: 'Octavia' }] });
      await confirmImport(app, user, data.id);
    }
    expect((await vehicleOf(user)).entries).toMatchObject([
      { kind: 'cost', performedOn: '2021-05-15', category: 'refund', title: 'Sale', total: 50 },
      { kind: 'cost', performedOn: '2021-05-14', category: 'parking', title: 'Parking', total: 300, reading: null },
      {
        ...{ kind: 'fill', performedOn: '2021-05-13', reading: 46_020, fuel: 'petrol', volume: 37.9, total: 1_010.42, currency: 'UAH' },
        ...{ isFull: true, note: 'Траса на Львів & далі, ОККО' },
      },
      { kind: 'work', performedOn: '2021-05-12', operationName: 'Oil', partName: 'Castrol "5W-30"', price: 1_200.5, reading: 45_000 },
      { kind: 'fill', performedOn: '2021-05-08', volume: 20.1, total: 525, isFull: false },
    ]);
    for (const text of ['100CHF', 'CHF 100', '100 chf'])
      expect((await upload(user, `date;cost;title\n2021-01-02;${text};Insurance\n`)).refusedCount, text).toBe(1);
    const trips = await uploadFile(app, user, 'My Fuel Manager - Trips\nDate;From;To\n5/13/2021;Lviv;Kyiv\n');
    expect(trips.body).toMatchObject({ code: 'importsApi.empty' });
  });

  test('Tracktor, with the vehicles and the units of its settings', async () => {
    const user = await aUser(app);
    const car = await carOf(user, { model: 'Octavia', plate: 'BC1234AB', mileageUnit: 'mi' });
    const data = await upload(user, files.TRACKTOR, 'tracktor-export-2026-06-17.json');
    expect(data).toMatchObject({
      ...{ source: 'tracktor', counts: { work: 2, fill: 1, cost: 1 }, table: null },
      vehicles: [
        { name: 'Škoda Octavia BC1234AB', target: car.id, isGuess: true, fresh: 4 },
        { name: 'Yamaha MT-07', leftOut: 1 },
      ],
      refused: [{ line: 5, reason: { code: 'validation.number.negative', field: 'reading' } }],
    });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject([
      { kind: 'cost', performedOn: '2026-03-01', category: 'insurance', title: 'ARX', note: 'paid · EP 1234', total: 90, currency: 'EUR' },
      { kind: 'work', performedOn: '2026-02-10', operationName: 'Oil and filter', place: 'Garage 7', price: 80.5, reading: 12_400 },
      {
        ...{ kind: 'fill', performedOn: '2026-02-01', reading: 12_300, volume: 10.5, volumeUnit: 'gal_us', total: 40, currency: 'EUR' },
        ...{ isFull: true, isMissedBefore: false },
      },
      { kind: 'work', performedOn: '2026-01-05', operationName: 'Garage 8', price: 20 },
    ]);
    expect(await upload(user, files.TRACKTOR)).toMatchObject({ fresh: 0, known: 4 });
    for (const [file, code] of [
      ['{"version":"1.0","encrypted":true,"data":"8f3a"}', 'importsApi.unknown'],
      [files.TRACKTOR.slice(0, 400), 'importsApi.damaged'],
      [`{"data":${'['.repeat(100_000)}`, 'importsApi.damaged'],
    ] as const)
      expect((await uploadFile(app, user, file)).body).toMatchObject({ code });
    // A fill of a vehicle that is missing: only it cannot be taken.
    // Its lists can stand in another order.
    const { data: lists, ...rest } = JSON.parse(files.TRACKTOR);
    const turned = JSON.stringify({ ...rest, data: Object.fromEntries(Object.entries(lists).reverse()) });
    expect(await upload(user, turned)).toMatchObject({ fresh: 0, known: 4, refusedCount: 1 });
    const astray = await upload(user, files.TRACKTOR.replace('"vehicleId":"b"', '"vehicleId":"c"'));
    expect(astray).toMatchObject({
      refusedCount: 2,
      vehicles: [
        { known: 4, refused: 1 },
        { leftOut: 0, refused: 0 },
      ],
    });
    expect(astray.refused).toContainEqual({
      line: 4,
      content: '2026-02-02; 900; 12; 3; false; true',
      reason: { code: 'importsApi.noVehicle', field: null },
    });
    const twins = files.TRACKTOR.replaceAll('Yamaha', 'Škoda').replaceAll('MT-07', 'Octavia').replace('"BC1234AB"', 'null');
    expect((await upload(user, twins.replace('"fuelType":"petrol"', '"fuelType":"constructor"'))).vehicles).toMatchObject([
      { name: 'Škoda Octavia' },
      { name: 'Škoda Octavia 2' },
    ]);
    // LPG has a unit in Tracktor, and a control character is no place.
    const gas = files.TRACKTOR.replaceAll('"petrol"', '"lpg"').replace('Garage 7', '\\u0000');
    expect(await upload(await aUser(app), gas)).toMatchObject({
      refused: [{ line: 5 }, { content: expect.stringContaining('Oil'), reason: { field: 'place' } }],
    });
  });
});
