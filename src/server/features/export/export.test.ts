import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, costBody, fillBody, readingBody, recordBody, type TestUser } from '#tests/support/builders.ts';
import { askForExport, getExport } from '#tests/support/exports.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { activatePayments, postOrder } from '#tests/support/orders.ts';

/** More than a page. */
const MANY = 20_000;

const EXPORTED = [
  'vehicles',
  'notes',
  'entries',
  'fills',
  'costs',
  'readings',
  'vehicle_values',
  'plan_lines',
  'plan_completions',
  'orders',
  'income',
];
/** Tables of data about a user or a vehicle that the user has not entered, or has deleted. */
const LEFT_OUT = {
  ...{ deleted_entries: 'deleted', sessions: 'devices are listed on the account page', idempotency: 'keys of requests' },
  imports: 'files that are being brought in',
  import_mappings: 'how tables of other programs were read',
  ...{ user_pieces: 'words of the name for the search', notices: 'which emails were sent', audit: 'what administrators did' },
  notice_accounts: 'when reminders are sent',
  reading_questions: 'when a new reading was asked for',
  ...{ telegram_links: 'the chat that messages are sent to', telegram_messages: 'messages that wait' },
  closed_orders: 'cancelled or replaced',
  feedback: 'messages to the administrator, who answers them by email',
};

