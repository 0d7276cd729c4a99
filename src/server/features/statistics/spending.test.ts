import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COST_CATEGORIES, REFUNDED } from '#contract/costs.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';

type Entry = [
  path: 'records' | 'fills' | 'costs',
  performedOn: string,
  reading: number,
  total: string | null,
  more?: Record<string, unknown>,
];
const WORK = { operationName: 'Олива', partName: '-', partCode: '-' };

const bodyOf = ([path, performedOn, reading, total, more]: Entry) => ({
  ...{ performedOn, reading: String(reading), ...(path === 'records' ? { ...WORK, price: total } : { total }) },
  ...(path === 'fills' ? { fuel: 'diesel', volume: '40', volumeUnit: 'l' } : path === 'costs' ? { title: 'x' } : {}),
  ...more,
});

/** What belongs to each group, by the definition. */
const GROUPED: Record<string, readonly string[]> = {
  ...{ energy: ['fill'], maintenance: ['work', 'tyres'], running: ['parking', 'toll', 'wash', 'fine', 'fluids', 'other'] },
  ...{ standing: ['insurance', 'tax', 'inspection'], accessories: ['accessory'], loan: ['loan'] },
};

/** A year of a car: 12,000 km from 10,000 to 22,000. */
const YEAR: Entry[] = [
  ['records', '2025-06-01', 10_000, '500'],
  ['fills', '2025-09-10', 13_000, '1500.50'],
  ['costs', '2025-12-01', 0, '3000', { category: 'insurance' }],
  ['costs', '2026-02-02', 0, '200', { category: 'parking' }],
  ['costs', '2026-02-03', 0, '4000', { category: 'tyres' }],
  ['costs', '2026-03-01', 0, '700', { category: 'accessory' }],
  ['costs', '2026-03-05', 0, '9000', { category: 'loan' }],
  ['costs', '2026-04-01', 0, '600', { category: 'refund', refundOf: 'insurance' }],
  ['fills', '2026-05-10', 22_000, null],
];

