import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../api/session.ts';
import { VehiclesPage } from './vehicles.page.tsx';

vi.mock('../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  startSession({ token: 'token' });
});

const vehicle = {
  ...{ id: 7, vehicleType: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, color: 'синій', carType: 'wagon', fuelType: 'petrol' },
  ...{ engineVolume: 1.4, mileage: 98_047, mileageUnit: 'km', vin: 'TMBJJ7NE3E0123456', hinNumber: null, serialNumber: null },
  ...{ image: '/api/images/abcdefghijklmnopqrstuv', reading: 980_470, totalCost: 0, yearCost: 0, recordCount: 3, lastRecord: null },
  ...{ note: null, createdAt: '2026-01-01T00:00:00.000Z' },
} satisfies Vehicle;
const recordOf = (id: number, performedOn: string, reading: number): ServiceRecord => ({
  ...{ id, performedOn, reading, operationName: `Робота ${id}`, partName: '-', partCode: '-', price: 10 },
});

function server(one: Vehicle) {
  const history = [
    { data: [recordOf(3, '2026-05-01', 98_100)], nextCursor: '2026-05-01_3' },
    { data: [recordOf(2, '2026-04-01', 980_470), recordOf(1, '2026-03-01', 98_000)], nextCursor: null },
  ];
  return fakeServer({
    'GET /api/vehicles': () => ({ body: { success: true, data: [one], hidden: 0, limit: 5 } }),
    'GET /api/users/user': () => ({
      body: { success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff: 'family' } },
    }),
    'GET /api/vehicles/7/records': () => ({
      body: { success: true, totalCost: 30, ...(history.shift() ?? { data: [], nextCursor: null }) },
    }),
    'GET /api/vehicles/7/readings': () => ({
      body: { success: true, data: { before: null, after: null, highest: { id: 2, reading: 980_470, performedOn: '2026-04-01' } } },
    }),
  });
}

test('the vehicle form names the record of its mileage and links to it, even on a later page', async () => {
  server(vehicle);
  const { say, user } = show(<VehiclesPage />, { path: '/service?edit=7' });
  const mileage = await screen.findByLabelText(say('vehicleForm:mileage'), { exact: true });
  await waitFor(() => {
    const help = document.getElementById(mileage.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent.replaceAll('\u00a0', ' ')).toContain('980 470 км: найбільший показ, із запису за 01.04.2026.');
  });
  await user.click(screen.getByRole('link', { name: say('vehicleForm:toRecord') }));
  const form = await screen.findByRole('form', { name: say('records:form.editLabel', { name: 'Робота 2', day: '01.04.2026' }) });
  await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
  expect(within(form).getByDisplayValue('980 470')).not.toBeNull();
});

test("names no record for the vehicle's own mileage", async () => {
  const { sent } = server({ ...vehicle, reading: 98_047 });
  const { say } = show(<VehiclesPage />, { path: '/service?edit=7' });
  await screen.findByLabelText(say('vehicleForm:mileage'), { exact: true });
  expect(sent.filter(({ path }) => path.endsWith('/readings'))).toEqual([]);
  expect(screen.queryByRole('link', { name: say('vehicleForm:toRecord') })).toBeNull();
});
