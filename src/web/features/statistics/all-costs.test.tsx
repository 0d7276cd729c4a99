import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { allFiguresOf, FAILURE, REJECTION, userOf } from '#tests/support/cost-answers.ts';
import { savedFiles } from '#tests/support/saved-files.ts';
import { endSession, startSession } from '../../api/session.ts';
import { CostsPage } from './costs.page.tsx';

const NOW = new Date('2026-05-17T09:00:00Z');
const STATISTICS = 'GET /api/statistics/vehicles';
const PATH = '/service/statistics';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  startSession({ token: 'token' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const serverOf = (tariff: 'family' | 'business', vehicles: number) =>
  fakeServer({ 'GET /api/users/user': () => userOf(tariff), [STATISTICS]: () => allFiguresOf(vehicles) });
const open = (path = PATH, language: 'ua' | 'en' = 'ua') => show(<CostsPage />, { path, language });

test('family sees the basic figures without distances, comparison and downloads', async () => {
  serverOf('family', 0);
  const { say } = open();
  expect(screen.getByRole('heading', { level: 1, name: say('statistics:all.title') })).toBeDefined();
  expect(await screen.findByRole('img', { name: say('statistics:spans.month') })).toBeDefined();
  expect(document.body.textContent).toMatch(/350,50\s₴/);
  expect(screen.getByRole('region', { name: say('statistics:operations.title') })).toBeDefined();
  expect(document.body.textContent).not.toContain(say('statistics:distance.km'));
  expect(screen.queryByRole('region', { name: say('statistics:compared.title') })).toBeNull();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  expect(screen.queryByRole('button', { name: say('statistics:report.button') })).toBeNull();
});

test('business sees the vehicles side by side, each with a link to its costs in the same period', async () => {
  const { sent } = serverOf('business', 2);
  const { say } = open(`${PATH}?period=year`);
  const table = await screen.findByRole('table', { name: say('statistics:compared.title') });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Škoda Octavia 7.*2014.*TMBZZZ1Z5E000007.*3\sзаписи.*50,0\s?%.*2\s000\sкм.*0,18\s₴.*350,50\s₴/),
    expect.stringContaining('Škoda Octavia 8'),
  ]);
  expect(within(table).getByRole('link', { name: 'Škoda Octavia 7' }).getAttribute('href')).toBe('/service/7/statistics?period=year');
  expect(table.querySelector('rect')?.getAttribute('width')).toBe('50');
  expect(screen.getByText(say('statistics:forecast.title'))).toBeDefined();
  expect(screen.getByRole('region', { name: say('statistics:parts.title') }).textContent).toContain('OF-5541');
  expect(screen.getByRole('table', { name: say('statistics:years.title') })).toBeDefined();
  const asked = sent.find(({ path }) => path === '/api/statistics/vehicles')?.query;
  expect([asked?.get('from'), asked?.get('to')]).toEqual(['2026-01-01', '2026-12-31']);
});

test('says which vehicles the sums leave out', async () => {
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => allFiguresOf(0, { hidden: 3, archived: 1 }) });
  const { say } = open();
  expect(await screen.findByText(say('vehicles:leftOut.both', { hidden: 3, archived: 1 }))).toBeDefined();
});

test('a thousand vehicles: the costliest at first, all on demand', async () => {
  serverOf('business', 1_000);
  const { say, user } = open();
  const table = await screen.findByRole('table', { name: say('statistics:compared.title') });
  expect(within(table).getAllByRole('link')).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: say('statistics:compared.all', { count: 1_000, value: '1\u00a0000' }) }));
  expect(table.querySelectorAll('tbody tr')).toHaveLength(1_000);
  expect(document.activeElement).toBe(table.querySelectorAll('tbody tr')[20]?.querySelector('a'));
});

