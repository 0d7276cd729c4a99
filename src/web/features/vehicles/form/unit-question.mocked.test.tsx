import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Vehicle } from '#contract/vehicles.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { VehiclesPage } from '../book/vehicles.page.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  startSession({ token: 'token' });
});

const car = {
  ...{ id: 7, vehicleType: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, color: 'синій', carType: 'wagon', fuelType: 'petrol' },
  ...{ engineVolume: 1.4, mileage: 98_047, mileageUnit: 'km', vin: 'TMBJJ7NE3E0123456', hinNumber: null, serialNumber: null, plate: null },
  ...{ image: '/api/images/abcdefghijklmnopqrstuv', reading: 98_047, totalCost: 0, yearCost: 0, recordCount: 302, lastRecord: null },
  ...{ secondFuelType: null, tankVolume: null, secondTankVolume: null, batteryCapacity: null, yearlyDistance: null, isPaused: false },
  ...{ spentTotal: 0, spentYear: 0, otherCurrencies: [], otherCurrenciesYear: [], entryCount: 302 },
  ...{ note: null, createdAt: '2026-01-01T00:00:00.000Z', archivedAt: null, undoUntil: null, restorableFrom: null },
} satisfies Vehicle;

/** Opens the form of the vehicle, with its history behind it. */
async function open(vehicle: Vehicle = car) {
  let stored = vehicle;
  let reading = vehicle.reading;
  const history = () => [
    { id: 1, performedOn: '2026-05-01', reading, operationName: 'Олива', partName: '-', partCode: '-', currency: 'UAH', price: 10 },
  ];
  const { sent, answers } = fakeServer({
    'GET /api/vehicles': () => ({ body: { success: true, data: [stored], hidden: 0, limit: 5 } }),
    'GET /api/users/user': () => ({
      body: { success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff: 'family' } },
    }),
    'GET /api/vehicles/7/records': () => ({ body: { success: true, data: history(), totalCost: 10, nextCursor: null } }),
    'PATCH /api/vehicles/7': ({ body }) => {
      const { unitChange, ...change } = Object.fromEntries(body as FormData) as unknown as Partial<Vehicle> & { unitChange?: string };
      if (unitChange === 'convert') reading = 60_924;
      stored = { ...stored, ...change, mileage: reading, reading };
      return { body: { success: true, data: stored } };
    },
  });
  const page = show(<VehiclesPage />, { path: '/service?edit=7' });
  const { say, user } = page;
  const units = await screen.findByLabelText(say('vehicleForm:mileageUnit'));
  return {
    ...page,
    ...{ answers, choose: (unit: string) => user.selectOptions(units, unit) },
    save: () => user.click(screen.getByRole('button', { name: say('vehicleForm:save') })),
    dialog: () => screen.queryByRole('dialog'),
    press: (key: string, count?: number) =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name: say(`vehicleForm:unitChange.${key}`, { count }) })),
    changes: () =>
      sent
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }) => {
          const { seen: _, ...fields } = Object.fromEntries(body as FormData);
          return fields;
        }),
  };
}

test('kilometres to miles: asks with the number of records, converts them and shows the history in miles', async () => {
  const { say, choose, save, dialog, press, changes } = await open();
  await choose('mi');
  await save();
  await waitFor(() => expect(dialog()?.textContent).toContain(say('vehicleForm:unitChange.distance', { count: 302 })));
  expect(changes()).toEqual([]);
  await press('convert', 302);
  await waitFor(() => expect(changes()).toEqual([{ mileageUnit: 'mi', unitChange: 'convert' }]));
  const row = await screen.findByRole('row', { name: /Олива/ });
  expect(row.textContent.replaceAll('\u00a0', ' ')).toContain('60 924 милі');
});

test('can correct only the unit, and sends a mileage typed with it', async () => {
  const { say, user, choose, save, press, changes } = await open();
  await choose('mi');
  const mileage = screen.getByLabelText(say('vehicleForm:mileage'), { exact: true });
  await user.clear(mileage);
  await user.type(mileage, '98100');
  await save();
  await press('relabel');
  await waitFor(() => expect(changes()).toEqual([{ mileage: '98100', mileageUnit: 'mi', unitChange: 'relabel' }]));
});

test('hours can only be relabelled, and cancelling sends nothing', async () => {
  const { say, choose, save, dialog, press, changes } = await open();
  await choose('h');
  await save();
  expect(dialog()?.textContent).toContain(say('vehicleForm:unitChange.hours', { count: 302 }));
  expect(within(dialog() as HTMLElement).getAllByRole('button')).toHaveLength(2);
  await press('keep');
  expect(dialog()).toBeNull();
  expect(changes()).toEqual([]);
  await save();
  await press('relabel');
  await waitFor(() => expect(changes()).toEqual([{ mileageUnit: 'h', unitChange: 'relabel' }]));
});

test('does not ask without records or for other fields', async () => {
  const { dialog, choose, save, changes } = await open({ ...car, recordCount: 0, entryCount: 0 });
  await choose('mi');
  await save();
  await waitFor(() => expect(changes()).toEqual([{ mileageUnit: 'mi' }]));
  expect(dialog()).toBeNull();
});

test('shows at the mileage that another tab has changed the unit to hours', async () => {
  const { say, answers, choose, save, press } = await open();
  answers['PATCH /api/vehicles/7'] = () => ({
    status: 400,
    body: { success: false, code: 'carsApi.400', message: '', errors: [{ field: 'unitChange', code: 'validation.choice', message: '' }] },
  });
  await choose('mi');
  await save();
  await press('convert', 302);
  const mileage = screen.getByLabelText(say('vehicleForm:mileage'), { exact: true });
  await waitFor(() => expect(document.activeElement).toBe(mileage));
  expect(screen.getByText(say('errors:validation.reading.unit'))).not.toBeNull();
});
