import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Vehicle } from '#contract/vehicles.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { VehiclesPage } from '../book/vehicles.page.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  startSession({ token: 'token' });
});

const vehicle = {
  ...{ id: 7, vehicleType: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, color: 'синій', carType: 'wagon', fuelType: 'petrol' },
  ...{ engineVolume: 1.4, mileage: 98_047, mileageUnit: 'km', vin: 'TMBJJ7NE3E0123456', hinNumber: null, serialNumber: null, plate: null },
  ...{ image: '/api/images/abcdefghijklmnopqrstuv', reading: 980_470, totalCost: 0, yearCost: 0, recordCount: 3, lastRecord: null },
  ...{ secondFuelType: null, tankVolume: null, secondTankVolume: null, batteryCapacity: null, yearlyDistance: null, isPaused: false },
  ...{ spentTotal: 0, spentYear: 0, otherCurrencies: [], otherCurrenciesYear: [], entryCount: 3 },
  ...{ note: null, createdAt: '2026-01-01T00:00:00.000Z', archivedAt: null, undoUntil: null, restorableFrom: null },
} satisfies Vehicle;
function server(one: Vehicle) {
  return fakeServer({
    'GET /api/vehicles': () => ({ body: { success: true, data: [one], hidden: 0, limit: 5 } }),
    'GET /api/users/user': () => ({
      body: { success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff: 'family' } },
    }),
    'GET /api/vehicles/7/records': () => ({ body: { success: true, totalCost: 0, data: [], nextCursor: null } }),
    'GET /api/vehicles/7/reference-readings': () => ({
      body: { success: true, data: { before: null, after: null, highest: { id: 2, reading: 980_470, performedOn: '2026-04-01' } } },
    }),
  });
}

test('the vehicle form names the record of its mileage and links to it', async () => {
  server(vehicle);
  const { say } = show(<VehiclesPage />, { path: '/service?edit=7' });
  const mileage = await screen.findByLabelText(say('vehicleForm:mileage'), { exact: true });
  await waitFor(() => {
    const help = document.getElementById(mileage.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent.replaceAll('\u00a0', ' ')).toContain('980 470 км: найбільший показ, із запису за 01.04.2026.');
  });
  expect(screen.getByRole('link', { name: say('vehicleForm:toRecord') }).getAttribute('href')).toBe('/service/7?entry=work:2');
});

test("names no record for the vehicle's own mileage", async () => {
  const { sent } = server({ ...vehicle, reading: 98_047 });
  const { say } = show(<VehiclesPage />, { path: '/service?edit=7' });
  await screen.findByLabelText(say('vehicleForm:mileage'), { exact: true });
  expect(sent.filter(({ path }) => path.endsWith('/reference-readings'))).toEqual([]);
  expect(screen.queryByRole('link', { name: say('vehicleForm:toRecord') })).toBeNull();
});
