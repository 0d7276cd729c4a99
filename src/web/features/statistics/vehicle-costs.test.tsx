import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VehicleStatistics } from '#contract/statistics.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { EXTENDED, FAILURE, figuresOf, REJECTION, userOf } from '#tests/support/cost-answers.ts';
import { savedFiles } from '#tests/support/saved-files.ts';
import { startSession } from '../../api/session.ts';
import { VehicleCosts } from './vehicle-costs.tsx';

const NOW = new Date('2026-05-17T09:00:00Z');
const STATISTICS = 'GET /api/vehicles/7/statistics';
const PATH = '/service/7/statistics';
const COST_CHART = { name: /^За (місяцями|роками)$/ };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  startSession({ token: 'token' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const family = () => fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf() });
const open = (path = PATH, vehicle = vehicleOf(7, {})) => show(<VehicleCosts vehicle={vehicle} />, { path });

test('shows the figures, the chart with its table, and the list with its total', async () => {
  family();
  const { say, user } = open();
  expect(screen.getByRole('heading', { name: say('statistics:title') }).parentElement?.getAttribute('aria-busy')).toBe('true');
  const chart = await screen.findByRole('img', { name: say('statistics:spans.month') });
  expect(chart.querySelectorAll('rect')).toHaveLength(12);
  for (const figure of [/350,50\s₴/, /2\s?000\sкм/, /0,18\s₴/]) expect(document.body.textContent).toMatch(figure);

  await user.click(screen.getByText(say('statistics:spans.inFigures')));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(say('statistics:spans.columns.month')),
    expect.stringMatching(/березень 2026.*2\sзаписи.*2\s?000\sкм.*300,50/s),
    expect.stringMatching(/січень 2026.*1\sзапис.*–.*50,00/s),
  ]);

  const list = screen.getByRole('region', { name: say('statistics:operations.title') });
  const lines = within(list).getAllByRole('definition');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['300,00\u00a0₴', '50,00\u00a0₴', '0,50\u00a0₴', '350,50\u00a0₴']);
});

test('shows what was spent by group and what a kilometre costs without standing costs, and says what sums leave out', async () => {
  const more = { loan: { records: 2, cost: 9_000, otherCurrencies: [] }, withoutAmount: 1, isUnderYear: true };
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf(more) });
  const { say } = open();
  const groups = await screen.findByRole('region', { name: say('statistics:groups.title') });
  expect(groups.textContent).toMatch(
    /Пальне й заряджання 1\sзапис50,00\s₴Страхування, податки, техогляд 2\sзаписи300,50\s₴Разом350,50\s₴$/,
  );
  expect(document.body.textContent).toMatch(/Без страхування, податків, техогляду0,025\s₴/);
  expect(document.body.textContent).toMatch(/Пальне й заряджання на 100\sкм2,50\s₴/);
  const basis = screen.getByText(new RegExp(`^${say('statistics:basis')}`)).textContent;
  for (const text of [
    say('statistics:loan', { sum: '9\u00a0000,00\u00a0₴' }),
    say('statistics:withoutAmount', { count: 1, value: 1 }),
    say('statistics:underYear'),
  ])
    expect(basis).toContain(text);
});

test('shows the loss in value and the full cost, that of a bicycle without a distance', async () => {
  const more = { depreciation: { amount: 59_945.26, valueOn: '2026-01-01' }, fullCostPerUnit: 4.9964 };
  const server = fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf(more) });
  const { say, unmount } = open();
  await screen.findByText(say('statistics:depreciation'));
  expect(document.body.textContent).toMatch(/Втрата вартості59\s945,26\s₴ до 01\.01\.2026.*Повна вартість кілометра5,00\s₴/);
  unmount();
  server.answers[STATISTICS] = () => figuresOf({ ...more, unit: 'year', fullCostPerUnit: null });
  open();
  await screen.findByText(say('statistics:depreciation'));
  expect(document.body.textContent).not.toContain(say('statistics:fullPer.km'));
});

test('names months with readings alone, so that the distances add up', async () => {
  const distances = {
    ...{ years: [] },
    months: [
      { month: '2026-02', distance: 900 },
      { month: '2026-03', distance: 1_100 },
    ],
  };
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf({ distances }) });
  const { say, user } = open();
  await user.click(await screen.findByText(say('statistics:spans.inFigures')));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
    expect.stringContaining('березень 2026'),
    expect.stringMatching(/^лютий 2026\sр\. 900\sкм0,00\s₴$/),
    expect.stringContaining('січень 2026'),
  ]);
});

