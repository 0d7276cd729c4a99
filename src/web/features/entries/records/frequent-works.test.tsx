import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { LatestEntries } from '../list/latest-entries.tsx';

const usual = window.matchMedia;
afterEach(() => {
  window.matchMedia = usual;
});

const LAST = { partName: 'MANN', partCode: 'W 712', price: 320.5, currency: 'UAH', performedOn: '2025-10-08' };
const own = ['Олива', 'Фільтр', 'Гальма', 'Шини', 'Свічки', 'Ремінь'].map((operationName) => ({ operationName, last: LAST }));
const foreign = { operationName: 'Гвинт', last: null };

/** The form for new records of a vehicle, on a phone unless another width is given. */
async function open({ recordCount = 12, focusRequest = 1, operations = [...own, foreign], isPhone = true } = {}) {
  window.matchMedia = (media) => ({ ...usual(media), matches: isPhone && media === '(max-width: 677px)' });
  const { sent } = fakeServer({
    'GET /api/vehicles/7/records': () => ({ body: { success: true, data: [], totalCost: 0, nextCursor: null } }),
    'GET /api/vehicles/7/operations': () => ({ body: { success: true, data: operations } }),
  });
  const page = show(
    <LatestEntries vehicle={vehicleOf(7, { mileage: 90_000, recordCount })} currency="UAH" isShown focusRequest={focusRequest} />,
  );
  const { say } = page;
  const frequent = () => screen.queryByRole('group', { name: say('records:form.frequent') });
  const field = (name: string) => screen.getByLabelText(say(`records:form.${name}`, { sign: '₴' }), { exact: true }) as HTMLInputElement;
  await screen.findByRole('form', { name: say('records:form.label') });
  return { ...page, sent, frequent, field };
}

test('offers the five most frequent works of the vehicle on a phone; one fills the work and offers its last values', async () => {
  const { user, frequent, field } = await open();
  const group = frequent() as HTMLElement;
  expect(group, 'its place is reserved before the works are known').toBeTruthy();
  await within(group).findByRole('button', { name: 'Свічки' });
  const names = within(group)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Олива', 'Фільтр', 'Гальма', 'Шини', 'Свічки']);

  await user.click(within(group).getByRole('button', { name: 'Фільтр' }));
  expect(field('operation').value).toBe('Фільтр');
  await user.click(screen.getByRole('button', { name: /W 712/ }));
  expect([field('part').value, field('code').value, field('price').value]).toEqual(['MANN', 'W 712', '320,50']);
});

test('the works are reached and chosen by keyboard', async () => {
  const { user, frequent, field } = await open();
  await within(frequent() as HTMLElement).findByRole('button', { name: 'Свічки' });
  field('reading.km').focus();
  await user.keyboard('{Tab}{Tab}{Tab}{Enter}');
  expect(field('operation').value).toBe('Фільтр');
});

test('offers no work of other vehicles', async () => {
  const { frequent, field, user } = await open({ operations: [foreign] });
  await user.type(field('operation'), 'гви');
  await screen.findByRole('option', { name: 'Гвинт' });
  expect(within(frequent() as HTMLElement).queryAllByRole('button')).toEqual([]);
});

test.each([
  ['for a vehicle without records', { recordCount: 0 }],
  ['before a record is requested', { focusRequest: 0 }],
  ['on a wide screen', { isPhone: false }],
])('offers nothing %s', async (_, options) => {
  const { frequent, field, user } = await open(options);
  await user.type(field('operation'), 'ол');
  await screen.findByRole('option', { name: /Олива/ });
  expect(frequent()).toBeNull();
});
