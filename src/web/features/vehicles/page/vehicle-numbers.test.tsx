import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { show } from '#tests/support/component.tsx';
import { VehicleNumbers } from './vehicle-numbers.tsx';

const PLATE = 'АІ 1234 ВК';

test('copies the VIN and the number plate as they are stored, and says when that fails', async () => {
  const vehicle = vehicleOf(7, { plate: PLATE });
  const { user, say } = show(<VehicleNumbers vehicle={vehicle} />);
  const press = (number: string | null) => user.click(screen.getByRole('button', { name: say('vehicles:page.copy', { number }) }));
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await press(vehicle.vin);
  await press(PLATE);
  expect(written.mock.calls).toEqual([[vehicle.vin], [PLATE]]);
  expect((await screen.findAllByText(/^Скопійовано/)).map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(PLATE));
  written.mockRejectedValue(new Error('denied'));
  await press(PLATE);
  expect(await screen.findByText(say('vehicles:page.notCopied'))).toBeDefined();
});

test('the number of a vehicle without a VIN is copied, too', async () => {
  const { user, say } = show(<VehicleNumbers vehicle={vehicleOf(7, { vin: null, serialNumber: '21061-1234567' })} />);
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: say('vehicles:page.copy', { number: '21061-1234567' }) }));
  expect(written.mock.calls).toEqual([['21061-1234567']]);
});