test('the CSV of the vehicles has all of them, including those that are not shown', async () => {
  serverOf('business', 30);
  const files = savedFiles();
  const { say, user } = open(`${PATH}?period=all`);
  await user.click(await screen.findByRole('button', { name: say('statistics:csv.label', { title: say('statistics:compared.title') }) }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('Витрати на весь транспорт, За транспортом, Увесь час.csv');
  expect(files[0]?.type).toBe('text/csv;charset=utf-8');
  const lines = (await files[0]?.text())?.split('\r\n') ?? [];
  expect(lines).toHaveLength(31);
  expect(lines[0]).toBe(
    '\ufeff"Марка";"Модель";"Рік випуску";"VIN, HIN або серійний номер";"Записів";"Витрати, UAH";"Частка, %";"Пройдено або напрацьовано";"Одиниця";"За одиницю, UAH"',
  );
  expect(lines[1]).toBe('"Škoda";"Octavia 7";"2014";"TMBZZZ1Z5E000007";"3";"350,5";"3,33";"2000";"км";"0,1753"');
});

test('every table of business is a CSV with the reader’s separators', async () => {
  serverOf('business', 1);
  const files = savedFiles();
  const { user } = open(`${PATH}?period=2026-01-01_2026-03-31`, 'en');
  for (const button of await screen.findAllByRole('button', { name: /^Download CSV/ })) await user.click(button);
  await waitFor(() => expect(files).toHaveLength(6));
  const texts = await Promise.all(files.map((file) => file.text()));
  expect(files.map(({ name }, index) => [name, texts[index]?.split('\r\n').slice(1)])).toEqual([
    [
      'Costs of all vehicles, By category, 2026-01-01–2026-03-31.csv',
      ['"Fuel and charging","1","50"', '"Insurance, tax, inspection","2","300.5"'],
    ],
    [
      'Costs of all vehicles, By month, 2026-01-01–2026-03-31.csv',
      ['"2026-03","2","300.5","0","0","0","300.5","0"', '"2026-01","1","50","50","0","0","0","0"'],
    ],
    ['Costs of all vehicles, By vehicle, 2026-01-01–2026-03-31.csv', [expect.stringMatching(/^"Škoda","Octavia 7","2014"/)]],
    ['Costs of all vehicles, By work, 2026-01-01–2026-03-31.csv', ['"Олива","2","300"', '"Шини","1","50"', '"Other work","4","0.5"']],
    ['Costs of all vehicles, Year by year, 2026-01-01–2026-03-31.csv', ['"2025","","","250","25"', '"2024","","","200",""']],
    [
      'Costs of all vehicles, By part, 2026-01-01–2026-03-31.csv',
      ['"Фільтр","OF-5541","2","80","45","2026-03-02"', '"Records without a part","","5","270.5","",""'],
    ],
  ]);
});

test('basic sees the marked example and the way to the tariff, and no statistics are requested', async () => {
  const { sent } = fakeServer({ 'GET /api/users/user': () => userOf('basic'), [STATISTICS]: () => REJECTION });
  startSession({ token: 'token', name: 'Олена', tariff: 'basic' });
  const { say } = open();
  const example = await screen.findByRole('region', { name: say('statistics:example.mark') });
  expect(example.textContent).toContain(say('statistics:example.works.oil'));
  expect(example.textContent).not.toContain(say('statistics:distance.km'));
  expect(screen.getByRole('link', { name: say('statistics:example.choose') }).getAttribute('href')).toContain('plan=family');
  expect(sent.filter(({ path }) => path === '/api/statistics/vehicles')).toEqual([]);
});

test('a tariff that ends while the page is open leads to the example; business that becomes family loses the comparison', async () => {
  const server = serverOf('business', 2);
  const { say, client } = open();
  await screen.findByRole('table', { name: say('statistics:compared.title') });
  server.answers['GET /api/users/user'] = () => userOf('family');
  server.answers[STATISTICS] = () => allFiguresOf(0);
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('table', { name: say('statistics:compared.title') })).toBeNull());
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  expect(screen.queryByRole('button', { name: say('statistics:report.button') })).toBeNull();

  server.answers['GET /api/users/user'] = () => userOf('basic');
  server.answers[STATISTICS] = () => REJECTION;
  await act(() => client.invalidateQueries({ queryKey: ['statistics'] }));
  expect(await screen.findByRole('region', { name: say('statistics:example.mark') })).toBeDefined();
  expect(document.body.textContent).not.toContain('350,50');
});

test('without records in the period says so; a failure can be retried', async () => {
  const server = serverOf('family', 0);
  server.answers[STATISTICS] = () => FAILURE;
  const { say, user } = open();
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:vehicleStatisticsApi.500'));
  server.answers[STATISTICS] = () => allFiguresOf(0, { records: 0, months: [], years: [] });
  await user.click(screen.getByRole('button', { name: say('again') }));
  expect(await screen.findByRole('heading', { name: say('statistics:empty.title') })).toBeDefined();
  expect(screen.getByRole('group', { name: say('statistics:period.label') })).toBeDefined();
});

test('a visitor is led to the login and back to the same period', async () => {
  serverOf('family', 0);
  endSession();
  const { router } = open(`${PATH}?period=year`);
  expect(await screen.findByRole('heading', { name: 'login' })).toBeDefined();
  expect(router.state.location.search).toBe(`?from=${encodeURIComponent('/service/statistics?period=year')}`);
});

test('a file that cannot be made is reported', async () => {
  serverOf('business', 1);
  savedFiles();
  URL.createObjectURL = () => {
    throw new Error('no memory');
  };
  const { say, user } = open();
  const [button] = await screen.findAllByRole('button', { name: /CSV/ });
  if (button) await user.click(button);
  expect(await screen.findByText(say('statistics:csv.failed'))).toBeDefined();
});