describe.each(DATABASES)('the export on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-06-17T12:00:00Z');
    await activatePayments(app);
  });
  afterAll(() => app.close());

  const post = async ({ token }: TestUser, path: string, body: object) => {
    const answer = await app.request('POST', path, { token, body });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const bytesOf = async (path: string) => (await app.server.inject({ method: 'GET', url: path })).rawPayload;

  /** A car with entries of all kinds, a value and a note, a hidden car of the same name and an archived boat. */
  async function aBook() {
    const user = await aUser(app, { tariff: 'business' });
    const car = await aVehicle(app, user);
    const path = `/api/vehicles/${car.id}`;
    await post(user, `${path}/records`, recordBody({ operationName: '=SUM(A1)' }));
    await post(user, `${path}/fills`, fillBody({ place: 'ОККО', level: 90, note: 'Перша\nнотатка', distanceOnFuel: '120' }));
    await post(user, `${path}/fills`, fillBody({ volume: undefined, total: 500, pricePerUnit: '54,99', reading: null, isFull: false }));
    await post(user, `${path}/costs`, costBody({ quantity: '1,5', quantityUnit: 'l' }));
    await post(user, `${path}/costs`, costBody({ category: 'refund', refundOf: 'insurance', total: 5, reading: null }));
    await post(user, `${path}/readings`, readingBody({ reading: '10', isReset: true, oldReading: '98 200', performedOn: '2026-06-15' }));
    await app.request('PUT', `${path}/note`, { token: user.token, body: { text: 'Ключ у бардачку' } });
    await app.request('PUT', `${path}/values/2023-01-01`, { token: user.token, body: { kind: 'purchase', amount: '600 000,50' } });
    const line = {
      title: 'Олива',
      everyMonths: 12,
      everyDistance: '10 000',
      startOn: '2026-06-14',
      startAt: '98 100',
      expectedCost: '1 400,50',
    };
    await post(user, `${path}/plan`, line);
    const hidden = await aVehicle(app, user);
    await post(user, `/api/vehicles/${hidden.id}/records`, recordBody({ operationName: 'Гальма' }));
    const boat = await aVehicle(app, user, 'boat', { brand: 'Con', model: '/..\\: ' });
    await post(user, `/api/vehicles/${boat.id}/archive`, {});
    await app.store.db
      .updateTable('users')
      .set({ tariff: 'basic', tariff_start_date: null, tariff_end_date: null, phone: '+380501234567' })
      .where('id', '=', user.id)
      .execute();
    const order = await postOrder(app, user);
    return { user, car, hidden, boat, order: order.body.data };
  }

  test('contains what was entered: all kinds, hidden and archived vehicles, notes, values, the profile and the orders', async () => {
    const { user, car, order } = await aBook();
    const { json, name } = await getExport(app, user);
    expect(name).toBe('Carnet 2026-06-17.zip');
    expect(json).toMatchObject({
      ...{ version: 1, exportedAt: '2026-06-17T12:00:00.000Z' },
      profile: {
        ...{ email: user.email, firstName: 'Олена', lastName: 'Коваль', phone: '+380501234567', currency: 'UAH', language: 'en' },
        ...{ tariff: 'basic', tariffEnd: null, photo: null },
      },
      orders: [{ code: order.order_code, tariff: 'family', months: order.payment_months, amount: order.amount_due, status: 'processing' }],
      vehicles: [
        {
          ...{ brand: 'Škoda', vin: car.vin, mileage: 98_047, mileageUnit: 'km', engineVolume: 1.4, isHidden: false, archivedAt: null },
          ...{ note: 'Ключ у бардачку', values: [{ day: '2023-01-01', kind: 'purchase', amount: 600_000.5 }] },
        },
        { isHidden: true, note: null, values: [], entries: [{ source: 'details' }, { kind: 'work', operationName: 'Гальма' }] },
        { vehicleType: 'boat', isHidden: false, archivedAt: '2026-06-17T12:00:00.000Z', entries: [{ source: 'details' }] },
      ],
    });
    const entries = json.vehicles[0]?.entries ?? [];
    expect(entries).toMatchObject([
      { kind: 'reading', reading: 98_047, source: 'details', performedOn: '2026-06-17' },
      { kind: 'reading', reading: 10, isReset: true, oldReading: 98_200 },
      { kind: 'cost', category: 'refund', refundOf: 'insurance', total: 5, reading: null },
      { kind: 'cost', category: 'insurance', title: 'Автоцивілка', total: 3_450, quantity: 1.5, quantityUnit: 'l' },
      { kind: 'fill', total: 500, volume: 9.093, pricePerUnit: 54.99, isFull: false, reading: null },
      {
        kind: 'fill',
        total: 2_312.8,
        volume: 39.2,
        pricePerUnit: null,
        level: 90,
        distanceOnFuel: 120,
        place: 'ОККО',
        note: 'Перша\nнотатка',
      },
      { kind: 'work', operationName: '=SUM(A1)', partName: 'Олива 5W-30', partCode: 'OF-5541', price: 86.5, reading: 98_100 },
    ]);
    const uids = await app.store.db.selectFrom('entries').select('uid').where('vehicle_id', '=', car.id).execute();
    expect(entries.map(({ uid }) => uid).sort()).toEqual(uids.map(({ uid }) => uid).sort());
  });

  test('has a folder for each vehicle with its tables and its photo, byte for byte', async () => {
    const { user, car, hidden, boat } = await aBook();
    // A large one, which is read in pieces.
    const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, index) => (index * index) % 251));
    await app.store.db
      .updateTable('images')
      .set({ bytes })
      .where('id', '=', car.image.split('/').at(-1) ?? '')
      .execute();
    const { files, json } = await getExport(app, user);
    expect([...files.keys()]).toEqual([
      ...['Photo.jpg', 'Work.csv', 'Fuel.csv', 'Expenses.csv', 'Readings.csv', 'Value.csv', 'Plan.csv'].map(
        (file) => `Škoda Octavia/${file}`,
      ),
      ...['Škoda Octavia 2/Photo.jpg', 'Škoda Octavia 2/Work.csv', 'Škoda Octavia 2/Readings.csv'],
      ...['Con -..--/Photo.jpg', 'Con -..--/Readings.csv', 'carnet.json'],
    ]);
    for (const [n, { image }] of [car, hidden, boat].entries())
      expect(files.get(json.vehicles[n]?.photo ?? '')).toEqual(await bytesOf(image));
    expect(files.get(json.vehicles[0]?.photo ?? '')).toEqual(bytes);
  });

  test('has tables that a spreadsheet opens, in the language of the request', async () => {
    const { user } = await aBook();
    const english = await getExport(app, user, 'en');
    expect(english.files.get('Škoda Octavia/Work.csv')?.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf));
    expect(english.lines('Škoda Octavia/Work.csv')).toEqual([
      '"Date","Reading, km","Work","Part","Part code","Price","Currency","Place","Warranty until","Note"',
      '"2026-06-14","98100","\'=SUM(A1)","Олива 5W-30","OF-5541","86.5","UAH","","",""',
    ]);
    const { lines } = await getExport(app, user, 'ua');
    expect(lines('Škoda Octavia/Пальне.csv').at(-1)).toBe(
      '"2026-06-14";"98100";"Бензин";"";"39,2";"л";"";"2312,8";"UAH";"так";"ні";"90";"120";"ОККО";"Перша\nнотатка"',
    );
    expect(lines('Škoda Octavia/Витрати.csv')[1]).toContain('"Повернення"');
    expect(lines('Škoda Octavia/Покази.csv')).toEqual([
      '"Дата";"Показ, км";"Замінено одометр";"Останній показ старого, км";"Нотатка"',
      '"2026-06-17";"98047";"ні";"";""',
      '"2026-06-15";"10";"так";"98200";""',
    ]);
    expect(lines('Škoda Octavia/Вартість.csv')[1]).toBe('"2023-01-01";"Куплено";"600000,5";"UAH"');
    expect(lines('Škoda Octavia/План.csv')).toEqual([
      '"Рядок";"Кожні, місяців";"Кожні, днів";"Кожні, км";"Дата, до якої зробити";"На пробігу, км";"Рахувати з дати";"Рахувати з пробігу, км";"За календарем";"Очікувана ціна";"Валюта"',
      '"Олива";"12";"";"10000";"";"";"2026-06-14";"98100";"ні";"1400,5";"UAH"',
    ]);
    for (const language of LANGUAGES) expect((await getExport(app, (await aBook()).user, language)).json.vehicles).toHaveLength(3);
  });

  test('never contains what belongs to another account', async () => {
    const [{ user, car }, { user: other, car: otherCar }] = [await aBook(), await aBook()];
    const { files, json } = await getExport(app, user);
    const everything = [...files.values()].map(String).join('');
    for (const foreign of [other.email, otherCar.vin ?? '']) expect(everything).not.toContain(foreign);
    expect(everything).toContain(car.vin);
    const foreignUids = await app.store.db.selectFrom('entries').select('uid').where('vehicle_id', '=', otherCar.id).execute();
    for (const { uid } of foreignUids) expect(everything).not.toContain(uid);
    expect(json.vehicles).toHaveLength(3);
  });

  test('contains the plans, and what was done and skipped', async () => {
    const user = await aUser(app);
    const path = `/api/vehicles/${(await aVehicle(app, user)).id}`;
    const oil = await post(user, `${path}/plan`, { title: 'Олива', everyMonths: 12, everyDistance: '10 000', expectedCost: '1 400,50' });
    await post(user, `${path}/plan`, { title: 'Страховка', kind: 'deadline', mode: 'fixed', everyMonths: 12, dueOn: '2026-12-31' });
    const [kept, deleted] = [await post(user, `${path}/records`, recordBody()), await post(user, `${path}/records`, recordBody())];
    for (const { id } of [kept, deleted]) await post(user, `${path}/plan/${oil.id}/done`, { entryId: id });
    await post(user, `${path}/plan/${oil.id}/skip`, {});
    await app.request('DELETE', `${path}/records/${deleted.id}`, { token: user.token });
    const [vehicle] = (await getExport(app, user)).json.vehicles;
    expect(vehicle?.plan).toMatchObject([
      { title: 'Олива', kind: 'maintenance', mode: 'floating', everyMonths: 12, everyDistance: 10_000, expectedCost: 1_400.5 },
      { title: 'Страховка', kind: 'deadline', mode: 'fixed', everyMonths: 12, everyDistance: null, dueOn: '2026-12-31' },
    ]);
    expect(vehicle?.completions).toMatchObject([
      { line: vehicle?.plan[0]?.uid, entry: vehicle?.entries[1]?.uid, isSkip: false },
      { line: vehicle?.plan[0]?.uid, entry: null, isSkip: true },
    ]);
    expect(vehicle?.entries.map(({ kind }) => kind)).toEqual(['reading', 'work']);
  });

  test('contains no deleted entry or note, and no vehicle for an account without one', async () => {
    const user = await aUser(app);
    expect((await getExport(app, user)).json).toMatchObject({ orders: [], payments: [], vehicles: [] });
    const { id } = await aVehicle(app, user);
    const path = `/api/vehicles/${id}`;
    const record = await post(user, `${path}/records`, recordBody());
    await app.request('DELETE', `${path}/records/${record.id}`, { token: user.token });
    await app.request('PUT', `${path}/note`, { token: user.token, body: { text: 'Ключ' } });
    await app.request('DELETE', `${path}/note`, { token: user.token });
    const { json, files } = await getExport(app, user);
    expect(json.vehicles).toMatchObject([{ note: null, entries: [{ source: 'details' }] }]);
    expect([...files.keys()]).toEqual(['Škoda Octavia/Photo.jpg', 'Škoda Octavia/Readings.csv', 'carnet.json']);
  });

  test(`reads ${MANY.toLocaleString('en')} entries a page at a time, each once and in order`, async () => {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user, 'bicycle');
    await fillRecords(app.store, id, MANY);
    const { json, lines } = await getExport(app, user);
    const entries = json.vehicles[0]?.entries ?? [];
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(MANY);
    const days = entries.map(({ performedOn }) => performedOn);
    expect(days).toEqual([...days].sort().reverse());
    expect(lines('Škoda Octavia/Work.csv')).toHaveLength(MANY + 1);
    expect(ENTRY_KINDS.filter((other) => entries.some((entry) => entry.kind === other))).toEqual(['work']);
  });

  test('has what every table with data of an account contains, but for those with a reason', async () => {
    const tables = await app.store.db.introspection.getTables();
    const isOwned = ({ columns }: (typeof tables)[number]) => columns.some(({ name }) => ['user_id', 'vehicle_id'].includes(name));
    const owned = tables.filter((table) => isOwned(table)).map(({ name }) => name);
    expect(owned.sort()).toEqual([...EXPORTED, ...Object.keys(LEFT_OUT)].sort());
  });

  test('is refused without a session', async () => {
    expect((await askForExport(app, { token: 'unknown' })).statusCode).toBe(401);
  });
});
