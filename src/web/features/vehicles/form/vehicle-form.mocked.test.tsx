import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { VehicleForm } from './vehicle-form.tsx';

// jsdom does not implement CSS.escape, which user-event needs for arrow keys.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;

vi.mock('./draw-photo.ts', () => ({
  drawPhoto: async (type: string, paint: string) => ({ image: new Blob([`${type} ${paint}`]), name: 'drawing', shrunkFrom: undefined }),
}));
beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:photo';
  URL.revokeObjectURL ??= () => undefined;
});

const FUEL = ['secondFuelType', 'tankVolume', 'secondTankVolume', 'batteryCapacity'] as const;

function shown(vehicle?: Vehicle) {
  const { sent, answers } = fakeServer({ 'PATCH /api/vehicles/1': () => ({ body: { success: true, data: vehicle } }) });
  const page = show(<VehicleForm vehicle={vehicle} onSaved={() => undefined} onOutdated={() => undefined} />);
  return {
    ...page,
    ...{ sent, answers },
    // Queries by role take seconds here.
    tiles: () => [...page.container.querySelectorAll<HTMLInputElement>('label:not([hidden]) > input[type=radio]')],
    tile: (type: string) => page.container.querySelector(`input[value=${type}]`) as HTMLInputElement,
    brand: () => screen.getByLabelText(page.say('vehicleForm:brand')),
    change: () => screen.queryByText(page.say('vehicleForm:changeType')),
    fuelField: (name: (typeof FUEL)[number]) =>
      screen.getByLabelText<HTMLInputElement>(page.say(`vehicleForm:moreFuel.${name}`), { exact: true }),
    fuelFields: () => FUEL.filter((name) => screen.queryByLabelText(page.say(`vehicleForm:moreFuel.${name}`), { exact: true })),
    save: () => page.user.click(screen.getByText(page.say('vehicleForm:save'))),
    changes: () =>
      sent
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }) => {
          const { seen: _, ...fields } = Object.fromEntries(body as FormData);
          return fields;
        }),
  };
}

test('clicking a type folds the tiles and focuses its fields; the tiles can be unfolded again', async () => {
  const { user, tiles, tile, brand, change } = shown();
  expect(tiles()).toHaveLength(12);
  expect(change()).toBeNull();
  await user.click(tile('boat'));
  expect(tiles().map(({ value }) => value)).toEqual(['boat']);
  expect(document.activeElement).toBe(brand());
  await user.click(change() as HTMLElement);
  expect(tiles()).toHaveLength(12);
  expect(document.activeElement).toBe(tile('boat'));
  await user.click(tile('car'));
  expect(tiles().map(({ value }) => value)).toEqual(['car']);
  await user.click(tile('car'));
  expect(tiles(), 'a click on the only tile unfolds them too').toHaveLength(12);
});

test('arrow keys move through the types without folding them; Tab to the fields folds them', async () => {
  const { user, tiles, tile, brand } = shown();
  tile('car').focus();
  await user.keyboard(' ');
  await user.keyboard('{ArrowRight}');
  expect(tile('motorcycle').checked).toBe(true);
  expect(document.activeElement).toBe(tile('motorcycle'));
  expect(tiles()).toHaveLength(12);
  await user.tab();
  expect(document.activeElement).toBe(brand());
  expect(tiles().map(({ value }) => value)).toEqual(['motorcycle']);
});

test('Enter chooses a type and focuses its fields without submitting', async () => {
  const { user, sent, say, tiles, tile, brand } = shown();
  tile('yacht').focus();
  await user.keyboard('{Enter}');
  expect(tiles().map(({ value }) => value)).toEqual(['yacht']);
  await waitFor(() => expect(document.activeElement).toBe(brand()));
  expect(sent).toEqual([]);
  expect(screen.queryByText(say('errors:validation.image.required'))).toBeNull();
});

test('a click into a field after the arrow keys folds nothing, because the field would move away', async () => {
  const { user, tiles, tile, brand } = shown();
  tile('bicycle').focus();
  await user.keyboard(' ');
  await user.click(brand());
  expect(document.activeElement).toBe(brand());
  expect(tiles()).toHaveLength(12);
});

