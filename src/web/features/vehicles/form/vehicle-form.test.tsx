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

function shown(vehicle?: Vehicle) {
  const { sent } = fakeServer({ 'PATCH /api/vehicles/1': () => ({ body: { success: true, data: vehicle } }) });
  const page = show(<VehicleForm vehicle={vehicle} onSaved={() => undefined} onNotFound={() => undefined} />);
  return {
    ...page,
    sent,
    // Queries by role take seconds here.
    tiles: () => [...page.container.querySelectorAll<HTMLInputElement>('label:not([hidden]) > input[type=radio]')],
    tile: (type: string) => page.container.querySelector(`input[value=${type}]`) as HTMLInputElement,
    brand: () => screen.getByLabelText(page.say('vehicleForm:brand')),
    change: () => screen.queryByText(page.say('vehicleForm:changeType')),
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
