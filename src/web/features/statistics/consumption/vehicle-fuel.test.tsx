import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConsumptionPoint, FuelConsumption } from '#contract/consumption.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { VehicleFuel } from './vehicle-fuel.tsx';

const NOW = new Date('2026-05-17T09:00:00Z');
const CONSUMPTION = 'GET /api/vehicles/7/consumption';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  startSession({ token: 'token' });
});
afterEach(() => vi.useRealTimers());

const point = (id: number, performedOn: string, value: number | null): ConsumptionPoint => ({
  ...{ id, performedOn, since: '2026-01-01', value, reason: value === null ? 'missedBefore' : null },
  ...(value === null ? { volume: null, distance: null } : { volume: 38.05, distance: 406 }),
});

const gas: FuelConsumption = {
  ...{ fuel: 'gas', unit: 'l/100km', volumeUnit: 'l', average: 9.25, reason: null, basis: 'stretches', isApproximate: false },
  ...{ margin: null, volume: 1247.3, distance: 13_412, fills: 33, intervals: 32, costPerDistance: 359.16, pricePerUnit: 38.6233 },
  ...{ best: { value: 8.6, performedOn: '2026-02-21' }, worst: { value: 10.4, performedOn: '2026-01-18' } },
  otherCurrencies: [],
  onFuel: { average: 9.87, distance: 12_600 },
  tooMuchOnFuel: null,
  points: [point(1, '2026-01-18', 10.4), point(2, '2026-02-10', null), point(3, '2026-02-21', 8.6)],
  prices: [
    { performedOn: '2026-01-18', value: 38.5 },
    { performedOn: '2026-02-21', value: 39.2 },
  ],
};
const petrol: FuelConsumption = { ...gas, fuel: 'petrol', average: 0.89, costPerDistance: 56.15, onFuel: null, points: [], prices: [] };

const answer = (data: FuelConsumption[], firstYear: number | null = 2024) => ({ body: { success: true, data, firstYear } });
const open = (vehicle = vehicleOf(7, { fuelType: 'petrol', secondFuelType: 'gas' })) =>
  show(<VehicleFuel vehicle={vehicle} currency="UAH" />, { path: '/service/7/fuel' });

test('shows each fuel with its figures, and adds only their money', async () => {
  const tooMuchOnFuel = { id: 4, performedOn: '2026-02-20', since: '2026-01-18' };
  const server = fakeServer({ [CONSUMPTION]: () => answer([gas, { ...petrol, tooMuchOnFuel }]) });
  const { say } = open();
  expect(await screen.findByRole('heading', { name: say('entries:fuel.gas') })).toBeDefined();
  const text = screen.getByRole('region', { name: say('fuel:title') }).textContent ?? '';
  for (const part of [
    /9,3\sл\/100\sкм/,
    /0,89\sл\/100\sкм/,
    /13\s412\sкм/,
    /8,6 · 21\.02\.2026/,
    /10,4 · 18\.01\.2026/,
    /38,623\s₴/,
    /9,9 · 12\s600\sкм/,
  ])
    expect(text).toMatch(part);
  // 359.16 + 56.15
  expect(text).toMatch(/Разом на 100\sкм415,31\s₴/);
  expect(text).toContain(say('fuel:bothFuels'));
  expect(text).toContain(say('fuel:tooMuchOnFuel', { from: '18.01.2026', to: '20.02.2026' }));
  const [opens] = screen.getAllByRole('link', { name: say('fuel:openFill') });
  expect(opens?.getAttribute('href')).toBe('/service/7?entry=fill:4');
  expect(screen.getByRole('link', { name: say('fuel:record') }).getAttribute('href')).toBe('/service/7?new=fill');
  expect(screen.getByRole('link', { name: say('fuel:allFills', { count: 66, value: '66' }) }).getAttribute('href')).toBe(
    '/service/7?kind=fill',
  );
  // The default period is the last 12 months.
  expect(server.sent.at(-1)?.query.get('from')).toBe('2025-06-01');
});