test('an existing vehicle can get a drawing in place of its photo', async () => {
  const { user, sent, say } = shown(vehicleOf(1, { color: 'red' }));
  await user.click(screen.getByText(say('forms:photo.drawInstead')));
  await screen.findByAltText(say('forms:photo.preview'));
  await user.click(screen.getByText(say('vehicleForm:save')));
  await waitFor(() => expect(sent.map(({ method }) => method)).toContain('PATCH'));
  const body = sent.find(({ method }) => method === 'PATCH')?.body as FormData;
  expect([...body.keys()]).toEqual(['image']);
});

test('on a touch screen step two gets the focus without opening the keyboard', async () => {
  const usual = window.matchMedia;
  window.matchMedia = (media) => ({ ...usual(media), matches: media === '(pointer: coarse)' });
  const { tile, say } = shown();
  fireEvent.click(tile('car'), { detail: 1 });
  window.matchMedia = usual;
  expect(document.activeElement?.textContent).toBe(say('vehicleForm:data.car'));
});

test('asks for the second fuel and the capacities of an existing vehicle, and sends them', async () => {
  const { user, fuelField, fuelFields, save, say, changes } = shown(vehicleOf(1, { fuelType: 'petrol' }));
  expect(fuelFields()).toEqual(['secondFuelType', 'tankVolume']);
  await user.selectOptions(fuelField('secondFuelType'), 'electric');
  expect(fuelFields()).toEqual(['secondFuelType', 'tankVolume', 'batteryCapacity']);
  await user.selectOptions(fuelField('secondFuelType'), 'gas');
  expect(fuelFields()).toEqual(['secondFuelType', 'tankVolume', 'secondTankVolume']);
  await user.type(fuelField('tankVolume'), '55');
  await user.type(fuelField('secondTankVolume'), '47,5');
  await user.click(screen.getByLabelText(say('vehicleForm:isPaused')));
  await save();
  const sent = { secondFuelType: 'gas', tankVolume: '55', secondTankVolume: '47,5', isPaused: 'true' };
  await waitFor(() => expect(changes()).toEqual([sent]));
});

test('what another tab has saved meanwhile is taken where nothing was typed, and offered where it was', async () => {
  const vehicle = vehicleOf(1, { brand: 'Škoda', color: 'синій', fuelType: 'petrol', mileage: 90_000, plate: 'AA1234BB' });
  const page = shown(vehicle);
  const { user, say, save } = page;
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(say(`vehicleForm:${name}`), { exact: true });
  const elsewhere = { brand: 'Opel', color: 'білий', fuelType: 'gas', mileageUnit: 'mi' };
  page.answers['PATCH /api/vehicles/1'] = ({ body }) => {
    const seen = JSON.parse(String((body as FormData).get('seen')));
    if (seen.color === 'білий') return { body: { success: true, data: vehicle } };
    return { status: 409, body: { success: false, code: 'api.changed', message: '', data: { ...seen, ...elsewhere } } };
  };
  await user.clear(field('color'));
  await user.type(field('color'), 'чорний');
  await user.selectOptions(field('fuelType'), 'diesel');
  await save();
  await screen.findByText(say('errors:api.changed'));
  const values = () => ['brand', 'color', 'fuelType', 'mileage', 'mileageUnit'].map((name) => field(name).value);
  expect(values()).toEqual(['Opel', 'чорний', 'diesel', '90\u00a0000', 'mi']);
  expect(screen.getAllByText(say('forms:meanwhile.taken'))).toHaveLength(2);
  const saved = screen.getAllByText(new RegExp(`^${say('forms:meanwhile.saved')}`)).map(({ textContent }) => textContent);
  expect(saved).toEqual([say('vehicles:fuels.gas'), 'білий'].map((text) => `${say('forms:meanwhile.saved')} ${text}`));
  await user.click(screen.getAllByText(say('forms:meanwhile.use'))[0] as HTMLElement);
  await save();
  await waitFor(() => expect(page.changes()).toEqual([{ color: 'чорний', fuelType: 'diesel' }, { color: 'чорний' }]));
  const bodies = page.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body as FormData);
  const seen = bodies.map((body) => JSON.parse(String(body.get('seen'))));
  expect(seen).toMatchObject([{ color: 'синій' }, elsewhere]);
});

