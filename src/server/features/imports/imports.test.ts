import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportFile } from '#contract/export-file.ts';
import { DAY } from '#contract/time.ts';
import type { UserId } from '#server/authorized.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, costBody, fillBody, readingBody, recordBody, type TestUser } from '#tests/support/builders.ts';
import { getExport } from '#tests/support/exports.ts';
import { comparable, confirmImport, exportedZip, uploadFile } from '#tests/support/imports.ts';
import { zipWith } from '#tests/support/zip.ts';
import { draftsOf } from './import-parts.service.ts';
import { type ImportRow, importsRepo } from './imports.repo.ts';

describe.each(DATABASES)('imports on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-06-17T12:00:00Z');
  });
  afterAll(() => app.close());

  const post = async ({ token }: TestUser, path: string, body: object) => {
    const answer = await app.request('POST', path, { token, body });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const upload = (user: TestUser, bytes: Uint8Array) => uploadFile(app, user, bytes);
  const exportOf = (user: TestUser) => exportedZip(app, user);
  const confirm = (user: TestUser, id: number) => confirmImport(app, user, id);

  /** A car with entries of all kinds and a plan, and an archived boat. */
  async function aBook() {
    const user = await aUser(app, { tariff: 'business' });
    const car = await aVehicle(app, user);
    const path = `/api/vehicles/${car.id}`;
    const work = await post(user, `${path}/records`, recordBody({ operationName: '=SUM(A1)' }));
    await post(user, `${path}/fills`, fillBody({ place: 'ОККО', level: 90, note: 'Перша\nнотатка', distanceOnFuel: '120' }));
    await post(user, `${path}/fills`, fillBody({ volume: undefined, total: 500, pricePerUnit: '54,99', reading: null, isFull: false }));
    await post(user, `${path}/costs`, costBody({ quantity: '1,5', quantityUnit: 'l' }));
    await post(user, `${path}/costs`, costBody({ category: 'refund', refundOf: 'insurance', total: 5, reading: null }));
    await post(user, `${path}/readings`, readingBody({ reading: '10', isReset: true, oldReading: '98 200', performedOn: '2026-06-15' }));
    const oil = await post(user, `${path}/plan`, { title: 'Олива', everyMonths: 12, everyDistance: '10 000', expectedCost: '1 400,50' });
    await post(user, `${path}/plan/${oil.id}/done`, { entryId: work.id });
    await post(user, `${path}/plan/${oil.id}/skip`, {});
    await app.request('PUT', `${path}/note`, { token: user.token, body: { text: 'Ключ у бардачку' } });
    await app.request('PUT', `${path}/values/2023-01-01`, { token: user.token, body: { kind: 'purchase', amount: '600 000,50' } });
    const boat = await aVehicle(app, user, 'boat', { brand: 'Con', model: '/..\\: ' });
    await post(user, `/api/vehicles/${boat.id}/archive`, {});
    return { user, car, boat };
  }

  test('adds everything of an export to another account, which then exports the same, whatever its currency', async () => {
    const { user } = await aBook();
    const other = await aUser(app, { tariff: 'business' });
    await app.store.db.updateTable('users').set({ currency: 'PLN' }).where('id', '=', other.id).execute();
    const answer = await upload(other, await exportOf(user));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          ...{ status: 'open', source: 'carnet', fileName: 'Carnet.zip', fresh: 9, known: 0, leftOut: 0, refusedCount: 0, refused: [] },
          ...{ counts: { work: 1, fill: 2, cost: 2, reading: 3, plan: 1 }, from: '2026-06-14', to: '2026-06-17' },
          vehicles: [
            { name: 'Škoda Octavia', target: 'new', reason: null, missing: [], fresh: 8 },
            { target: 'new', fresh: 1 },
          ],
        },
      },
    });
    const { id } = answer.body.data;
    expect((await getExport(app, other)).json.vehicles).toEqual([]);
    expect(await confirm(other, id)).toMatchObject({ status: 200, body: { data: { status: 'done', fresh: 9 } } });
    const [before, after] = [await getExport(app, user), await getExport(app, other)];
    expect(comparable(after.json)).toEqual(comparable(before.json));
    expect([...after.files.keys()]).toEqual([...before.files.keys()]);
    expect((await confirm(other, id)).body.data.status).toBe('done');
    expect((await getExport(app, other)).json.vehicles).toHaveLength(2);
    const again = await upload(other, await exportOf(user));
    expect(again.body.data).toMatchObject({
      fresh: 0,
      known: 8,
      vehicles: [{ fresh: 0, known: 8 }, { reason: { code: 'carsApi.archived' } }],
    });
    expect((await confirm(other, again.body.data.id)).body.code).toBe('importsApi.nothing');
  });

  test('undoes an import within a day: what was changed or added since stays, and is listed', async () => {
    const { user } = await aBook();
    const other = await aUser(app, { tariff: 'business' });
    const { id } = (await upload(other, await exportOf(user))).body.data;
    await confirm(other, id);
    const at = app.clock.now();
    app.clock.now = () => at + 1_000;
    const list = (await app.request('GET', '/api/vehicles', { token: other.token })).body.data;
    expect(list).toHaveLength(1);
    const path = `/api/vehicles/${list[0].id}`;
    const [fill] = (await app.request('GET', `${path}/fills`, { token: other.token })).body.data;
    await app.request('PATCH', `${path}/fills/${fill.id}`, { token: other.token, body: { note: 'Змінено' } });
    await post(other, `${path}/records`, recordBody({ operationName: 'Своя' }));
    const undone = await app.request('DELETE', `/api/imports/${id}`, { token: other.token });
    expect(undone.body).toMatchObject({ removed: 7, keptCount: 1, kept: [{ vehicleId: list[0].id, id: fill.id, kind: 'fill' }] });
    const left = (await getExport(app, other)).json.vehicles;
    expect(left.map(({ entries, plan }) => [entries.map(({ kind: of }) => of).sort(), plan.length])).toEqual([
      [['fill', 'reading', 'work'], 0],
    ]);
    expect((await app.request('DELETE', `/api/imports/${id}`, { token: other.token })).body.code).toBe('importsApi.404');
    app.clock.now = () => at;
  });

  test('undoes everything if nothing was touched, and nothing after a day', async () => {
    const { user } = await aBook();
    const other = await aUser(app, { tariff: 'business' });
    const { id } = (await upload(other, await exportOf(user))).body.data;
    await confirm(other, id);
    const at = app.clock.now();
    app.clock.now = () => at + DAY;
    expect((await app.request('DELETE', `/api/imports/${id}`, { token: other.token })).body.code).toBe('importsApi.404');
    app.clock.now = () => at + DAY - 1;
    expect((await app.request('DELETE', `/api/imports/${id}`, { token: other.token })).body).toMatchObject({ removed: 9, keptCount: 0 });
    expect((await getExport(app, other)).json.vehicles).toEqual([]);
    app.clock.now = () => at;
  });

  test('leaves out vehicles beyond the tariff, with the reason, and takes them where the user says', async () => {
    const { user, car } = await aBook();
    const other = await aUser(app);
    const own = await aVehicle(app, other);
    const { body } = await upload(other, await exportOf(user));
    expect(body.data).toMatchObject({ fresh: 1, leftOut: 8, vehicles: [{ target: 'new', reason: { code: 'carsApi.limit' } }, {}] });
    const path = `/api/imports/${body.data.id}`;
    const answer = (target: unknown) => app.request('PATCH', path, { token: other.token, body: { vehicles: [{ index: 0, target }] } });
    expect((await answer(car.id)).body.code).toBe('carsApi.404');
    expect((await answer(own.id)).body.data).toMatchObject({
      fresh: 9,
      leftOut: 0,
      vehicles: [{ target: own.id, isGuess: false, fresh: 8 }, {}],
    });
    // In another tab, all but one entry that the vehicle can have are gone.
    await app.request('PATCH', `/api/vehicles/${own.id}`, { token: other.token, body: { mileageUnit: 'h' } });
    expect((await confirm(other, body.data.id)).body.code).toBe('importsApi.changed');
    await app.request('PATCH', `/api/vehicles/${own.id}`, { token: other.token, body: { mileageUnit: 'km' } });
    expect((await confirm(other, body.data.id)).body.code).toBe('importsApi.changed');
    expect((await confirm(other, body.data.id)).body.data).toMatchObject({ status: 'done', fresh: 9 });
    const [vehicle] = (await getExport(app, other)).json.vehicles;
    expect([vehicle?.entries.length, vehicle?.plan.length, vehicle?.completions.length]).toEqual([8, 1, 2]);
    // It keeps its own mileage; that of the file is a reading like others.
    expect(vehicle?.entries.filter(({ source }) => source === 'details')).toHaveLength(1);
  });

  test('adds nothing twice, also if it is confirmed twice at once', async () => {
    const { user } = await aBook();
    const other = await aUser(app, { tariff: 'business' });
    const { id } = (await upload(other, await exportOf(user))).body.data;
    const answers = await Promise.all([confirm(other, id), confirm(other, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await getExport(app, other)).json.vehicles.map(({ entries }) => entries.length)).toEqual([7, 1]);
  });

  test('keeps one preview, and nothing of the one before or of one that is discarded', async () => {
    const user = await aUser(app, { tariff: 'business' });
    await aVehicle(app, user);
    const parts = () => app.store.db.selectFrom('imports').innerJoin('import_parts', 'import_id', 'id').where('user_id', '=', user.id);
    const ids = async () => new Set((await parts().select('import_id').execute()).map((part) => part.import_id));
    // More parts than are deleted at once.
    const table = `Date,Litres,Total\n${'2024-01-01,10,20\n'.repeat(11_000)}`;
    const first = (await uploadFile(app, user, table, 'fuel.csv')).body.data;
    expect((await parts().select('position').execute()).length).toBeGreaterThan(20);
    const second = (await uploadFile(app, user, 'Date,Litres,Total\n2024-01-01,10,20\n', 'fuel.csv')).body.data;
    expect((await confirm(user, first.id)).body.code).toBe('importsApi.404');
    expect(await ids()).toEqual(new Set([second.id]));
    await app.request('DELETE', `/api/imports/${second.id}`, { token: user.token });
    expect(await ids()).toEqual(new Set());
    expect(await app.store.db.selectFrom('imports').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });

  const FUEL = 'Date,Litres,Total\n2024-01-01,10,20\n';
  const answers = { fields: ['performedOn', 'volume', 'total'], kind: 'fill' };

  test('keeps the answers of two tabs, and adds what was said last', async () => {
    const { user } = await aBook();
    const other = await aUser(app, { tariff: 'business' });
    const { id } = (await upload(other, await exportOf(user))).body.data;
    const say = (index: number) =>
      app.request('PATCH', `/api/imports/${id}`, { token: other.token, body: { vehicles: [{ index, target: 'nowhere' }] } });
    const said = await Promise.all([say(0), say(1)]);
    expect(said.map(({ status }) => status)).toEqual([200, 200]);
    const [preview] = (await app.request('GET', '/api/imports', { token: other.token })).body.data;
    expect(preview).toMatchObject({ vehicles: [{ target: 'nowhere' }, { target: 'nowhere' }], fresh: 0 });
    await app.request('PATCH', `/api/imports/${id}`, { token: other.token, body: { vehicles: [{ index: 1, target: 'new' }] } });
    app.beforeTransaction(() => say(1));
    expect((await confirm(other, id)).body.code).toBe('importsApi.changed');
    expect((await getExport(app, other)).json.vehicles).toEqual([]);
  });

  test('neither changes nor confirms a preview that another one has ended, also before its rows are deleted', async () => {
    const user = await aUser(app, { tariff: 'business' });
    await aVehicle(app, user);
    const { id } = (await uploadFile(app, user, FUEL, 'fuel.csv')).body.data;
    const repo = importsRepo(app.store.db);
    const at = new Date(app.clock.now()).toISOString();
    const row = (await repo.find(user.id as UserId, id, at)) as ImportRow;
    const path = `/api/imports/${id}`;
    expect(await repo.endReading(id)).toBe(false);
    // What another process does while the request is being answered.
    app.beforeTransaction(() => repo.endOthers(user.id as UserId, 0));
    expect((await confirm(user, id)).body.code).toBe('importsApi.404');
    expect(await repo.update(row, { content: row.content }, at)).toBe(false);
    expect((await app.request('PATCH', path, { token: user.token, body: { vehicles: [] } })).body.code).toBe('importsApi.404');
    expect((await app.request('PUT', `${path}/table`, { token: user.token, body: answers })).body.code).toBe('importsApi.404');
    expect((await app.request('DELETE', path, { token: user.token })).body.code).toBe('importsApi.404');
    expect((await app.request('GET', '/api/imports', { token: user.token })).body.data).toEqual([]);

    // A table is not read again from a part of its file.
    const next = (await uploadFile(app, user, FUEL, 'fuel.csv')).body.data.id;
    app.beforeTransaction(async () => app.beforeTransaction(() => repo.endOthers(user.id as UserId, 0)));
    const again = await app.request('PUT', `/api/imports/${next}/table`, { token: user.token, body: answers });
    expect(again.body.code).toBe('importsApi.running');
    expect((await app.request('GET', '/api/imports', { token: user.token })).body.data).toEqual([]);
  });

  test('leaves an import alone that was confirmed while its file was read again', async () => {
    const user = await aUser(app, { tariff: 'business' });
    await aVehicle(app, user);
    const { id } = (await uploadFile(app, user, FUEL, 'fuel.csv')).body.data;
    app.beforeTransaction(async () => app.beforeTransaction(() => confirm(user, id)));
    const again = await app.request('PUT', `/api/imports/${id}/table`, { token: user.token, body: answers });
    expect(again.body.code).toBe('importsApi.404');
    const list = (await app.request('GET', '/api/imports', { token: user.token })).body.data;
    expect(list).toMatchObject([{ id, status: 'done' }]);
  });

  test('reads a file that arrives over a connection', async () => {
    const { user } = await aBook();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await exportOf(user))]), 'Carnet.zip');
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ success: true, data: { fresh: 0, known: 8 } });
  });

  const packed = async (change: (json: ExportFile) => unknown, files: Record<string, string | Buffer> = {}) => {
    const { user } = await aBook();
    const { json } = await getExport(app, user);
    return zipWith({ ...files, 'carnet.json': JSON.stringify(change(json)) });
  };

  test('says of each row why it cannot be taken, and offers these rows as a table', async () => {
    const bytes = await packed((json) => {
      const [car] = json.vehicles;
      Object.assign(car?.entries[1] ?? {}, { performedOn: '2021-02-31' });
      Object.assign(car?.entries[2] ?? {}, { total: -5, title: '<img src=x onerror=alert(1)>' });
      Object.assign(car?.entries[6] ?? {}, { reading: 98_100.5, operationName: '=HYPERLINK("x")' });
      return json;
    });
    const other = await aUser(app, { tariff: 'business' });
    const { data } = (await upload(other, bytes)).body;
    expect(data).toMatchObject({ fresh: 6, refusedCount: 3 });
    expect(data.refused).toEqual([
      { line: 4, content: expect.stringContaining('2021-02-31'), reason: { code: 'importsApi.unreadable', field: 'performedOn' } },
      { line: 5, content: expect.stringContaining('<img'), reason: { code: 'validation.number.negative', field: 'total' } },
      { line: 9, content: expect.stringContaining('=HYPERLINK'), reason: { code: 'validation.number.whole', field: 'reading' } },
    ]);
    const table = await app.server.inject({
      method: 'GET',
      url: `/api/imports/${data.id}/refused`,
      headers: { authorization: `Bearer ${other.token}`, 'accept-language': 'en' },
    });
    expect(table.body.split('\r\n')[0]).toBe('\ufeff"Line","Content","Reason"');
    expect(table.body.split('\r\n')).toHaveLength(5);
    await confirm(other, data.id);
    const later = await app.request('GET', '/api/imports', { token: other.token });
    expect(later.body.data).toMatchObject([{ status: 'done', fresh: 6, refusedCount: 3 }]);
  });

  test('ends a table of such rows with an error if the file is discarded meanwhile', async () => {
    const other = await aUser(app, { tariff: 'business' });
    const { id } = (await upload(other, await packed((json) => json))).body.data;
    const imports = importsRepo(app.store.db);
    const parts = draftsOf({ imports, importId: id, isOldestFirst: true }, 'entries');
    expect((await parts.next()).done).toBe(false);
    await app.request('DELETE', `/api/imports/${id}`, { token: other.token });
    await expect(parts.next()).rejects.toMatchObject({ code: 'importsApi.404' });
  });

  test('keeps one mileage of the details a day, of a vehicle that the file creates, and adds the one that it says', async () => {
    const other = await aUser(app, { tariff: 'business' });
    const bytes = await packed((json) => {
      const [car, boat] = json.vehicles;
      const [mileage] = car?.entries ?? [];
      const more = { ...mileage, reading: 98_040 };
      Object.assign(car ?? {}, {
        entries: [mileage, { ...more, uid: 'same-day' }, { ...more, uid: 'earlier', performedOn: '2026-06-01' }],
      });
      Object.assign(boat ?? {}, { entries: [] });
      return json;
    });
    await confirm(other, (await upload(other, bytes)).body.data.id);
    const [car, boat] = (await getExport(app, other)).json.vehicles;
    expect([car?.mileage, car?.entries.map(({ source, performedOn }) => [source, performedOn])]).toEqual([
      98_047,
      [
        ['import', '2026-06-17'],
        ['details', '2026-06-17'],
        ['details', '2026-06-01'],
      ],
    ]);
    expect(boat?.entries).toMatchObject([{ source: 'details', reading: boat?.mileage, performedOn: '2026-06-17' }]);
  });

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['importsApi.empty', 'an empty file', () => new Uint8Array()],
    ['importsApi.unknown', 'a PDF', () => Buffer.from('%PDF-1.7 hello')],
    ['importsApi.unknown', 'a ZIP of something else', () => zipWith({ 'readme.txt': 'x' })],
    ['importsApi.damaged', 'a truncated ZIP', async () => (await packed((json) => json)).subarray(0, 700)],
    ['importsApi.damaged', 'no JSON', () => zipWith({ 'carnet.json': '{"version": 1, "vehicles": [' })],
    ['importsApi.damaged', 'JSON of another kind', () => zipWith({ 'carnet.json': '[1]' })],
    ['importsApi.damaged', 'a vehicle that is none', () => packed((json) => ({ ...json, vehicles: [{ brand: 7 }] }))],
    ['importsApi.version', 'a newer version', () => packed((json) => ({ ...json, version: 2 }))],
    ['importsApi.empty', 'no vehicles', () => packed((json) => ({ ...json, vehicles: [] }))],
    [
      'importsApi.damaged',
      'a path with dots',
      async () => renamed(await zipWith({ 'aa/evil': 'x', 'carnet.json': '{}' }), 'aa/evil', '../evil'),
    ],
    ['importsApi.tooMuch', 'a zip bomb', () => zipWith({ 'carnet.json': '{}', bomb: '0'.repeat(4_000_000) })],
    ['importsApi.damaged', 'a file larger than it says', async () => lying(await packed((json) => json))],
    ['importsApi.tooMuch', 'more rows than an account can have', () => manyRows()],
  ])('rejects with %s %s', async (code, _, bytes) => {
    const user = await aUser(app);
    expect((await upload(user, await bytes())).body.code).toBe(code);
    expect((await app.request('GET', '/api/imports', { token: user.token })).body.data).toEqual([]);
    expect(
      await app.store.db
        .selectFrom('import_parts')
        .select('position')
        .innerJoin('imports', 'imports.id', 'import_id')
        .where('user_id', '=', user.id)
        .execute(),
    ).toEqual([]);
  });
});

const renamed = (zip: Buffer, from: string, to: string): Buffer => Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

/** The directory says that carnet.json has 10 bytes. */
function lying(zip: Buffer): Buffer {
  const changed = Buffer.from(zip);
  const entry = changed.lastIndexOf(Buffer.from('504b0102', 'hex'));
  changed.writeUInt32LE(10, entry + 24);
  return changed;
}

function manyRows(): Promise<Buffer> {
  const rows = Array.from({ length: 200_001 }, () => '{"day":"2020-01-01","kind":"sale","amount":1}');
  return zipWith({ 'carnet.json': `{"version":1,"vehicles":[{"values":[${rows.join(',')}]}]}`, noise: randomBytes(200_000) });
}