test('says that the distance is too short, and leaves out what there is none of', async () => {
  const none = { costPerUnit: null, runningCostPerUnit: null, energyCost: null, distance: 90, isUnderYear: true };
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf({ ...none, groups: [], operations: [] }) });
  const { say } = open();
  expect(await screen.findByText(say('statistics:tooShort'))).toBeDefined();
  for (const text of ['energyPer.km', 'underYear', 'operations.title'] as const)
    expect(screen.queryByText(say(`statistics:${text}`), { exact: false })).toBeNull();
});

test('shows the distance of each month and the average', async () => {
  const server = family();
  const { say, unmount } = open();
  const chart = await screen.findByRole('img', { name: say('statistics:distances.month.km') });
  const bars = [...chart.querySelectorAll('rect title')].map(({ textContent }) => textContent);
  expect(bars.filter((text) => !/ 0\sкм$/.test(text))).toEqual([expect.stringMatching(/^березень 2026\sр\.: 2\s000\sкм$/)]);
  expect(document.body.textContent).toMatch(/У середньому 1\s014\sкм на місяць, 12\s167\sкм на рік\. 15\.01\.2026 – 16\.03\.2026/);
  unmount();
  server.answers[STATISTICS] = () => figuresOf({ distances: { months: [], years: [] }, average: null });
  open();
  await screen.findByRole('img', COST_CHART);
  expect(screen.queryByRole('img', { name: say('statistics:distances.month.km') })).toBeNull();
});

test('shows the extended figures of business', async () => {
  fakeServer({ 'GET /api/users/user': () => userOf('business'), [STATISTICS]: () => figuresOf({ extended: EXTENDED }) });
  const { say } = open();
  expect(await screen.findByText(say('statistics:forecast.about', { sum: '12 000 ₴' }))).toBeDefined();
  const forecast = screen.getByRole('region', { name: say('statistics:forecast.title') });
  expect(
    within(forecast)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['9\u00a0000\u00a0₴', '3\u00a0000\u00a0₴']);
  const years = within(screen.getByRole('table', { name: say('statistics:years.title') })).getAllByRole('row');
  expect(years.slice(1).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('+25'), expect.stringContaining('–')]);
  const parts = screen.getByRole('region', { name: say('statistics:parts.title') });
  expect(parts.textContent).toContain('OF-5541');
  expect(parts.textContent).toContain(say('statistics:parts.last', { price: '45,00\u00a0₴', day: '02.03.2026' }));
});

test('shows no forecast of an archived vehicle', async () => {
  const extended = EXTENDED && { ...EXTENDED, forecast: null };
  fakeServer({ 'GET /api/users/user': () => userOf('business'), [STATISTICS]: () => figuresOf({ extended }) });
  const { say } = open(PATH, vehicleOf(7, { archivedAt: NOW.toISOString() }));
  await screen.findByRole('region', { name: say('statistics:parts.title') });
  expect(screen.queryByText(say('statistics:forecast.title'))).toBeNull();
});

test('shows why a figure is missing, and no distance for a bicycle', async () => {
  const missing = { distance: null, distanceReason: { code: 'goesBack', performedOn: '2026-03-02' }, costPerUnit: null } as const;
  const server = fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf(missing) });
  const { say, unmount } = open();
  expect(await screen.findAllByText(say('statistics:noDistance.goesBack', { day: '02.03.2026' }))).toHaveLength(2);
  unmount();
  const reason = { code: 'bicycle', performedOn: null } as const;
  server.answers[STATISTICS] = () => figuresOf({ ...missing, distanceReason: reason, unit: 'year' });
  open(PATH, vehicleOf(7, { vehicleType: 'bicycle', mileageUnit: null }));
  await screen.findByRole('img', COST_CHART);
  expect(screen.queryByText(say('statistics:distance.km'))).toBeNull();
  expect(screen.queryByText(say('statistics:noDistance.bicycle'))).toBeNull();
});

