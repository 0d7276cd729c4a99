import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PartPrice } from '#contract/statistics.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { EXTENDED, FAILURE, figuresOf, REJECTION, userOf } from '#tests/support/cost-answers.ts';
import { savedFiles } from '#tests/support/saved-files.ts';
import { startSession } from '../../api/session.ts';
import { VehicleCosts } from './vehicle-costs.tsx';

const PRICES = 'GET /api/vehicles/7/statistics/parts';
const PATH = '/service/7/statistics';
const HISTORY: PartPrice[] = [
  { performedOn: '2026-03-02', price: 45, reading: 98_000, operationName: '=Заміна фільтра' },
  { performedOn: '2025-09-01', price: 36, reading: 0, operationName: 'Заміна фільтра' },
  { performedOn: '2025-01-10', price: 40, reading: 90_000.5, operationName: 'ТО' },
];
const pricesOf = (data: PartPrice[]) => ({ body: { success: true, data } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-17T09:00:00Z') });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  startSession({ token: 'token' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(path = PATH, vehicle = vehicleOf(7, {})) {
  const parts = [
    ...(EXTENDED?.parts ?? []),
    { name: 'Мастило', code: '', hasOtherNames: false, records: 1, cost: 5, lastPrice: 5, lastDay: '2026-03-02' },
  ];
  const server = fakeServer({
    'GET /api/users/user': () => userOf('business'),
    'GET /api/vehicles/7/statistics': () => figuresOf({ extended: EXTENDED && { ...EXTENDED, parts } }),
    [PRICES]: () => pricesOf(HISTORY),
  });
  return { ...server, ...show(<VehicleCosts vehicle={vehicle} />, { path }) };
}
const title = 'Історія ціни: OF-5541';
const link = () => screen.findByRole('link', { name: 'Історія ціни: Фільтр OF-5541' });

test('a part with a code opens its prices: a chart, and a table with the newest first', async () => {
  const { user, router, sent } = open(`${PATH}?period=year`);
  await user.click(await link());
  expect(screen.getAllByRole('link', { name: /Історія ціни/ }), 'none for a part without a code').toHaveLength(1);
  const dialog = screen.getByRole('dialog', { name: title });
  const chart = await within(dialog).findByRole('img', { name: title });
  expect(chart.querySelectorAll('[data-dot]')).toHaveLength(3);
  expect(chart.querySelector('path')?.getAttribute('d')).toMatch(/^M0 \S+H\S+V\S+H100V\S+$/);
  expect(chart.querySelector('desc')?.textContent).toMatch(/3\sціни, від 36,00\s₴ до 45,00\s₴/);
  const rows = within(within(dialog).getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^02\.03\.2026 98\s000\sкм=Заміна фільтра45,00\s₴ \+25\s?%$/),
    expect.stringMatching(/^01\.09\.2025 Заміна фільтра36,00\s₴ -10\s?%$/),
    expect.stringMatching(/^10\.01\.2025 90\s000,5\sкмТО40,00\s₴ $/),
  ]);
  expect(router.state.location.search).toBe('?period=year&part=OF-5541');
  expect(sent.find(({ path }) => path.endsWith('/parts'))?.query.get('code')).toBe('OF-5541');
});

test('"Close" and the back button lead to the page as it was', async () => {
  const { user, router, say } = open();
  await user.click(await link());
  await user.click(screen.getByRole('button', { name: say('close') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('');
  expect(router.state.historyAction, 'the page is not twice in the history').toBe('POP');
  await user.click(await link());
  expect(screen.getByRole('dialog', { name: title })).toBeDefined();
  await act(() => router.navigate(-1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an address with a part opens its prices; closing them stays on the page', async () => {
  const { user, router, say } = open(`${PATH}?part=OF-5541`);
  const dialog = await screen.findByRole('dialog', { name: title });
  await within(dialog).findByRole('table');
  await user.click(screen.getByRole('button', { name: say('close') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname + router.state.location.search).toBe(PATH);
});

test('the CSV has days, numbers and defused texts', async () => {
  const files = savedFiles();
  const { user } = open(`${PATH}?part=OF-5541&period=year`);
  const dialog = await screen.findByRole('dialog', { name: title });
  await user.click(await within(dialog).findByRole('button', { name: 'Завантажити CSV: Історія ціни OF-5541' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('Škoda Octavia, Історія ціни OF-5541, Увесь час.csv');
  expect((await files[0]?.text())?.split('\r\n')).toEqual([
    '\ufeff"Дата";"Ціна, UAH";"Зміна, %";"Показ, км";"Робота"',
    `"2026-03-02";"45";"25";"98000";"'=Заміна фільтра"`,
    '"2025-09-01";"36";"-10";"";"Заміна фільтра"',
    '"2025-01-10";"40";"";"90000,5";"ТО"',
  ]);
});

test('prices that are gone, cannot be loaded, or end with the tariff', async () => {
  const { user, answers, say, client } = open();
  answers[PRICES] = () => FAILURE;
  await user.click(await link());
  const dialog = screen.getByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(say('errors:vehicleStatisticsApi.500'));
  answers[PRICES] = () => pricesOf([]);
  await user.click(within(dialog).getByRole('button', { name: say('again') }));
  expect(await within(dialog).findByText(say('statistics:prices.empty'))).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: /CSV/ })).toBeNull();

  answers['GET /api/users/user'] = () => userOf('basic');
  for (const key of Object.keys(answers)) if (key.includes('statistics')) answers[key] = () => REJECTION;
  await act(() => client.invalidateQueries({ queryKey: ['statistics'] }));
  expect(await screen.findByRole('region', { name: say('statistics:example.mark') })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('one price is a chart with one dot', async () => {
  const { answers } = open(`${PATH}?part=OF-5541`);
  answers[PRICES] = () => pricesOf(HISTORY.slice(0, 1));
  const chart = await screen.findByRole('img', { name: title });
  expect(chart.querySelectorAll('[data-dot]')).toHaveLength(1);
  expect(chart.querySelector('[data-dot]')?.getAttribute('d')).toMatch(/^M50 /);
});
