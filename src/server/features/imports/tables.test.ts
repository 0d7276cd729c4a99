import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLE_MAPPINGS_MAX } from '#contract/limits.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, fillBody, type TestUser } from '#tests/support/builders.ts';
import { encoded } from '#tests/support/encodings.ts';
import { getExport } from '#tests/support/exports.ts';
import { confirmImport, uploadFile } from '#tests/support/imports.ts';
import { zipWith } from '#tests/support/zip.ts';

/** A table that somebody keeps in a spreadsheet: what each row must become is written beside it. */
const TABLE = `Мої витрати;;;;;;;;;
Дата;Пробіг;Вид;Назва;Деталь;Артикул;Сума;Літри;Ціна за літр;Примітка
12.05.2021;46 020;Заправка;;;;1 010,42;37,9;26,66;"Перша
з двох рядків"
13.05.2021;46 100;ТО;Заміна оливи;Фільтр;OC 90;1 200,50;;;
14.05.2021;;Мийка;;;;300;;;Повна
15.05.2021;46 150;Пробіг;;;;;;;
31.02.2021;46 210;Заправка;;;;900;38,5;;
16.05.2021;-12;Заправка;;;;900;38,5;;
16.05.2021;47 000;Якесь;Свічки;;;$20,00;;;Denso
16.05.2021;47 000;ТО;Після свічок;;;;;;
`;

