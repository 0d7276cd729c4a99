import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Vehicle } from '#contract/vehicles.ts';
import { show } from '#tests/support/component.tsx';
import { VehicleCard } from './vehicle-card.tsx';

const IMAGE = '/api/images/abcdefghijklmnopqrstuv';
const vehicle = {
  ...{ id: 7, vehicleType: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, vin: 'TMBJJ7NE3E0123456', image: IMAGE },
  ...{ mileageUnit: 'km', reading: 98_047, yearCost: 0, totalCost: 0, recordCount: 0, lastRecord: null },
} as unknown as Vehicle;
const name = 'Škoda Octavia';

function shown(isOpen: boolean) {
  const onToggle = vi.fn();
  const card = (
    <VehicleCard
      vehicle={vehicle}
      year={2026}
      currency="UAH"
      isOpen={isOpen}
      isHidden={false}
      isNarrow={false}
      onToggle={onToggle}
      onStartRecord={() => undefined}
    >
      {undefined}
    </VehicleCard>
  );
  return { onToggle, ...show(card) };
}

test('the card loads its photo in a suitable size', () => {
  const { container, say } = shown(false);
  const photo = container.querySelector('img');
  expect(photo?.getAttribute('src')).toBe(`${IMAGE}?width=192`);
  expect(photo?.getAttribute('srcset')).toBe(`${IMAGE}?width=192 192w, ${IMAGE}?width=384 384w`);
  expect(photo?.getAttribute('sizes')).toBe('96px');
  expect(screen.queryByRole('button', { name: say('vehicles:photo.enlarge', { name }) })).toBeNull();
});

test('enlarges the photo of an open vehicle; a click outside closes the photo but not the vehicle', async () => {
  const { say, user, onToggle } = shown(true);
  expect(screen.queryByRole('img')).toBeNull();
  await user.click(screen.getByRole('button', { name: say('vehicles:photo.enlarge', { name }) }));
  const dialog = await screen.findByRole('dialog', { name });
  expect(
    within(dialog)
      .getByRole('img', { name: say('vehicles:photo.alt', { name }) })
      .getAttribute('src'),
  ).toBe(IMAGE);
  fireEvent.click(dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: say('vehicles:photo.enlarge', { name }) }));
  await user.click(screen.getByRole('button', { name: say('shell:close') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onToggle).not.toHaveBeenCalled();
});

test('a photo that fails to load shows an error and can be loaded again', async () => {
  const { say, user } = shown(true);
  await user.click(screen.getByRole('button', { name: say('vehicles:photo.enlarge', { name }) }));
  fireEvent.error(await screen.findByRole('img', { name: say('vehicles:photo.alt', { name }) }));
  expect(screen.getByRole('alert').textContent).toContain(say('vehicles:photo.failed'));
  await user.click(screen.getByRole('button', { name: say('shell:again') }));
  expect(screen.getByRole('img', { name: say('vehicles:photo.alt', { name }) }).getAttribute('src')).toBe(IMAGE);
});