test('the chart breaks at a gap, says a chosen point, and has a table', async () => {
  fakeServer({ [CONSUMPTION]: () => answer([gas]) });
  const { say, user } = open();
  const chart = await screen.findByRole('img', { name: say('fuel:overTime') });
  expect(chart.querySelectorAll('[data-gap]')).toHaveLength(1);
  expect(chart.querySelectorAll('path[data-dot]')).toHaveLength(2);
  // Two lines that begin anew, not one.
  expect([...chart.querySelectorAll('path:not([data-dot], [data-hatch])')].map((path) => path.getAttribute('d')?.match(/[ML]/g))).toEqual([
    ['M', 'M'],
  ]);
  const choice = screen.getByRole('slider', { name: say('fuel:choose') });
  expect(choice.getAttribute('aria-valuetext')).toMatch(/^21\.02\.2026: 8,6/);
  fireEvent.change(choice, { target: { value: '0' } });
  expect(choice.getAttribute('aria-valuetext')).toMatch(/^18\.01\.2026: 10,4/);
  expect(screen.getByText(/18\.01\.2026: 10,4\sл\/100\sкм/).parentElement?.textContent).toMatch(/406\sкм від 01\.01\.202638,1\sл/);
  expect(screen.getByRole('link', { name: say('fuel:openFill') }).getAttribute('href')).toBe('/service/7?entry=fill:2');

  await user.click(screen.getAllByText(say('fuel:inFigures'))[0] as HTMLElement);
  const rows = within(screen.getByRole('table', { name: say('fuel:overTime') })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^21\.02\.2026406\sкм8,6/),
    expect.stringMatching(new RegExp(`^10\\.02\\.2026–– ${say('entries:reason.missedBefore')}`)),
    expect.stringMatching(/^18\.01\.2026406\sкм10,4/),
  ]);
});

test('says why there is no figure, and that an estimate is one', async () => {
  const none: FuelConsumption = { ...gas, average: null, reason: 'first', intervals: 0, points: [], best: null, worst: null, distance: 0 };
  const server = fakeServer({ [CONSUMPTION]: () => answer([none]) });
  const { say, unmount } = open();
  expect(await screen.findByText(say('fuel:why.first'))).toBeDefined();
  expect(screen.queryByText(say('fuel:cost.km'))).toBeNull();
  unmount();
  const estimate = {
    ...none,
    average: 7.83,
    reason: null,
    basis: 'estimate',
    isApproximate: true,
    margin: 0.3,
    fills: 9,
    distance: 2_140,
  } as const;
  server.answers[CONSUMPTION] = () => answer([{ ...estimate, costPerDistance: null }]);
  open();
  const region = await screen.findByRole('region', { name: say('fuel:title') });
  for (const part of [/≈ 7,8\s/, /за 9\sзаправками на 2\s140\sкм/, /до 0,3\sл/, say('fuel:fillOnce'), say('fuel:noCost')])
    expect(region.textContent).toMatch(part);
});

test('of electricity names the losses; of miles per gallon the lowest is a number, not the best', async () => {
  const power: FuelConsumption = { ...gas, fuel: 'electric', unit: 'kWh/100km', volumeUnit: 'kWh', isApproximate: true };
  const server = fakeServer({ [CONSUMPTION]: () => answer([power]) });
  const { say, unmount } = open();
  const region = await screen.findByRole('region', { name: say('fuel:title') });
  for (const part of [/≈ 9,3\s/, say('fuel:losses'), say('fuel:levels'), say('fuel:charged')]) expect(region.textContent).toMatch(part);
  unmount();
  const ends = { best: { value: 30, performedOn: '2026-02-21' }, worst: { value: 25, performedOn: '2026-01-18' } };
  server.answers[CONSUMPTION] = () => answer([{ ...gas, unit: 'mpg_us', volumeUnit: 'gal_us', ...ends }]);
  open(vehicleOf(7, { mileageUnit: 'mi' }));
  const facts = await screen.findByText(say('fuel:lowest'));
  expect(facts.nextSibling?.textContent).toBe('25,0 · 18.01.2026');
});

test('without fills it invites to the first one, or to another period; an archived vehicle gets none', async () => {
  const server = fakeServer({ [CONSUMPTION]: () => answer([], null) });
  const { say, unmount } = open();
  expect(await screen.findByText(say('fuel:empty.title'))).toBeDefined();
  unmount();
  server.answers[CONSUMPTION] = () => answer([], 2024);
  open(vehicleOf(7, { archivedAt: NOW.toISOString() }));
  expect(await screen.findByText(say('fuel:emptyPeriod.title'))).toBeDefined();
  expect(screen.queryByRole('link', { name: say('fuel:record') })).toBeNull();
});