describe.each(DATABASES)('tables on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-06-17T12:00:00Z');
  });
  afterAll(() => app.close());

  const upload = async (user: TestUser, bytes: Uint8Array | string, name = 'table.csv') => (await uploadFile(app, user, bytes, name)).body;
  const answer = (user: TestUser, id: number, body: object) => app.request('PUT', `/api/imports/${id}/table`, { token: user.token, body });
  const entriesOf = async (user: TestUser) => {
    const [vehicle] = (await getExport(app, user)).json.vehicles;
    return (vehicle?.entries ?? []).filter(({ source }) => source !== 'details');
  };

  test('become entries, once, whatever their encoding and line ends', async () => {
    const user = await aUser(app);
    const car = await aVehicle(app, user);
    const { data } = await upload(user, TABLE);
    expect(data.table.columns.map(({ field }: { field: string }) => field)).toEqual(
      'performedOn reading kind title partName partCode total volume pricePerUnit note'.split(' '),
    );
    expect(data).toMatchObject({
      ...{ source: 'csv', status: 'open', fresh: 6, known: 0, refusedCount: 2, from: '2021-05-12', to: '2021-05-16' },
      counts: { work: 3, fill: 1, cost: 1, reading: 1, plan: 0 },
      vehicles: [{ name: '', number: null, target: car.id, isGuess: true, missing: [] }],
      table: { kind: 'fill', encoding: 'utf-8', volumeUnit: 'l', openDays: [], openNumbers: [], isAnswered: false },
      refused: [
        { line: 8, content: expect.stringContaining('31.02.2021'), reason: { code: 'validation.date.format', field: 'performedOn' } },
        { line: 9, content: expect.stringContaining('-12'), reason: { code: 'validation.number.negative', field: 'reading' } },
      ],
    });
    expect((await confirmImport(app, user, data.id)).body.data).toMatchObject({ status: 'done', fresh: 6 });
    expect(await entriesOf(user)).toMatchObject([
      // Of a day, the last row of a table that begins with the oldest is the newest.
      { kind: 'work', performedOn: '2021-05-16', operationName: 'Після свічок', price: 0 },
      {
        ...{ kind: 'work', performedOn: '2021-05-16', reading: 47_000, operationName: 'Свічки', partName: 'Denso', partCode: '–' },
        ...{ price: 20, currency: 'USD', note: 'Denso', source: 'import' },
      },
      { kind: 'reading', performedOn: '2021-05-15', reading: 46_150 },
      { kind: 'cost', performedOn: '2021-05-14', reading: null, category: 'wash', title: 'Мийка', total: 300, note: 'Повна' },
      { kind: 'work', reading: 46_100, operationName: 'Заміна оливи', partName: 'Фільтр', partCode: 'OC 90', price: 1_200.5 },
      {
        ...{ kind: 'fill', reading: 46_020, fuel: 'petrol', volume: 37.9, volumeUnit: 'l', total: 1_010.42, pricePerUnit: 26.66 },
        ...{ isFull: true, isMissedBefore: false, note: 'Перша\nз двох рядків', currency: 'UAH' },
      },
    ]);
    const other = TABLE.replaceAll('\n', '\r');
    for (const bytes of [
      ...(['utf-16le', 'windows-1251', 'koi8-u'] as const).map((encoding) => encoded(TABLE, encoding)),
      ...[Buffer.from(`\ufeff${TABLE}`), Buffer.from(other), await zipWith({ 'folder/table.csv': other })],
    ])
      expect(await upload(user, bytes)).toMatchObject({ data: { source: 'csv', fresh: 0, known: 6, refusedCount: 2 } });
  });

  test('are read again with other answers, which are kept for the next table with the same columns', async () => {
    const user = await aUser(app);
    await aVehicle(app, user);
    const table = 'When,Km,Paid,X\n04/05/2021,"46,020","1,250",Oil\n08/05/2021,"46,633","1,300",Brakes\n';
    const { data } = await upload(user, table);
    expect(data).toMatchObject({
      counts: { cost: 0 },
      table: {
        columns: [
          { field: 'performedOn' },
          { field: 'reading' },
          { field: 'total' },
          { title: 'X', examples: ['Oil', 'Brakes'], field: null },
        ],
        ...{ kind: 'cost', isAnswered: false, dayOrder: null, decimal: null },
        openDays: [{ line: 2, text: '04/05/2021', dmy: '2021-05-04', mdy: '2021-04-05' }, { line: 3 }],
        openNumbers: [{ line: 2, text: '1,250', comma: 1.25, point: 1_250 }, { line: 3 }],
      },
    });
    const fields = ['performedOn', 'reading', 'total', 'title'];
    const older = Array.from({ length: 25 }, (_, n) => ({
      user_id: user.id,
      header: `${n}`,
      content: '{}',
      used_at: '2020-01-01T00:00:00.000Z',
    }));
    await app.store.db.insertInto('import_mappings').values(older).execute();
    const half = (await answer(user, data.id, { fields, kind: 'work', dayOrder: 'mdy' })).body.data;
    expect(half).toMatchObject({ fresh: 2, table: { isAnswered: false, dayOrder: 'mdy' } });
    expect((await answer(user, data.id, { fields })).body.code).toBe('importsApi.404');
    const whole = (await answer(user, half.id, { fields, kind: 'work', dayOrder: 'mdy', decimal: '.' })).body.data;
    expect(whole).toMatchObject({ fresh: 2, counts: { work: 2 }, table: { isAnswered: true } });
    const kept = await app.store.db.selectFrom('import_mappings').select('header').where('user_id', '=', user.id).execute();
    expect(kept).toHaveLength(TABLE_MAPPINGS_MAX);
    await confirmImport(app, user, whole.id);
    expect(await entriesOf(user)).toMatchObject([
      { kind: 'work', performedOn: '2021-08-05', reading: 46_633, operationName: 'Brakes', price: 1_300 },
      { kind: 'work', performedOn: '2021-04-05', reading: 46_020, operationName: 'Oil', price: 1_250 },
    ]);
    const next = await upload(user, table.replace('04/05', '09/10'));
    expect(next.data).toMatchObject({ fresh: 1, known: 1, from: '2021-08-05', table: { kind: 'work', isAnswered: true, dayOrder: 'mdy' } });
    expect((await answer(user, next.data.id, { fields: [null, 'reading'] })).body).toMatchObject({
      code: 'importsApi.400',
      errors: [{ field: 'fields', code: 'validation.date.required' }],
    });
    expect((await answer(user, next.data.id, { fields: ['performedOn', 'total', 'total'] })).body.code).toBe('importsApi.400');
  });

  test('find what was typed before, and go to the vehicles that they name', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const octavia = await aVehicle(app, user);
    const lanos = await aVehicle(app, user, 'car', { brand: 'Daewoo', model: 'Lanos' });
    const body = fillBody({ performedOn: '2021-05-12', reading: 46_020, volume: 37.9, total: '1010.42', pricePerUnit: undefined });
    await app.request('POST', `/api/vehicles/${octavia.id}/fills`, { token: user.token, body });
    const row = '2021-05-12,46020,37.9,1010.42';
    const table = `date,odometer,litres,cost,car\n${row},Skoda Octavia\n${row},Daewoo Lanos\n${row},Daewoo Lanos\n2021-05-13,5,1,1,Other\n`;
    const { data } = await upload(user, table);
    const octaviaName = `${octavia.brand} ${octavia.model}`;
    expect(data.vehicles).toMatchObject([
      { name: 'Skoda Octavia', target: octavia.id, fresh: 0, known: 1 },
      { name: 'Daewoo Lanos', target: lanos.id, fresh: 2, known: 0 },
      { name: 'Other', target: 'new', leftOut: 1 },
    ]);
    expect(octaviaName).toBe('Škoda Octavia');
    await confirmImport(app, user, data.id);
    // The same rows of another car are others.
    const patch = { vehicles: [{ index: 1, target: octavia.id }] };
    const again = (await upload(user, table)).data;
    expect(again).toMatchObject({ fresh: 0, known: 3 });
    const moved = await app.request('PATCH', `/api/imports/${again.id}`, { token: user.token, body: patch });
    expect(moved.body.data.vehicles).toMatchObject([{ known: 1 }, { fresh: 2, known: 0 }, {}]);
    await confirmImport(app, user, again.id);
    const vehicles = (await getExport(app, user)).json.vehicles;
    const uids = vehicles.flatMap(({ entries }) => entries.map(({ uid }) => uid));
    expect(new Set(uids).size).toBe(uids.length);
    expect(await upload(user, table)).toMatchObject({ data: { fresh: 0, known: 3 } });
  });

  test('go to a new vehicle once the user has said what the file does not say about it', async () => {
    const user = await aUser(app);
    const { data } = await upload(user, 'date,odometer,litres,cost,car\n2021-05-12,46020,37.9,1010.42,Lanos\n');
    const missing = ({ vehicles }: { vehicles: { missing: { field: string }[] }[] }) =>
      vehicles[0]?.missing.map(({ field }) => field).sort();
    expect(missing(data)).toEqual(['brand', 'color', 'vehicleType', 'year']);
    const fill = async (fields: object) => {
      const body = { vehicles: [{ index: 0, fields }] };
      return (await app.request('PATCH', `/api/imports/${data.id}`, { token: user.token, body })).body.data;
    };
    const typed = await fill({ vehicleType: 'car', brand: 'Daewoo', color: 'grey', year: '2005' });
    expect(missing(typed)).toEqual(['carType', 'engineVolume', 'fuelType', 'mileage', 'mileageUnit', 'vin']);
    const technical = {
      carType: 'sedan',
      fuelType: 'gas',
      engineVolume: '1,5',
      mileage: '46 020',
      mileageUnit: 'km',
      vin: 'TMBJJ7NE8E0123456',
    };
    expect(await fill(technical)).toMatchObject({ fresh: 1, leftOut: 0, vehicles: [{ name: 'Lanos', target: 'new', missing: [] }] });
    await confirmImport(app, user, data.id);
    expect(await entriesOf(user)).toMatchObject([{ kind: 'fill', fuel: 'gas', reading: 46_020, total: 1_010.42 }]);
  });

  test.each<[string, string, () => Promise<Uint8Array | string> | Uint8Array | string]>([
    ['importsApi.unknown', 'one column', () => 'just some text\nof two lines\n'],
    ['importsApi.empty', 'no rows', () => 'date,odometer,cost\n'],
    ['importsApi.unknown', 'a file with signs that no text has', () => '\u0001,\u0002\n1,2\n'],
    ['importsApi.unknown', 'a ZIP of two tables', () => zipWith({ 'a.csv': TABLE, 'b.csv': TABLE })],
    ['importsApi.damaged', 'a quote that is never closed', () => `date,cost\n2021-01-01,"5\n${'2021-01-01,5\n'.repeat(10_000)}`],
    ['importsApi.damaged', 'more columns than a table has', () => `date,cost${',x'.repeat(200)}\n2021-01-01,5\n`],
    ['importsApi.tooMuch', 'more rows than an account can have', () => `date,cost\n${'2021-01-01,5\n'.repeat(200_001)}`],
  ])('are rejected with %s: %s', async (code, _, bytes) => {
    const user = await aUser(app);
    expect((await upload(user, await bytes())).code).toBe(code);
    expect((await app.request('GET', '/api/imports', { token: user.token })).body.data).toEqual([]);
  });
});
