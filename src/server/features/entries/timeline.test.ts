import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIMELINE_SORTS, type TimelineSort } from '#contract/timeline.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser } from '#tests/support/builders.ts';
import { fillRecords, fillVehicles } from '#tests/support/fill.ts';
import { workRow } from '#tests/support/work-rows.ts';

interface Row {
  id: number;
  operationName: string;
  partName: string;
  partCode: string;
  /** Cents. */
  price: number;
  /** Tenths. */
  reading: number;
  performedOn: string;
  currency: 'UAH' | 'EUR';
}

/** Without digits: what else they find is in entry-search.rules.test.ts. */
const LETTERS = [..."аАбоОёЁеЕґҐїЇіʼ’'*?[]^-.\\+()|{}$%_aAzZßéÉ"];
const word = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const rows = fc.array(
  fc.record({
    operationName: phrase,
    partName: phrase,
    partCode: word,
    price: fc.integer({ min: 0, max: 500 }),
    reading: fc.integer({ min: 0, max: 300 }),
    performedOn: fc.constantFrom('2023-12-31', '2024-01-01', '2024-06-14', '2024-12-31', '2025-01-01', '2025-01-02'),
    currency: fc.constantFrom('UAH' as const, 'UAH' as const, 'EUR' as const),
  }),
  { maxLength: 25 },
);
const query = fc.record({
  q: fc.oneof(
    fc.constant(''),
    word,
    fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
  ),
  year: fc.option(fc.constantFrom('2023', '2024', '2025', '2026'), { nil: undefined }),
  sort: fc.constantFrom(...TIMELINE_SORTS),
  limit: fc.integer({ min: 1, max: 7 }),
});