test('clears an emptied capacity, and with the second fuel its tank', async () => {
  const fuel = { fuelType: 'petrol', secondFuelType: 'gas', tankVolume: 55, secondTankVolume: 47.5 } as const;
  const { user, fuelField, fuelFields, save, changes } = shown(vehicleOf(1, fuel));
  expect(fuelField('secondTankVolume').value).toBe('47,5');
  await user.clear(fuelField('tankVolume'));
  await user.selectOptions(fuelField('secondFuelType'), '');
  expect(fuelFields()).toEqual(['secondFuelType', 'tankVolume']);
  await save();
  await waitFor(() => expect(changes()).toEqual([{ secondFuelType: '', tankVolume: '', secondTankVolume: '' }]));
});

test('asks for a second fuel when a vehicle on gas is added, and for no other fuel and no capacities; for none of a bicycle', async () => {
  const added = shown();
  await added.user.click(added.tile('car'));
  const chooseFuel = (fuel: string) =>
    added.user.selectOptions(screen.getByLabelText(added.say('vehicleForm:fuelType'), { exact: true }), fuel);
  await chooseFuel('hybrid');
  expect(added.fuelFields()).toEqual([]);
  await chooseFuel('gas');
  await added.user.selectOptions(added.fuelField('secondFuelType'), 'petrol');
  await chooseFuel('diesel');
  expect(added.fuelFields(), 'what is sent stays visible').toEqual(['secondFuelType']);
  expect(screen.queryByLabelText(added.say('vehicleForm:isPaused'))).toBeNull();
  added.unmount();
  const none = { carType: null, fuelType: null, engineVolume: null, mileage: null, mileageUnit: null, vin: null } as const;
  const bicycle = shown(vehicleOf(1, { ...none, vehicleType: 'bicycle', serialNumber: 'B1' }));
  expect(bicycle.brand()).toBeTruthy();
  expect(bicycle.fuelFields()).toEqual([]);
});

test('shows at the battery that it is no number, and sends nothing', async () => {
  const { user, fuelField, save, say, changes } = shown(vehicleOf(1, { fuelType: 'electric', engineVolume: 0 }));
  await user.type(fuelField('batteryCapacity'), 'багато');
  await save();
  const battery = fuelField('batteryCapacity');
  await waitFor(() => expect(document.activeElement).toBe(battery));
  const error = document.getElementById(battery.getAttribute('aria-describedby') ?? '');
  expect(error?.textContent).toBe(say('errors:validation.number.invalid'));
  expect(changes()).toEqual([]);
});

test('asks whether an engine size is in cm³, and puts the litres in its place', async () => {
  const { user, tile, say } = shown();
  await user.click(tile('car'));
  const engine = screen.getByLabelText<HTMLInputElement>(say('vehicleForm:engineVolume'));
  const question = () => screen.queryByText(/^Це 1568.см³/);
  await user.type(engine, '1,6');
  expect(question()).toBeNull();
  await user.clear(engine);
  await user.type(engine, '1568');
  await user.click(question() as HTMLElement);
  expect(engine.value).toBe('1,568');
  expect(question()).toBeNull();
});

test('a vehicle without a VIN is known by its chassis number, which is sent instead', async () => {
  const { user, say, save, changes } = shown(vehicleOf(1, { vin: 'TMBZZZ5E0HARNET01' }));
  const field = (name: string) => screen.queryByLabelText<HTMLInputElement>(say(`vehicleForm:${name}`), { exact: true });
  await user.click(screen.getByText(say('vehicleForm:noVin')));
  expect(field('vin')).toBeNull();
  await user.type(field('chassisNumber') as HTMLElement, '21061-1234567');
  await save();
  await waitFor(() => expect(changes()).toEqual([{ serialNumber: '21061-1234567' }]));
  await user.click(screen.getByText(say('vehicleForm:hasVin')));
  expect(field('chassisNumber')).toBeNull();
  expect(field('vin')).not.toBeNull();
});

test('a boat that has no HIN is known by its serial number', async () => {
  const { user, say, save, changes } = shown(
    vehicleOf(1, { vehicleType: 'boat', carType: null, vin: null, hinNumber: null, serialNumber: '4127' }),
  );
  const serial = await screen.findByLabelText<HTMLInputElement>(say('vehicleForm:serialNumber'), { exact: true });
  expect(serial.value).toBe('4127');
  await user.type(serial, '5');
  await save();
  await waitFor(() => expect(changes()).toEqual([{ serialNumber: '41275' }]));
  await user.click(screen.getByText(say('vehicleForm:hasHin')));
  expect(screen.queryByLabelText(say('vehicleForm:hinNumber'), { exact: true })).not.toBeNull();
});
