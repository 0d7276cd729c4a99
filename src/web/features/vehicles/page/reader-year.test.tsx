import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { VehiclesPage } from '../book/vehicles.page.tsx';

const zone = process.env.TZ;
beforeEach(() => {
  startSession({ token: 'token' });
});
afterEach(() => {
  process.env.TZ = zone;
  vi.useRealTimers();
});

/** A server whose yearly costs are 1 hryvnia for each year since 2000. */
function server() {
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams } = new URL(input, 'http://localhost');
    const spentYear = Number(searchParams.get('year')) - 2000;
    if (pathname === '/api/vehicles')
      return Response.json({ success: true, data: [vehicleOf(1, { spentYear }), vehicleOf(2, { spentYear })], hidden: 0, limit: 5 });
    if (pathname === '/api/plan') return Response.json({ success: true, data: [], next: [] });
    return Response.json({ success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff: 'family' } });
  });
}

test.each([
  ['Europe/Kyiv', '2025-12-31T22:30:00Z', 2026],
  ['Europe/Kyiv', '2025-12-31T21:30:00Z', 2025],
  ['America/Los_Angeles', '2026-01-01T07:30:00Z', 2025],
  ['America/Los_Angeles', '2026-01-01T08:30:00Z', 2026],
])('in %s at %s shows the costs of %i with that year', async (timeZone, now, year) => {
  process.env.TZ = timeZone;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  server();
  const { say } = show(<VehiclesPage />, { path: '/service' });
  const [total, ...ofCars] = await screen.findAllByText(say('vehicles:totals.year', { year }));
  expect(total?.nextElementSibling?.textContent).toBe(`${2 * (year - 2000)},00\u00a0₴`);
  expect(ofCars.map((term) => term.nextElementSibling?.textContent)).toEqual(Array(2).fill(`${year - 2000},00\u00a0₴`));
});

test('costs loaded before midnight keep the label of their year', async () => {
  process.env.TZ = 'Europe/Kyiv';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-31T21:59:00Z') });
  server();
  const { say, user } = show(<VehiclesPage />, { path: '/service' });
  await screen.findAllByText(say('vehicles:totals.year', { year: 2025 }));
  vi.setSystemTime(new Date('2025-12-31T22:01:00Z'));
  await user.type(screen.getByRole('searchbox'), 's');
  expect(screen.getAllByText(say('vehicles:totals.year', { year: 2025 }))).toHaveLength(3);
});
