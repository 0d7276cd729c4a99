import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { VehicleForm } from './vehicle-form.tsx';

vi.mock('../../../photos/photo.ts', () => ({
  preparePhoto: async (file: File) => ({ image: file, name: file.name, shrunkFrom: undefined }),
}));
beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:photo';
  URL.revokeObjectURL ??= () => undefined;
});

const TYPED = { brand: 'Pinarello', model: 'F7', year: '2024', color: 'red', serialNumber: 'PL 778' };

function open() {
  const page = show(<VehicleForm vehicle={undefined} onSaved={() => undefined} onOutdated={() => undefined} />, { language: 'en' });
  const { say, user, container } = page;
  const field = (name: string) => screen.getByLabelText(say(`vehicleForm:${name}`), { exact: true });
  return {
    ...page,
    type: async () => {
      await user.click(screen.getByRole('radio', { name: say('vehicles:types.bicycle') }));
      for (const [name, text] of Object.entries(TYPED)) await user.type(field(name), text);
    },
    add: async () => {
      const input = container.querySelector('input[type=file]') as HTMLInputElement;
      await user.upload(input, new File(['photo'], 'bike.png', { type: 'image/png' }));
      await user.click(screen.getByRole('button', { name: say('vehicleForm:add') }));
    },
  };
}

test('resends a vehicle with the same key after a lost response and a reload, and with another key once it is changed', async () => {
  const { sent } = fakeServer({ 'POST /api/vehicles': () => new Promise<never>(() => undefined) });
  const sentKeys = () => sent.map(({ headers }) => headers.get('idempotency-key'));
  const page = open();
  await page.type();
  await page.add();
  await waitFor(() => expect(sent).toHaveLength(1));
  page.unmount();
  const again = open();
  await again.add();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sentKeys()[0]).toMatch(/./);
  expect(sentKeys()[1]).toBe(sentKeys()[0]);
  again.unmount();
  const changed = open();
  await changed.user.type(screen.getByLabelText(changed.say('vehicleForm:model'), { exact: true }), 'Disc');
  await changed.add();
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sentKeys()[2]).not.toBe(sentKeys()[0]);
});

test('shows an error of the whole request and keeps the focus on the button', async () => {
  fakeServer({ 'PATCH /api/vehicles/1': () => ({ status: 409, body: { success: false, code: 'carsApi.typeInUse', message: '' } }) });
  vi.stubGlobal('scrollTo', () => undefined);
  const { user, say } = show(<VehicleForm vehicle={vehicleOf(1, {})} onSaved={() => undefined} onOutdated={() => undefined} />, {
    language: 'en',
  });
  await user.type(screen.getByLabelText(say('vehicleForm:color'), { exact: true }), '!');
  const save = screen.getByRole('button', { name: say('vehicleForm:save') });
  await user.click(save);
  await screen.findByText(say('errors:carsApi.typeInUse'));
  await waitFor(() => expect(document.activeElement).toBe(save));
  vi.unstubAllGlobals();
});

test('takes no input while it is saved, because the form is left then', async () => {
  const answer = Promise.withResolvers<{ status: number; body: object }>();
  const { sent } = fakeServer({ 'PATCH /api/vehicles/1': () => answer.promise });
  vi.stubGlobal('scrollTo', () => undefined);
  const { user, say, container } = show(<VehicleForm vehicle={vehicleOf(1, {})} onSaved={() => undefined} onOutdated={() => undefined} />, {
    language: 'en',
  });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(say(`vehicleForm:${name}`), { exact: true });
  await user.type(field('color'), '!');
  await user.click(screen.getByRole('button', { name: say('vehicleForm:save') }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(field('color'), 'YZ');
  await user.type(field('brand'), 'YZ');
  await user.selectOptions(field('fuelType'), 'petrol');
  const values = () => [field('color').value, field('brand').value, field('fuelType').value];
  expect(values()).toEqual(['blue!', 'Škoda', 'diesel']);
  expect(container.querySelectorAll('fieldset[inert]')).toHaveLength(2);
  answer.resolve({ status: 409, body: { success: false, code: 'carsApi.typeInUse', message: '' } });
  await screen.findByText(say('errors:carsApi.typeInUse'));
  await user.type(field('color'), 'Z');
  expect(values()).toEqual(['blue!Z', 'Škoda', 'diesel']);
  vi.unstubAllGlobals();
});