test('years show when they begin with the first record, and why they have no distance; their CSV leaves it empty', async () => {
  const years: VehicleStatistics['years'] = [
    {
      year: 2019,
      since: '2019-12-02',
      until: null,
      cost: 50,
      records: 1,
      groups: { maintenance: 50 },
      otherCurrencies: [],
      distance: null,
      distanceReason: { code: 'oneReading', performedOn: null },
    },
    {
      ...{ year: 2026, since: null, until: '2026-05-17', cost: 300.5, records: 2, groups: { energy: 100, standing: 200.5 } },
      ...{ otherCurrencies: [], distance: 12_000, distanceReason: null },
    },
  ];
  const figures = figuresOf({
    years,
    extended: EXTENDED && { ...EXTENDED, yearOverYear: years.map((year) => ({ ...year, previousCost: null, change: null })) },
  });
  fakeServer({ 'GET /api/users/user': () => userOf('business'), [STATISTICS]: () => figures });
  const files = savedFiles();
  const { say, user } = open(`${PATH}?period=2019-01-01_2026-05-17`);
  await user.click(await screen.findByText(say('statistics:spans.inFigures')));
  const since = say('statistics:since', { day: '02.12.2019' });
  const reason = say('statistics:noDistance.oneReading');
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name: say(name) }))
      .getAllByRole('row')
      .slice(1);
  expect(rowsOf('statistics:spans.year').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`^2026 ${say('statistics:until', { day: '17.05.2026' })}2\\sзаписи12\\s000\\sкм`)),
    expect.stringMatching(new RegExp(`^2019 ${since}1\\sзапис– ${reason}`)),
  ]);
  expect(rowsOf('statistics:years.title')[1]?.textContent).toContain(`2019 ${since}`);
  expect(screen.getByText(say('statistics:spans.partial'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: say('statistics:csv.label', { title: say('statistics:spans.year') }) }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]?.text())?.split('\r\n').slice(1)).toEqual([
    '"2026";"";"2026-05-17";"2";"300,5";"100";"0";"0";"200,5";"0";"12000"',
    '"2019";"2019-12-02";"";"1";"50";"0";"50";"0";"0";"0";""',
  ]);
});

test('without costs in the period says so, names the loan, and keeps the choice of the period', async () => {
  const empty = { records: 0, months: [], years: [], loan: { records: 1, cost: 5_000, otherCurrencies: [] } };
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf(empty) });
  const { say } = open();
  expect(await screen.findByRole('heading', { name: say('statistics:empty.title') })).toBeDefined();
  expect(document.body.textContent).toContain(say('statistics:loan', { sum: '5\u00a0000,00\u00a0₴' }));
  expect(screen.getByRole('group', { name: say('statistics:period.label') })).toBeDefined();
});

test('a failure can be retried', async () => {
  const server = family();
  server.answers[STATISTICS] = () => FAILURE;
  const { say, user } = open();
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:vehicleStatisticsApi.500'));
  server.answers[STATISTICS] = () => figuresOf();
  await user.click(screen.getByRole('button', { name: say('again') }));
  expect(await screen.findByRole('img', COST_CHART)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('basic sees a marked example and the way to the tariff, and no statistics are requested', async () => {
  const { sent } = fakeServer({ 'GET /api/users/user': () => userOf('basic'), [STATISTICS]: () => REJECTION });
  startSession({ token: 'token', name: 'Олена', tariff: 'basic' });
  const { say } = open();
  const example = await screen.findByRole('region', { name: say('statistics:example.mark') });
  expect(within(example).getByRole('img', COST_CHART)).toBeDefined();
  expect(example.textContent).toContain(say('statistics:example.works.oil'));
  expect(screen.getByRole('link', { name: say('statistics:example.choose') }).getAttribute('href')).toContain('plan=family');
  expect(screen.queryByRole('group', { name: say('statistics:period.label') })).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith('/statistics'))).toEqual([]);
});

test('basic with an order is led to the order', async () => {
  fakeServer({ 'GET /api/users/user': () => userOf('basic', { status: 'processing' }) });
  const { say } = open();
  expect((await screen.findByRole('link', { name: say('statistics:example.order') })).getAttribute('href')).toContain('view=order');
});

test('a tariff that ends while the page is open leads to the example; a new one back to the figures', async () => {
  const server = family();
  const { say, client } = open();
  await screen.findByRole('img', COST_CHART);
  server.answers['GET /api/users/user'] = () => userOf('basic');
  server.answers[STATISTICS] = () => REJECTION;
  await act(() => client.invalidateQueries({ queryKey: ['statistics'] }));
  expect(await screen.findByRole('region', { name: say('statistics:example.mark') })).toBeDefined();
  expect(document.body.textContent).not.toContain('350,50');

  server.answers['GET /api/users/user'] = () => userOf('family');
  server.answers[STATISTICS] = () => figuresOf();
  await act(() => client.invalidateQueries({ queryKey: ['user'] }));
  expect(await screen.findByRole('group', { name: say('statistics:period.label') })).toBeDefined();
  expect((await screen.findAllByText('350,50 ₴')).length).toBeGreaterThan(0);
});

test('parts end with the records that name none, and say when one code has several names', async () => {
  const extended = EXTENDED && { ...EXTENDED, parts: EXTENDED.parts.map((part) => ({ ...part, hasOtherNames: true })) };
  fakeServer({ 'GET /api/users/user': () => userOf('business'), [STATISTICS]: () => figuresOf({ extended }) });
  const { say } = open();
  const parts = await screen.findByRole('region', { name: say('statistics:parts.title') });
  expect(parts.textContent).toContain(`OF-5541, ${say('statistics:parts.otherNames')}`);
  const lines = within(parts).getAllByRole('definition');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['80,00\u00a0₴', '270,50\u00a0₴', '350,50\u00a0₴']);
});