describe.each(DATABASES)('what is spent on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-05-31T12:00:00Z');
  });
  afterAll(() => app.close());

  const read = async (path: string, { token }: TestUser) => {
    const { status, body } = await app.request('GET', path, { token });
    expect({ path, status }).toEqual({ path, status: 200 });
    return body.data;
  };

  async function aBook(entries: readonly Entry[], more = {}) {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, 'car', { fuelType: 'diesel', ...more });
    for (const entry of entries) {
      const { status, body } = await app.request('POST', `/api/vehicles/${id}/${entry[0]}`, { token: user.token, body: bodyOf(entry) });
      expect({ entry, status, errors: body.errors }).toEqual({ entry, status: 201, errors: undefined });
    }
    return { user, id, of: (query = '') => read(`/api/vehicles/${id}/statistics?${query}`, user) };
  }

  test('is summed by group, without loans, and by the distance', async () => {
    const { user, of } = await aBook(YEAR);
    const figures = await of();
    expect(figures).toMatchObject({
      // 500 + 1,500.50 + 3,000 + 200 + 4,000 + 700 − 600; the loan is beside it.
      ...{ records: 8, totalCost: 9_300.5, loan: { records: 1, cost: 9_000 }, withoutAmount: 1 },
      groups: [
        { group: 'energy', records: 2, cost: 1_500.5 },
        { group: 'maintenance', records: 2, cost: 4_500 },
        { group: 'running', records: 1, cost: 200 },
        { group: 'standing', records: 2, cost: 2_400 },
        { group: 'accessories', records: 1, cost: 700 },
      ],
      // 9,300.50, 6,900.50 without standing costs, and 100 · 1,500.50, by 12,000.
      ...{ distance: 12_000, costPerUnit: 0.775, runningCostPerUnit: 0.575, energyCost: 12.5042, isUnderYear: false },
      // 343 days from 1 June 2025 to 10 May 2026: 12,000 · 365 : 343 = 12,769.7 a year, by 12 is 1,064.1 a month.
      average: { since: '2025-06-01', until: '2026-05-10', month: 1_064, year: 12_770 },
    });
    expect(figures.months.map(({ month, cost, groups }: Record<string, unknown>) => [month, cost, groups])).toContainEqual([
      '2026-02',
      4_200,
      { running: 200, maintenance: 4_000 },
    ]);
    expect(figures.months.map(({ month }: { month: string }) => month)).toContain('2026-04');
    expect(figures.years).toMatchObject([
      { year: 2025, cost: 5_000.5 },
      { year: 2026, cost: 4_300, groups: { energy: 0, maintenance: 4_000, running: 200, standing: -600, accessories: 700 } },
    ]);
    // Work alone has names.
    expect(figures.operations).toEqual([{ name: 'Олива', records: 1, cost: 500 }]);
    expect(await read('/api/statistics/vehicles', user)).toMatchObject({
      ...{ records: 8, totalCost: 9_300.5, loan: { records: 1, cost: 9_000 }, groups: figures.groups },
      extended: { vehicles: [{ records: 8, cost: 9_300.5, costPerUnit: 0.775 }] },
    });
  });

  test('agrees with a slow computation on random histories of all kinds, for any period', async () => {
    const reached = new Set<string>();
    const random = fc.sample(
      fc.array(
        fc.record({
          path: fc.constantFrom(...(['records', 'fills', 'costs', 'costs', 'costs', 'costs'] as const)),
          month: fc.integer({ min: 0, max: 16 }),
          growth: fc.integer({ min: 0, max: 900 }),
          cents: fc.integer({ min: 0, max: 900_000 }),
          category: fc.constantFrom(...COST_CATEGORIES),
          refundOf: fc.constantFrom(...REFUNDED),
        }),
        { minLength: 24, maxLength: 24 },
      ),
      { numRuns: 2, seed: 35 },
    );
    for (const history of random) {
      let reading = 10_000;
      const given = history
        .toSorted((a, b) => a.month - b.month)
        .map(({ path, month, growth, cents, category, refundOf }, index) => {
          reading += growth;
          const day = new Date(Date.UTC(2025, month, 1 + index)).toISOString().slice(0, 10);
          const isRefund = path === 'costs' && category === 'refund';
          const of = path === 'records' ? 'work' : path === 'fills' ? 'fill' : isRefund ? refundOf : category;
          const group = Object.keys(GROUPED).find((name) => GROUPED[name]?.includes(of)) ?? '';
          reached.add(isRefund ? 'refund' : group);
          const more = path === 'costs' ? { category, ...(isRefund ? { refundOf } : {}) } : {};
          const entry: Entry = [path, day, reading, String(cents / 100), more];
          return { day, group, reading, cents: isRefund ? -cents : cents, entry };
        });
      const { of } = await aBook(
        given.map(({ entry }) => entry),
        { mileage: '1' },
      );
      for (const [from, to] of [
        ['2025-01-01', '2026-12-31'],
        ['2025-04-10', '2025-11-20'],
        ['2026-01-01', '2026-03-31'],
      ] as const) {
        const within = given.filter(({ day }) => from <= day && day <= to);
        const spentIn = (...groups: string[]) =>
          within.filter(({ group }) => groups.includes(group)).reduce((sum, { cents }) => sum + cents, 0) / 100;
        const total = spentIn('energy', 'maintenance', 'running', 'standing', 'accessories');
        // The highest reading until the end of the period, less the one before it.
        const highest = Math.max(...given.filter(({ day }) => day <= to).map((one) => one.reading));
        const before = given.filter(({ day }) => day < from).map((one) => one.reading);
        const distance = highest - (before.length > 0 ? Math.max(...before) : (given[0]?.reading ?? 0));
        const figures = await of(`from=${from}&to=${to}`);
        expect(figures.totalCost).toBeCloseTo(total, 6);
        expect(figures.loan.cost).toBeCloseTo(spentIn('loan'), 6);
        for (const { group, cost } of figures.groups) expect([group, cost]).toEqual([group, expect.closeTo(spentIn(group), 6)]);
        expect(figures.distance).toBe(distance);
        expect(figures.costPerUnit).toBeCloseTo(total / distance, 3);
        expect(figures.runningCostPerUnit).toBeCloseTo((total - spentIn('standing')) / distance, 3);
        expect(figures.energyCost).toBeCloseTo((100 * spentIn('energy')) / distance, 3);
      }
    }
    expect([...reached].sort()).toEqual([...Object.keys(GROUPED), 'refund'].sort());
  });

  test('in 12 months is forecast by part', async () => {
    const { of } = await aBook(YEAR);
    // The 10 whole months after June 2025. Energy 12 · 1,500.50 : 10 = 1,800.6; irregular 12 · (200 + 4,000 + 700) : 10 = 5,880; standing
    // 3,000 − 600; together 10,080.6.
    expect((await of()).extended.forecast).toEqual({ total: 10_000, planned: 0, energy: 1_800, irregular: 5_900, standing: 2_400 });
  });

  test('in 12 months counts the fixed dates of the plan with a known price, and what was paid for them nowhere else', async () => {
    const { user, id, of } = await aBook([...YEAR, ['costs', '2025-12-05', 0, '1200', { category: 'tax', title: 'Податок' }]]);
    const post = async (path: string, body: object) => {
      const answer = await app.request('POST', `/api/vehicles/${id}/plan${path}`, { token: user.token, body });
      expect(answer.status).toBe(201);
      return answer.body.data;
    };
    const [, tax] = (await app.request('GET', `/api/vehicles/${id}/costs?limit=500`, { token: user.token })).body.data
      .filter(({ category }: { category: string }) => category === 'tax' || category === 'insurance')
      .sort((a: { performedOn: string }, b: { performedOn: string }) => (a.performedOn < b.performedOn ? -1 : 1));
    const yearly = await post('', { title: 'Податок', mode: 'fixed', everyMonths: 12, dueOn: '2025-12-05' });
    await post(`/${yearly.id}/done`, { entryId: tax.id });
    // 12 dates from 1 June; it is the last day of May.
    await post('', { title: 'Стоянка', mode: 'fixed', everyMonths: 1, dueOn: '2026-01-01', expectedCost: '100' });
    await post('', { title: 'Техогляд', dueOn: '2027-05-30', expectedCost: '50' });
    await post('', { title: 'Пізніше', dueOn: '2027-05-31', expectedCost: '7000' });
    await post('', { title: 'Невідомо', mode: 'fixed', everyMonths: 12, dueOn: '2026-12-01' });
    await post('', { title: 'Олива', everyMonths: 12, expectedCost: '5000' });
    // 1,200 + 12 · 100 + 50; standing costs as without the tax; together 2,450 + 1,800.6 + 5,880 + 2,400.
    expect((await of()).extended.forecast).toEqual({ total: 13_000, planned: 2_500, energy: 1_800, irregular: 5_900, standing: 2_400 });
    await app.request('PATCH', `/api/vehicles/${id}/plan/${yearly.id}`, { token: user.token, body: { expectedCost: '1300' } });
    expect((await of()).extended.forecast).toMatchObject({ planned: 2_600, standing: 2_400 });
    await app.request('PATCH', `/api/vehicles/${id}`, { token: user.token, body: { isPaused: true } });
    expect((await of()).extended.forecast).toBeNull();
  });

  test('in 12 months counts the standing costs of the last 12 whole months, and energy in these', async () => {
    const { of } = await aBook([
      ['costs', '2025-01-15', 0, '9', { category: 'parking' }],
      ['costs', '2025-04-30', 0, '1000', { category: 'tax' }],
      ['costs', '2025-05-01', 0, '200', { category: 'tax' }],
      ['costs', '2026-04-30', 0, '30', { category: 'tax' }],
      ['costs', '2026-05-01', 0, '4', { category: 'tax' }],
      ['fills', '2025-04-30', 0, '5000'],
      ['fills', '2025-05-01', 0, '600'],
    ]);
    expect((await of()).extended.forecast).toEqual({ total: 830, planned: 0, energy: 600, irregular: 0, standing: 230 });
  });

  test.each([
    ['2026-05-30', null],
    ['2026-05-31', { since: '2026-05-01', until: '2026-05-31', month: 304, year: 3_650 }],
  ])('has an average distance from 30 days on, such as until %s', async (until, average) => {
    const { of } = await aBook([
      ['records', '2026-05-01', 1_000, '1'],
      ['records', until, 1_300, '1'],
    ]);
    expect((await of()).average).toEqual(average);
  });

  test.each([
    ['from=2025-06-01&to=2026-05-31', false],
    ['from=2025-07-01&to=2026-05-31', true],
    ['from=2020-01-01&to=2026-04-30', true],
    ['from=2025-06-15&to=2027-12-31', false],
  ])('in %s has fewer than 12 months: %s', async (query, isUnderYear) => {
    const { of } = await aBook(YEAR.slice(0, 2));
    expect((await of(query)).isUnderYear).toBe(isUnderYear);
  });

  test.each([
    ['km', 100, 99],
    ['mi', 60, 59],
    ['h', 5, 4],
  ])('has no cost per unit below a distance in %s of %i', async (mileageUnit, least, less) => {
    for (const [distance, costPerUnit] of [
      [least, 300 / least],
      [less, null],
    ] as const) {
      const user = await aUser(app, { tariff: 'family' });
      const { id } = await aVehicle(app, user, mileageUnit === 'h' ? 'boat' : 'car', { mileageUnit });
      for (const [reading, price] of [
        [1_000, '100'],
        [1_000 + distance, '200'],
      ] as const)
        await app.request('POST', `/api/vehicles/${id}/records`, {
          token: user.token,
          body: bodyOf(['records', '2026-05-01', reading, price]),
        });
      const figures = await read(`/api/vehicles/${id}/statistics`, user);
      expect(figures).toMatchObject({ distance, costPerUnit, runningCostPerUnit: costPerUnit, energyCost: null, average: null });
    }
  });
});