/** Folds case and the letters that count as equal. */
const spelled = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('ґ', 'г')
    .replaceAll('é', 'e')
    .replaceAll('ß', 'ss')
    .replace(/[’ʼ`']/g, '');
const squeezed = (code: string): string =>
  spelled(code).replace(/\P{L}/gu, '').replaceAll('а', 'a').replaceAll('о', 'o').replaceAll('е', 'e');
const matches = (row: Row, q: string): boolean => {
  const searched = spelled(`${row.operationName} ${row.partName} ${row.partCode}`);
  const isIn = (word: string) => searched.includes(word) || (squeezed(word) !== '' && squeezed(row.partCode).includes(squeezed(word)));
  return spelled(q).split(' ').every(isIn);
};
const keyOf = (row: Row, sort: TimelineSort): string | number =>
  sort === 'price' ? row.price : sort === 'reading' ? row.reading : row.performedOn;
const ordered = (list: readonly Row[], sort: TimelineSort): Row[] => {
  const ascending = [...list].sort((a, b) => (keyOf(a, sort) < keyOf(b, sort) ? -1 : keyOf(a, sort) > keyOf(b, sort) ? 1 : a.id - b.id));
  return sort === 'oldest' ? ascending : ascending.reverse();
};
const asRecord = ({ price, reading, ...row }: Row) => ({ ...row, price: price / 100, reading: reading / 10 });

describe.each(DATABASES)('the timeline on %s', { timeout: 120_000 }, (kind) => {
  let app: TestApp;
  let owner: TestUser;
  let boatId: number;
  beforeAll(async () => {
    app = await testApp(kind);
    owner = await aUser(app, { tariff: 'business' });
    boatId = (await aVehicle(app, owner, 'boat', { mileageUnit: 'h', mileage: '1' })).id;
  });
  afterAll(() => app.close());

  const get = async (path: string, user = owner) => app.request('GET', path, { token: user.token });
  const pathOf = (parameters: Record<string, string | number | undefined>, id = boatId): string => {
    const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    return `/api/vehicles/${id}/timeline?${new URLSearchParams(given)}`;
  };

  /** Replaces the history of the boat. */
  async function fill(history: readonly Omit<Row, 'id'>[]): Promise<Row[]> {
    const { db } = app.store;
    await db.deleteFrom('entries').where('vehicle_id', '=', boatId).execute();
    const filled: Row[] = [];
    for (const row of history) {
      const values = {
        ...{ vehicle_id: boatId, operation_name: row.operationName, part_name: row.partName, part_code: row.partCode },
        ...{ price: row.price, reading: row.reading, performed_on: row.performedOn, created_at: '2026-01-01T00:00:00.000Z' },
      };
      const { id } = await db
        .insertInto('entries')
        .values({ ...workRow(values), currency: row.currency })
        .returning('id')
        .executeTakeFirstOrThrow();
      filled.push({ ...row, id });
    }
    return filled;
  }

  test('finds, filters, sorts and pages any history as a plain computation does', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(query, { minLength: 1, maxLength: 6 }), async (history, queries) => {
        const filled = await fill(history);
        for (const { q, year, sort, limit } of queries) {
          const found = filled.filter((row) => q === '' || matches(row, q));
          const wanted = ordered(
            found.filter((row) => !year || row.performedOn.startsWith(year)),
            sort,
          ).map(asRecord);
          const listed: unknown[] = [];
          let cursor: string | undefined;
          for (let page = 0; page <= wanted.length; page += 1) {
            const { status, body } = await get(pathOf({ q, year, sort, limit, cursor }));
            expect({ status, q, sort }).toEqual({ status: 200, q, sort });
            if (page === 0) {
              const years = [...new Set(found.map((row) => row.performedOn.slice(0, 4)))].sort().reverse();
              const sums = years.map((one) => {
                const ofYear = found.filter((row) => row.performedOn.startsWith(one));
                const own = ofYear.filter(({ currency }) => currency === 'UAH');
                const others = ofYear.filter(({ currency }) => currency === 'EUR');
                const costOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.price, 0) / 100;
                const euro = { currency: 'EUR', count: others.length, amount: costOf(others) };
                return { year: one, records: ofYear.length, cost: costOf(own), otherCurrencies: euro.amount === 0 ? [] : [euro] };
              });
              expect({ q, years: body.years }).toEqual({ q, years: sums });
            } else expect(body.years).toBe(null);
            expect(body.data.length).toBeLessThanOrEqual(limit);
            listed.push(...body.data);
            cursor = body.nextCursor ?? undefined;
            if (!cursor) break;
          }
          expect({ q, year, sort, listed }).toEqual({ q, year, sort, listed: wanted });
        }
      }),
      { numRuns: 40, seed: 13 },
    );
  });

  test('finds the record whose reading is nearest to a typed number, the newest of several, and none for words', async () => {
    const row = { currency: 'UAH' as const, operationName: 'x', partName: 'x', partCode: 'x', price: 0 };
    const filled = await fill([
      { ...row, reading: 0, performedOn: '2025-01-01' },
      { ...row, reading: 6_000, performedOn: '2024-01-01' },
      { ...row, reading: 6_125, performedOn: '2024-06-14' },
      { ...row, reading: 6_125, performedOn: '2025-01-02' },
    ]);
    const nearest = async (q: string) => (await get(pathOf({ q }))).body.nearest;
    expect(await nearest('612,4 год')).toEqual({ id: filled[3]?.id, kind: 'work', reading: 612.5, performedOn: '2025-01-02' });
    expect(await nearest('1')).toMatchObject({ id: filled[1]?.id });
    expect(await nearest('x')).toBe(null);
    expect(await nearest('')).toBe(null);
    await fill([]);
    expect(await nearest('612')).toBe(null);
  });

  test('begins with the record of a link, and answers 404 for a record of another vehicle', async () => {
    const row = { currency: 'UAH' as const, operationName: 'x', partName: 'x', partCode: 'x', price: 0, reading: 1 };
    const filled = await fill(['2025-01-02', '2025-01-01', '2025-01-01', '2024-01-01'].map((performedOn) => ({ ...row, performedOn })));
    const { body } = await get(pathOf({ at: filled[2]?.id, limit: 2 }));
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([filled[2]?.id, filled[1]?.id]);
    const rest = await get(pathOf({ cursor: body.nextCursor }));
    expect(rest.body.data.map(({ id }: { id: number }) => id)).toEqual([filled[3]?.id]);
    const other = await aVehicle(app, owner);
    const { body: made } = await app.request('POST', `/api/vehicles/${other.id}/records`, { token: owner.token, body: recordBody() });
    expect(await get(pathOf({ at: made.data.id }))).toMatchObject({ status: 404, body: { code: 'recordsApi.404' } });
  });

  test('lists the later pages of a search from the oldest record on', async () => {
    const row = { currency: 'UAH' as const, operationName: 'x', partName: 'x', partCode: 'x', price: 0, reading: 1 };
    const filled = await fill(['2023-01-01', '2024-01-01', '2024-01-01', '2025-01-01'].map((performedOn) => ({ ...row, performedOn })));
    const listed: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await get(pathOf({ q: 'x', sort: 'oldest', limit: 1, cursor }));
      listed.push(...body.data.map(({ id }: { id: number }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(listed).toEqual(filled.map(({ id }) => id));
  });

  test('finds up to 5 records of each vehicle, and 50 in all', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, 'bicycle');
    await fillVehicles(app.store, id, 10);
    const vehicles = await app.store.db.selectFrom('vehicles').select('id').where('user_id', '=', user.id).orderBy('id').execute();
    const found = async () => (await get('/api/records?q=олив', user)).body;
    const [first, second, ...others] = vehicles.map((vehicle) => vehicle.id);
    await fillRecords(app.store, first ?? 0, 3);
    await fillRecords(app.store, second ?? 0, 7);
    const { data, isComplete } = await found();
    const idsOf = (vehicleId?: number) => data.filter((record: { vehicleId: number }) => record.vehicleId === vehicleId);
    expect({ first: idsOf(first).length, second: idsOf(second).length, isComplete }).toEqual({ first: 3, second: 5, isComplete: false });
    await fillRecords(app.store, first ?? 0, 2);
    for (const other of others.slice(0, 8)) await fillRecords(app.store, other, 5);
    await app.store.db
      .deleteFrom('entries')
      .where('vehicle_id', '=', second ?? 0)
      .execute();
    await fillRecords(app.store, second ?? 0, 5);
    expect(await found()).toMatchObject({ data: { length: 50 }, isComplete: true });
    await fillRecords(app.store, others.at(-1) ?? 0, 5);
    expect(await found()).toMatchObject({ data: { length: 50 }, isComplete: false });
  });

  test('rejects an invalid query', async () => {
    for (const query of [
      { q: 'x'.repeat(61) },
      { year: '25' },
      { sort: 'name' },
      { limit: 501 },
      { cursor: 'x' },
      { cursor: '2025-01-01_1', sort: 'price' },
      { cursor: '100_1', sort: 'newest' },
      { at: 'x' },
      { at: 1, sort: 'price' },
      { at: 1, year: 2025 },
      { at: 1, q: 'x' },
    ])
      expect({ query, status: (await get(pathOf(query))).status }).toEqual({ query, status: 400 });
  });

  test('searches the usable vehicles of the caller, and no records of other users', async () => {
    const user = await aUser(app, { tariff: 'family', days: 1 });
    const [first, second] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
    const add = async (id: number, partCode: string, performedOn: string) =>
      (await app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody({ partCode, performedOn }) })).body
        .data;
    const old = await add(first.id, 'TRW gdb1550', '2024-01-01');
    const recent = await add(first.id, 'GDB1550', '2025-01-01');
    const ofBoat = await add(second.id, 'GDB1550-A', '2023-01-01');
    await add(first.id, 'OF-5541', '2025-01-01');
    const found = async (q: string, who = user) => (await get(`/api/records?${new URLSearchParams({ q })}`, who)).body;
    expect(await found('gdb1550')).toMatchObject({
      data: [
        { ...recent, vehicleId: first.id },
        { ...old, vehicleId: first.id },
        { ...ofBoat, vehicleId: second.id },
      ],
      isComplete: true,
    });
    for (const q of ['', 'ґґґ']) expect(await found(q)).toMatchObject({ data: [], isComplete: true });
    expect(await found('gdb1550', await aUser(app))).toMatchObject({ data: [] });
    for (let n = 0; n < 6; n += 1) await add(second.id, 'many', '2025-01-01');
    expect(await found('many')).toMatchObject({ data: { length: 5 }, isComplete: false });
    // Archived: left out, but its own history can be searched.
    await app.request('POST', `/api/vehicles/${second.id}/archive`, { token: user.token });
    expect(await found('gdb1550')).toMatchObject({ data: [{ id: recent.id }, { id: old.id }], isComplete: true });
    expect((await get(`/api/vehicles/${second.id}/timeline?q=gdb1550`, user)).body.data).toMatchObject([{ id: ofBoat.id }]);
    await app.request('POST', `/api/vehicles/${second.id}/restore`, { token: user.token });
    expect(await found('gdb1550')).toMatchObject({ data: { length: 3 } });
    // The family tariff ends: the second vehicle is hidden, and so are its records.
    app.clock.advance(2 * 24 * 60 * 60 * 1000);
    expect(await found('gdb1550')).toMatchObject({ data: [{ id: recent.id }, { id: old.id }] });
  });
});
