import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { figuresOf, userOf } from '#tests/support/cost-answers.ts';
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

test.each([
  ['', { from: '2025-06-01', to: null }],
  ['?period=year', { from: '2026-01-01', to: '2026-12-31' }],
  ['?period=lastYear', { from: '2025-01-01', to: '2025-12-31' }],
  ['?period=all', { from: null, to: null }],
  ['?period=2025-11-01_2026-01-31', { from: '2025-11-01', to: '2026-01-31' }],
])('with the address %j asks for %j', async (search, days) => {
  const { sent } = family();
  open(PATH + search);
  await screen.findByRole('img', COST_CHART);
  const asked = sent.find(({ path }) => path.endsWith('/statistics'))?.query;
  expect({ from: asked?.get('from'), to: asked?.get('to') }).toEqual(days);
});

test('the choice of a period is kept in the address', async () => {
  family();
  const { say, user, router } = open(`${PATH}?other=1`);
  await screen.findByRole('img', COST_CHART);
  const press = (name: string) => user.click(screen.getByRole('button', { name: say(`statistics:period.${name}`) }));
  await press('all');
  expect(router.state.location.search).toBe('?other=1&period=all');
  await press('months');
  expect(router.state.location.search).toBe('?other=1');
  await user.click(screen.getByRole('button', { name: '2025' }));
  expect(router.state.location.search).toBe('?other=1&period=lastYear');
  await press('months');
  await press('range');
  expect(router.state.location.search).toBe('?other=1&period=2025-06-01_2026-05-17');
  expect(screen.queryByRole('group', { name: say('statistics:period.older') })).toBeNull();
});

test('a custom period offers the years before the last one, and the figures name their days', async () => {
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf({ firstYear: 2022 }) });
  const { say, user, router } = open(`${PATH}?period=2024-02-01_2025-03-31`);
  const years = within(await screen.findByRole('group', { name: say('statistics:period.older') })).getAllByRole('button');
  expect(years.map(({ textContent }) => textContent)).toEqual(['2024', '2023', '2022']);
  await user.click(screen.getByRole('button', { name: '2023' }));
  expect(router.state.location.search).toBe('?period=2023-01-01_2023-12-31');
  expect(screen.getByRole('button', { name: '2023' }).getAttribute('aria-pressed')).toBe('true');
  expect(await screen.findByText(say('statistics:period.days', { from: '01.01.2023', to: '31.12.2023' }))).toBeDefined();
});

test('a record of long ago adds at most 20 years', async () => {
  fakeServer({ 'GET /api/users/user': () => userOf('family'), [STATISTICS]: () => figuresOf({ firstYear: 1950 }) });
  const { say } = open(`${PATH}?period=2024-02-01_2025-03-31`);
  const years = within(await screen.findByRole('group', { name: say('statistics:period.older') })).getAllByRole('button');
  expect(years.map(({ textContent }) => textContent)).toEqual(Array.from({ length: 20 }, (_, index) => String(2024 - index)));
});

test('the figures of the previous period stay, marked as busy, until those of a new one are answered', async () => {
  const server = family();
  const { say, user } = open();
  await screen.findByRole('img', COST_CHART);
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof figuresOf>>();
  server.answers[STATISTICS] = () => promise;
  await user.click(screen.getByRole('button', { name: say('statistics:period.all') }));
  const view = screen.getByRole('heading', { name: say('statistics:title') }).parentElement;
  expect(view?.getAttribute('aria-busy')).toBe('true');
  expect(document.body.textContent).toContain('350,50');
  expect(screen.getByRole('img', { name: say('statistics:spans.month') }).querySelectorAll('rect'), 'its own months').toHaveLength(12);
  expect(screen.getByRole('button', { name: say('statistics:period.all') })).toBe(document.activeElement);
  await act(async () => resolve(figuresOf({ totalCost: 999.5 })));
  expect((await screen.findAllByText('999,50 ₴')).length).toBeGreaterThan(0);
  expect(view?.getAttribute('aria-busy')).toBeNull();
});

test('a range keeps the focus when it is shown, and gets it at its wrong field otherwise', async () => {
  family();
  const { say, user } = open(`${PATH}?period=2025-11-01_2026-01-31`);
  const from = await screen.findByLabelText(say('statistics:period.from'));
  const to = screen.getByLabelText(say('statistics:period.to'));
  await user.clear(from);
  await user.type(from, '2025-12-01');
  const button = screen.getByRole('button', { name: say('statistics:period.show') });
  await user.click(button);
  expect(document.activeElement).toBe(button);
  await user.clear(from);
  await user.clear(to);
  await user.click(button);
  expect(document.activeElement).toBe(from);
  fireEvent.change(to, { target: { value: '12026-01-01' } });
  await user.click(button);
  expect(document.activeElement).toBe(to);
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(from.getAttribute('aria-invalid')).not.toBe('true');
});

test('a reversed range is rejected at its field', async () => {
  family();
  const { say, user, router } = open(`${PATH}?period=2025-11-01_2026-01-31`);
  const from = await screen.findByLabelText(say('statistics:period.from'));
  await user.clear(from);
  await user.type(from, '2026-02-01');
  await user.click(screen.getByRole('button', { name: say('statistics:period.show') }));
  expect(screen.getByText(say('errors:validation.date.order'))).toBeDefined();
  expect(from.getAttribute('aria-invalid')).toBe('true');
  await user.clear(from);
  await user.type(from, '2026-01-01');
  await user.click(screen.getByRole('button', { name: say('statistics:period.show') }));
  expect(router.state.location.search).toBe('?period=2026-01-01_2026-01-31');
});
