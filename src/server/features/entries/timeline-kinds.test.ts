import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_KINDS, type EntryKindName } from '#contract/entry-kinds.ts';
import type { Fill } from '#contract/fills.ts';
import { TIMELINE_SORTS, type TimelineItem } from '#contract/timeline.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, costBody, fillBody, readingBody, recordBody } from '#tests/support/builders.ts';
import { fillMixed } from '#tests/support/mixed-entries.ts';

const PATHS: Record<EntryKindName, [string, typeof recordBody]> = {
  ...{ work: ['records', recordBody], fill: ['fills', fillBody] },
  ...{ cost: ['costs', costBody], reading: ['readings', readingBody] },
};

/** What an entry adds to the costs, by the definition: loans and refunds apart. */
function spentOf(item: TimelineItem): number {
  if (item.kind === 'reading') return 0;
  if (item.kind === 'fill') return item.total ?? 0;
  if (item.kind !== 'cost') return item.price;
  return item.category === 'loan' ? 0 : item.category === 'refund' ? -item.total : item.total;
}
const amountOf = (item: TimelineItem): number => (item.kind === 'cost' && item.category === 'loan' ? item.total : spentOf(item));

describe.each(DATABASES)('the timeline of all kinds on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook() {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const get = async (rest: string) => (await app.request('GET', `/api/vehicles/${id}${rest}`, { token: user.token })).body;
    const post = async (of: EntryKindName, body: Record<string, unknown>): Promise<TimelineItem> => {
      const [path, valid] = PATHS[of];
      const { body: made } = await app.request('POST', `/api/vehicles/${id}/${path}`, { token: user.token, body: valid(body) });
      return { ...made.data, kind: of };
    };
    return { user, id, get, post };
  }

  test('has pages, years and sums of the asked kinds in every order', async () => {
    const { get, post } = await aBook();
    // The mileage of the details.
    const made: TimelineItem[] = (await get('/timeline?kind=reading')).data;
    expect(made).toHaveLength(1);
    const random = fc.sample(
      fc.record({
        of: fc.constantFrom(...ENTRY_KINDS),
        category: fc.constantFrom('insurance', 'loan', 'refund'),
        amount: fc.integer({ min: 0, max: 300 }),
        reading: fc.option(fc.integer({ min: 1, max: 900 })),
        performedOn: fc.constantFrom('2024-12-31', '2025-01-01', '2025-06-01', '2026-01-02'),
      }),
      { numRuns: 40, seed: 35 },
    );
    for (const { of, category, amount, reading, performedOn } of random)
      made.push(
        await post(of, {
          ...{ performedOn, reading: reading ?? (of === 'reading' ? 5 : of === 'work' ? 0 : null) },
          ...(of === 'work' ? { price: amount } : { total: amount, category }),
        }),
      );
    for (const sort of TIMELINE_SORTS)
      for (const kinds of [[...ENTRY_KINDS], ['fill'], ['cost', 'reading'], ['work', 'cost']]) {
        const path = `/timeline?kind=${kinds.join(',')}&sort=${sort}&limit=7`;
        const asked = made.filter(({ kind: of = 'work' }) => kinds.includes(of));
        const keyOf = (item: TimelineItem) =>
          sort === 'reading' ? (item.reading ?? 0) : sort === 'price' ? amountOf(item) : item.performedOn;
        const direction = sort === 'oldest' ? 1 : -1;
        const expected = asked.toSorted((a, b) => {
          const [x, y] = [keyOf(a), keyOf(b)];
          return direction * ((x < y ? -1 : x > y ? 1 : 0) || a.id - b.id);
        });
        const pages: TimelineItem[] = [];
        const first = await get(path);
        for (let page = first; ; page = await get(`${path}&cursor=${page.nextCursor}`)) {
          pages.push(...page.data);
          if (page.nextCursor === null) break;
        }
        expect(pages.map((item) => [item.kind, item.id])).toEqual(expected.map((item) => [item.kind, item.id]));
        const years = [...new Set(asked.map(({ performedOn }) => performedOn.slice(0, 4)))].sort().reverse();
        const sumOf = (items: TimelineItem[]) => Math.round(100 * items.reduce((sum, item) => sum + spentOf(item), 0)) / 100;
        expect(first.years).toEqual(
          years.map((year) => {
            const inYear = asked.filter(({ performedOn }) => performedOn.startsWith(year));
            const byKind = [...Map.groupBy(inYear, (item) => item.kind ?? 'work')];
            return {
              ...{ year, records: inYear.length, cost: sumOf(inYear), otherCurrencies: [] },
              kinds: Object.fromEntries(byKind.map(([of, items]) => [of, { count: items.length, sum: sumOf(items), otherCurrencies: [] }])),
            };
          }),
        );
      }
  });

  test('has the same consumption on every page as from all fills', async () => {
    const { id, get } = await aBook();
    await fillMixed(app.store, id, 640);
    // One stretch is longer than what is read at once.
    const { db } = app.store;
    const petrol = await db.selectFrom('fills').select('entry_id').where('fuel', '=', 'petrol').where('vehicle_id', '=', id).execute();
    const partial = petrol.slice(10, 95).map(({ entry_id }) => entry_id);
    await db.updateTable('fills').set({ is_full: 0 }).where('entry_id', 'in', partial).execute();
    const all: Fill[] = (await get('/fills?limit=500')).data.reverse();
    expect(all).toHaveLength(400);
    const expected = (fill: Fill): number | null => {
      const same = all.filter(({ fuel }) => fuel === fill.fuel);
      const at = same.indexOf(fill);
      const start = same.slice(0, at).findLastIndex(({ isFull }) => isFull);
      if (!fill.isFull || start < 0) return null;
      const poured = same.slice(start + 1, at + 1).reduce((sum, { volume }) => sum + (volume ?? 0), 0);
      return Math.round((10_000 * poured) / ((fill.reading ?? 0) - (same[start]?.reading ?? 0))) / 100;
    };
    const figures = new Map(all.map((fill) => [fill.id, expected(fill)]));
    for (const query of [
      'kind=fill&limit=9',
      'kind=work,fill,cost,reading&limit=100',
      'kind=fill&sort=price&limit=90',
      'kind=fill&sort=oldest&limit=90',
    ])
      for (let cursor = ''; ; ) {
        const page = await get(`/timeline?${query}${cursor}`);
        for (const item of page.data)
          if (item.kind === 'fill') expect([item.id, item.consumption?.value ?? null]).toEqual([item.id, figures.get(item.id)]);
        if (page.nextCursor === null) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
  });

  test('has records only, as before, without kinds', async () => {
    const { get, post } = await aBook();
    const { kind: _, ...work } = await post('work', {});
    await post('fill', {});
    expect(await get('/timeline')).toMatchObject({ data: [work], years: [{ year: '2026', records: 1, cost: 86.5 }] });
    expect((await get('/timeline')).years[0]).not.toHaveProperty('kinds');
    expect((await get('/timeline?kind=x')).errors[0]).toMatchObject({ field: 'kind', code: 'validation.choice' });
  });

  test('is searched in the texts, amounts and readings of all kinds, with the same years', async () => {
    const { user, id, get, post } = await aBook();
    const made = {
      fill: await post('fill', { place: 'АЗС на Стрийській', grade: 'А-95', total: 700, reading: 98_300 }),
      cost: await post('cost', { title: 'Автоцивілка', note: 'поліс EP-2211', place: null, reading: null }),
      loan: await post('cost', { title: 'Кредит', category: 'loan', total: 900, reading: null }),
      reading: await post('reading', { note: 'перед відпусткою', reading: 98_400 }),
      work: await post('work', { price: 700 }),
    };
    const found = async (q: string) =>
      (await get(`/timeline?kind=work,fill,cost,reading&q=${encodeURIComponent(q)}`)).data.map((item: TimelineItem) => item.id);
    const ids = (...names: (keyof typeof made)[]) => names.map((name) => made[name].id).sort((a, b) => b - a);
    expect(await found('стрийській')).toEqual(ids('fill'));
    expect(await found('а95')).toEqual(ids('fill'));
    expect(await found('автоцивілка ep2211')).toEqual(ids('cost'));
    expect(await found('відпусткою')).toEqual(ids('reading'));
    expect(await found('700')).toEqual(ids('fill', 'work'));
    expect((await get('/timeline?kind=cost&q=2026')).years).toEqual([
      { year: '2026', records: 2, cost: 3450, otherCurrencies: [], kinds: { cost: { count: 2, sum: 3450, otherCurrencies: [] } } },
    ]);
    expect((await get('/timeline?kind=reading,fill&q=98390')).nearest).toMatchObject({ id: made.reading.id, kind: 'reading' });
    expect((await get(`/timeline?kind=work,fill&at=${made.fill.id}`)).data.map((item: TimelineItem) => item.id)).toEqual([made.fill.id]);
    const all = async (query: string) => (await app.request('GET', `/api/records?${query}`, { token: user.token })).body.data;
    const q = encodeURIComponent('стрийській');
    expect(await all(`q=${q}`)).toEqual([]);
    const { consumption, consumptionReason, ...bare } = made.fill as TimelineItem & { kind: 'fill' };
    expect(await all(`q=${q}&kind=fill`)).toEqual([{ ...bare, vehicleId: id }]);
    expect([consumption, consumptionReason]).toEqual([null, 'first']);
  });
});
