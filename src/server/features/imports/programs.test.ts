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
    expect(data).toMatchObject({ source: 'drivvo', counts: { work: 2, fill: 2, cost: 2 }, refusedCount: 0, table: { volumeUnit: 'l' } });
    await confirmImport(app, user, data.id);
    expect((await vehicleOf(user)).entries).toMatchObject([
      {
        ...{ kind: 'fill', performedOn: '2021-05-12', reading: 46_020, fuel: 'petrol', volume: 37.9, volumeUnit: 'l', total: 1_010.42 },
        ...{ pricePerUnit: 26.66, isFull: true, place: 'ОККО', note: 'Трасса' },
      },
      { kind: 'fill', reading: 45_633, fuel: 'gas', volume: null, total: 500, isFull: false, place: null, note: null },
      { kind: 'work', reading: 45_000, operationName: 'Замена масла', partName: 'Castrol', price: 1_200.5, note: 'Castrol' },
      { kind: 'work', reading: 45_000, operationName: 'Масляный фильтр', price: 250, place: 'СТО' },
      { kind: 'cost', reading: 44_000, category: 'wash', title: 'Мойка', total: 300, place: 'Блеск' },
      { kind: 'cost', reading: null, category: 'insurance', title: 'Автоцивилка', total: 3_450, note: 'Полис' },
    ]);
    expect(await upload(user, files.DRIVVO)).toMatchObject({ fresh: 0, known: 6 });
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
});
